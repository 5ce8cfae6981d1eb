//! Changes that a caller makes to requests before they are sent.

/// A change to the SDK's builder of a request.
pub(super) type Customize<'a, B> = dyn Fn(B) -> B + Send + Sync + 'a;
