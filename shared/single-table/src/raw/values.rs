//! The types of the standard library and of `table-keys` as components of raw keys.

use std::fmt::{Display, Write as _};
use std::str::FromStr;

use table_keys::{ComponentError, Timestamp};
use uuid::Uuid;

use super::component::{RawComponent, WriteRaw};
use crate::table::Scalar;
use crate::view::Shard;

const DIGITS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
const SIGNED: &[&str] = &["-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

impl WriteRaw for str {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        text.push_str(self);
        Ok(())
    }
}

impl WriteRaw for String {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        self.as_str().write_raw(text)
    }
}

impl RawComponent for String {
    fn read_raw(text: &str) -> Result<Self, ComponentError> {
        Ok(text.to_owned())
    }
}

/// Implements the traits for types whose raw text is their `Display` text.
macro_rules! displayed {
    ($($type:ty: $scalar:ident $starts:ident $expected:literal;)*) => {
        $(
            impl WriteRaw for $type {
                fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
                    write_display(self, text)
                }
            }

            impl RawComponent for $type {
                const SCALAR: Scalar = Scalar::$scalar;
                const STARTS: &'static [&'static str] = $starts;

                fn read_raw(text: &str) -> Result<Self, ComponentError> {
                    read_displayed(text, $expected)
                }
            }
        )*
    };
}

displayed! {
    u8: N DIGITS "a number";
    u16: N DIGITS "a number";
    u32: N DIGITS "a number";
    u64: N DIGITS "a number";
    i8: N SIGNED "a number";
    i16: N SIGNED "a number";
    i32: N SIGNED "a number";
    i64: N SIGNED "a number";
    Timestamp: S DIGITS "a time such as 2026-11-21T08:35:15.123Z";
    Uuid: S HEXADECIMAL "a UUID in lower case with hyphens";
}

const HEXADECIMAL: &[&str] =
    &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "a", "b", "c", "d", "e", "f"];

impl WriteRaw for f64 {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        if !self.is_finite() {
            return Err(ComponentError::refused("DynamoDB has no number that is not finite"));
        }
        // DynamoDB has only one zero.
        write_display(&(self + 0.0), text)
    }
}

impl RawComponent for f64 {
    const SCALAR: Scalar = Scalar::N;
    const STARTS: &'static [&'static str] = SIGNED;

    fn read_raw(text: &str) -> Result<Self, ComponentError> {
        read_displayed::<Self>(text, "a number").map(|number| number + 0.0)
    }
}

impl WriteRaw for Shard {
    fn write_raw(&self, text: &mut String) -> Result<(), ComponentError> {
        self.number().write_raw(text)
    }
}

impl RawComponent for Shard {
    const SCALAR: Scalar = Scalar::N;
    const STARTS: &'static [&'static str] = DIGITS;

    fn read_raw(text: &str) -> Result<Self, ComponentError> {
        u16::read_raw(text).map(Self::numbered)
    }
}

fn write_display(value: &impl Display, text: &mut String) -> Result<(), ComponentError> {
    write!(text, "{value}").map_err(ComponentError::refused)
}

/// Reads a value from its `Display` text. Another spelling of the same value would be another key.
fn read_displayed<T: FromStr + Display>(text: &str, expected: &'static str) -> Result<T, ComponentError> {
    let value: Option<T> = text.parse().ok();
    value.filter(|value| value.to_string() == text).ok_or_else(|| ComponentError::unexpected(expected, text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round_trip<T: RawComponent + PartialEq + std::fmt::Debug>(value: &T, expected: &str) {
        let mut text = String::new();
        value.write_raw(&mut text).unwrap();
        assert_eq!(text, expected);
        assert!(T::STARTS.iter().any(|start| text.starts_with(start)), "{text}");
        assert_eq!(T::read_raw(&text).as_ref(), Ok(value));
    }

    #[test]
    fn values_are_written_as_they_are() {
        round_trip(&"a#b $".to_owned(), "a#b $");
        round_trip(&7_u8, "7");
        round_trip(&-7_i64, "-7");
        round_trip(&1.5_f64, "1.5");
        round_trip(&Uuid::nil(), "00000000-0000-0000-0000-000000000000");
        let time: Timestamp = "2026-11-21T08:35:15.123Z".parse().unwrap();
        round_trip(&time, "2026-11-21T08:35:15.123Z");
    }

    #[test]
    fn another_spelling_of_a_value_is_refused() {
        for text in ["07", "+7", " 7", "7.0", "256", "-1", ""] {
            assert!(u8::read_raw(text).is_err(), "{text:?}");
        }
        assert!(Uuid::read_raw("00000000000000000000000000000000").is_err());
        assert!(f64::read_raw("1.50").is_err());
        assert!(Timestamp::read_raw("2026-11-21T08:35:15Z").is_err());
    }

    #[test]
    fn a_number_that_dynamodb_does_not_have_is_refused() {
        for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(number.write_raw(&mut String::new()).is_err(), "{number}");
        }
        round_trip(&0.0_f64, "0");
        let mut zero = String::new();
        (-0.0_f64).write_raw(&mut zero).unwrap();
        assert_eq!(zero, "0");
    }
}
