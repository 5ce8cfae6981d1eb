//! The rule that keeps the values of a raw key apart: a value can't contain the literal that follows it.

use table_keys::ComponentError;

use crate::model::Piece;

/// Refuses a value that would make the key read as other values.
pub(super) fn check_component(
    attribute: &str,
    except: &[&str],
    rest: &[Piece],
    value: &str,
) -> Result<(), ComponentError> {
    let field =
        || if attribute.is_empty() { "a computed component".to_owned() } else { format!("`{attribute}`") };
    if let Some(taken) = except.iter().find(|taken| value.starts_with(*taken)) {
        return Err(ComponentError::refused(format_args!(
            "the value {value:?} of {} begins with {taken:?}, with which the key of another entity begins: use another value",
            field()
        )));
    }
    match rest {
        // The last literal of a key is searched from the end.
        [Piece::Literal(separator), _, ..] if end_of(value, separator) != Some(value.len()) => {
            Err(ComponentError::refused(format_args!(
                "the value {value:?} of {} contains the separator {separator:?} that follows it in the key: use a value \
                 without it",
                field()
            )))
        }
        _ => Ok(()),
    }
}

/// Returns the position at which a reader would find the first separator after the value.
fn end_of(value: &str, separator: &str) -> Option<usize> {
    format!("{value}{separator}").find(separator)
}
