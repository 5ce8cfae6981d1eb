//! The region of the local service.

/// The region in the signatures of requests to the embedded engine, which accepts any region.
pub const REGION: &str = "us-east-1";
