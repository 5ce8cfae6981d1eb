//! The reading of members from a request, whatever its format.

/// A request that can have a member of type `T`. It collects the faults of what can't be read.
pub trait ReadMember<T> {
    /// Returns a member that may be missing. `None` also after a fault.
    fn optional(&mut self, name: &'static str) -> Option<T>;

    /// Returns the new value of a member that can't be removed. `None` if the patch leaves it as it is, and after a fault.
    fn replaced(&mut self, name: &'static str) -> Option<T>;

    /// Returns the new value of a member, or `Some(None)` if the patch removes it. `None` if the patch leaves it as it is, and after
    /// a fault.
    #[allow(clippy::option_option, reason = "a patch tells missing, removed and a value apart")]
    fn patched(&mut self, name: &'static str) -> Option<Option<T>>;

    /// Adds a fault if the patch has the member, because it can't be changed.
    fn fixed(&mut self, name: &'static str);
}
