//! Integers and `bool`: decimal digits, padded with zeros to the width of the type's maximum.
//!
//! A signed integer is encoded as its distance from the type's minimum: `i8::MIN` is `000`, -1 is `127` and 0 is `128`.
//! Digits of equal length sort like the numbers. With a minus sign, negative numbers would sort in reverse.

use super::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent};

macro_rules! unsigned {
    ($($unsigned:ty)+) => {$(
        impl EncodeComponent for $unsigned {
            type Component = Self;

            fn encode(&self, key: &mut KeyBuilder<'_>) {
                key.push_display(format_args!("{self:0width$}", width = Self::WIDTH));
            }

            fn encoded_len(&self) -> usize {
                Self::WIDTH
            }
        }

        impl KeyComponent for $unsigned {
            fn decode(text: &str) -> Result<Self, ComponentError> {
                digits(text, Self::WIDTH).and_then(|digits| digits.parse().ok()).ok_or_else(|| {
                    let expected = concat!("the digits of a `", stringify!($unsigned), "`, padded with zeros");
                    ComponentError::unexpected(expected, text)
                })
            }
        }

        impl FixedWidth for $unsigned {
            const WIDTH: usize = <$unsigned>::MAX.ilog10() as usize + 1;
        }
    )+};
}

macro_rules! signed {
    ($($signed:ty as $unsigned:ty),+) => {$(
        impl EncodeComponent for $signed {
            type Component = Self;

            fn encode(&self, key: &mut KeyBuilder<'_>) {
                self.abs_diff(<$signed>::MIN).encode(key);
            }

            fn encoded_len(&self) -> usize {
                Self::WIDTH
            }
        }

        impl KeyComponent for $signed {
            fn decode(text: &str) -> Result<Self, ComponentError> {
                match <$unsigned>::decode(text) {
                    Ok(distance) => Ok(<$signed>::MIN.wrapping_add_unsigned(distance)),
                    Err(_) => {
                        let expected =
                            concat!("the digits of the distance from `", stringify!($signed), "::MIN`");
                        Err(ComponentError::unexpected(expected, text))
                    }
                }
            }
        }

        impl FixedWidth for $signed {
            const WIDTH: usize = <$unsigned>::WIDTH;
        }
    )+};
}

unsigned!(u8 u16 u32 u64);
signed!(i8 as u8, i16 as u16, i32 as u32, i64 as u64);

/// Encodes `false` as `0` and `true` as `1`.
impl EncodeComponent for bool {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.push_text(if *self { "1" } else { "0" });
    }

    fn encoded_len(&self) -> usize {
        Self::WIDTH
    }
}

impl KeyComponent for bool {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        match text {
            "0" => Ok(false),
            "1" => Ok(true),
            _ => Err(ComponentError::unexpected("`0` or `1`", text)),
        }
    }
}

impl FixedWidth for bool {
    const WIDTH: usize = 1;
}

/// Returns `text` if it is exactly `width` digits. `str::parse` alone would accept a leading `+`.
fn digits(text: &str, width: usize) -> Option<&str> {
    (text.len() == width && text.bytes().all(|byte| byte.is_ascii_digit())).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sort_key;

    #[test]
    fn numbers_are_padded_to_the_width_of_their_type() {
        assert_eq!(sort_key(&(7_u8, 7_u16, 7_u32)).unwrap(), "007#00007#0000000007");
        assert_eq!(sort_key(&(i8::MIN, -1_i8, 0_i8, i8::MAX)).unwrap(), "000#127#128#255");
        assert_eq!(sort_key(&(i64::MIN,)).unwrap(), "0".repeat(20));
        assert_eq!(sort_key(&(u64::MAX,)).unwrap(), u64::MAX.to_string());
        assert_eq!(sort_key(&(false, true)).unwrap(), "0#1");
    }

    #[test]
    fn a_key_is_read_only_in_the_form_that_encoding_writes() {
        for text in ["", "7", "07", "0007", "+07", "-07", "256", "00a", "0 7"] {
            assert!(matches!(u8::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
            assert!(matches!(i8::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
        for text in ["", "2", "true", "00"] {
            assert!(matches!(bool::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
    }

    #[test]
    fn every_16_bit_number_sorts_and_reads_back() {
        let encoded = |number: i16| sort_key(&(number,)).unwrap();
        for number in i16::MIN..=i16::MAX {
            assert_eq!(i16::decode(&encoded(number)), Ok(number));
            assert!(number == i16::MIN || encoded(number - 1) < encoded(number));
        }
    }
}
