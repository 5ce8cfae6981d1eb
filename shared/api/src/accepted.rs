//! The parts of a request that its route accepts.

/// The query parameters, the body and the key that a route accepts.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Accepted {
    pub(crate) method: &'static str,
    pub(crate) path: &'static str,
    pub(crate) query: &'static [&'static str],
    pub(crate) body_bytes: Option<usize>,
    pub(crate) is_idempotent: bool,
}

impl Accepted {
    /// Returns the route key, such as `GET /favorites/{dataId}`.
    pub(crate) fn key(&self) -> String {
        format!("{} {}", self.method, self.path)
    }
}
