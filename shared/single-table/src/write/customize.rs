//! Changes of a request that the caller makes before it is sent.

/// Changes the SDK's builder of a request.
pub(super) type Customize<'a, B> = dyn Fn(B) -> B + Send + Sync + 'a;
