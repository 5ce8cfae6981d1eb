//! Tests that span the crates: API, stream, Lambda protocol, template.
