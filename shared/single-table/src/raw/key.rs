//! Whole raw keys, as texts.

use table_keys::{ComponentError, KeyError, KeyKind, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES};

use super::reader::RawReader;
use super::tuple::{RawTuple, WriteRawTuple};
use super::writer::RawWriter;
use crate::model::Piece;

/// Makes the text of a raw key.
///
/// # Errors
/// [`KeyError::BadComponent`] for a value that contains the literal behind it, or begins with a text in `except(...)`;
/// [`KeyError::Empty`] for an empty text; [`KeyError::TooLong`] for a text that is longer than DynamoDB allows.
pub fn raw_key(
    kind: KeyKind,
    format: &'static [Piece],
    values: &impl WriteRawTuple,
) -> Result<String, KeyError> {
    let mut writer = RawWriter::new(format);
    values.write_to(&mut writer)?;
    checked(kind, writer.text)
}

/// Reads the values of a raw key from its text.
///
/// # Errors
/// [`KeyError`] for a text that [`raw_key`] does not make from this format and values of these types.
pub fn parse_raw_key<T: RawTuple>(
    kind: KeyKind,
    format: &'static [Piece],
    text: &str,
) -> Result<T, KeyError> {
    let mut reader = RawReader::new(kind, format, text);
    let values = T::read_from(&mut reader)?;
    reader.end()?;
    checked(kind, text.to_owned())?;
    Ok(values)
}

/// Refuses a primary key that contains two spellings of the same value.
///
/// # Errors
/// [`KeyError`] if the key that the values make differs from the key that they were read from.
#[doc(hidden)]
pub fn same_keys(made: [&str; 2], read: [&str; 2]) -> Result<(), KeyError> {
    if made == read {
        return Ok(());
    }
    let source = ComponentError::refused(format_args!(
        "the keys {:?} and {:?} have different values for one component",
        read[0], read[1]
    ));
    Err(KeyError::BadComponent { index: 0, source })
}

/// Returns the text if DynamoDB accepts it as a key.
pub(crate) fn checked(kind: KeyKind, text: String) -> Result<String, KeyError> {
    let limit = match kind {
        KeyKind::Partition => MAX_PARTITION_KEY_BYTES,
        KeyKind::Sort => MAX_SORT_KEY_BYTES,
    };
    match text.len() {
        0 => Err(KeyError::Empty { kind }),
        actual if actual > limit => Err(KeyError::TooLong { kind, limit, actual }),
        _ => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Scalar;

    const fn component(attribute: &'static str, except: &'static [&'static str]) -> Piece {
        Piece::Component { attribute, scalar: Scalar::S, starts: &[""], except }
    }

    const TRACK: &[Piece] = &[Piece::Literal("TRACK_"), component("token", &[])];
    const ORDER: &[Piece] =
        &[component("status", &["HR-"]), Piece::Literal("--"), component("date", &[]), Piece::Literal("!")];

    fn write(format: &'static [Piece], values: &impl WriteRawTuple) -> Result<String, KeyError> {
        raw_key(KeyKind::Sort, format, values)
    }

    fn read(text: &str) -> Result<(String, String), KeyError> {
        parse_raw_key(KeyKind::Sort, ORDER, text)
    }

    #[test]
    fn a_key_has_its_literals_and_values_and_nothing_else() {
        assert_eq!(write(TRACK, &("a#b_TRACK_ $",)).unwrap(), "TRACK_a#b_TRACK_ $");
        assert_eq!(write(ORDER, &("OPEN", "2026-01-05")).unwrap(), "OPEN--2026-01-05!");
        assert_eq!(read("OPEN--2026-01-05!"), Ok(("OPEN".to_owned(), "2026-01-05".to_owned())));
        assert_eq!(parse_raw_key::<(String,)>(KeyKind::Sort, TRACK, "TRACK_"), Ok((String::new(),)));
    }

    #[test]
    fn every_key_that_can_be_written_is_read_back() {
        let texts =
            ["", "-", "--", "a", "a-", "-a", "a--", "a--b", "!", "a!", "!!", "--!", "HR", "HR-", "xHR-"];
        let mut keys = std::collections::HashMap::new();
        for status in texts {
            for date in texts {
                let Ok(key) = write(ORDER, &(status, date)) else { continue };
                let values = (status.to_owned(), date.to_owned());
                assert_eq!(read(&key), Ok(values.clone()), "{key}");
                assert_eq!(keys.insert(key, values), None);
            }
        }
        assert!(keys.len() > 100, "{}", keys.len());
    }

    #[test]
    fn a_value_with_the_separator_is_refused_with_its_field() {
        let error = write(ORDER, &("a--b", "c")).unwrap_err().to_string();
        assert_eq!(
            error,
            "key component 0 is invalid: the value \"a--b\" of `status` contains the separator \"--\" that follows it in the key: \
             use a value without it"
        );
        // The end of the value and the separator together would contain the separator too early.
        assert!(write(ORDER, &("a-", "c")).is_err());
        assert!(write(ORDER, &("-a", "c")).is_ok());
    }

    #[test]
    fn a_value_that_belongs_to_another_entity_is_refused() {
        let error = write(ORDER, &("HR-1", "c")).unwrap_err().to_string();
        assert!(error.contains("the value \"HR-1\" of `status` begins with \"HR-\""), "{error}");
        assert!(read("HR-1--c!").is_err());
    }

    #[test]
    fn a_text_of_another_format_is_refused() {
        for text in ["", "OPEN", "OPEN--", "OPEN--x", "OPEN-x!"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains("where its format has"), "{text}: {error}");
        }
        let error = parse_raw_key::<(String,)>(KeyKind::Sort, TRACK, "INFO_").unwrap_err().to_string();
        assert_eq!(
            error,
            "key component 0 is invalid: the sort key \"INFO_\" goes on with \"INFO_\", where its format has \"TRACK_\" and `token`"
        );
        assert!(parse_raw_key::<()>(KeyKind::Sort, &[Piece::Literal("INFO_")], "INFO_x").is_err());
    }

    #[test]
    fn a_key_that_dynamodb_refuses_is_refused() {
        let plain: &[Piece] = const { &[component("id", &[])] };
        assert_eq!(write(plain, &("",)), Err(KeyError::Empty { kind: KeyKind::Sort }));
        let long = "x".repeat(1025);
        let error = KeyError::TooLong { kind: KeyKind::Sort, limit: 1024, actual: 1025 };
        assert_eq!(write(plain, &(&long,)), Err(error.clone()));
        assert_eq!(parse_raw_key::<(String,)>(KeyKind::Sort, plain, &long), Err(error));
        assert!(raw_key(KeyKind::Partition, plain, &(&long,)).is_ok());
    }
}
