//! The error of a history that ran to its end.

/// The beginning of the error of a history that ran to its end, if derived data is not what the table's own items say, or if
/// reconciliation finds differences that do not exist.
pub(crate) const WRONG: &str = "what is derived is wrong";

/// Returns the error of such a history.
pub(crate) fn wrong(fault: &str) -> String {
    format!("{WRONG}:\n{fault}")
}
