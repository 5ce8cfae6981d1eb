//! Values that requests name.

use super::ValueError;

/// The most characters of a given name that an error repeats.
const EXCERPT_CHARS: usize = 100;

/// Returns the value with this name, of all values that can be named.
///
/// # Errors
/// [`ValueError::Unknown`], with all names.
pub(crate) fn named<T: Copy>(
    all: &[T],
    name: impl Fn(T) -> &'static str,
    text: &str,
) -> Result<T, ValueError> {
    let found = all.iter().find(|value| name(**value) == text);
    found.copied().ok_or_else(|| ValueError::Unknown {
        allowed: all.iter().map(|value| name(*value)).collect::<Vec<_>>().join(", "),
        given: text.chars().take(EXCERPT_CHARS).collect(),
    })
}
