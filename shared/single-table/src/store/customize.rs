//! Changes that a caller makes to requests with the SDK's own builders.

use std::fmt;
use std::sync::Arc;

type Change<B> = Arc<dyn Fn(B) -> B + Send + Sync>;

/// Changes to the requests of one operation, made with the SDK's fluent builder `B` after the library has filled it in.
///
/// An operation may take several requests, and each change applies to all of them.
pub(crate) struct Customize<B>(Vec<Change<B>>);

impl<B> Customize<B> {
    /// Adds a change that is made after all earlier ones.
    pub(crate) fn push(&mut self, change: impl Fn(B) -> B + Send + Sync + 'static) {
        self.0.push(Arc::new(change));
    }

    /// Makes all changes to a request.
    pub(crate) fn apply(&self, request: B) -> B {
        self.0.iter().fold(request, |request, change| change(request))
    }
}

impl<B> Default for Customize<B> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<B> Clone for Customize<B> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<B> fmt::Debug for Customize<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Customize({} changes)", self.0.len())
    }
}
