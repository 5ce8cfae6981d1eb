// The embedded engine of the tests, for the guide's pages.

#[path = "../tests/engine/mod.rs"]
pub(crate) mod engine;
