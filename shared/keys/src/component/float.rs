//! `f64`: 16 hexadecimal digits of the bits, rearranged so that they sort like the numbers.
//!
//! The bits of positive numbers already sort correctly, and the bits of negative numbers sort in reverse. Encoding
//! therefore inverts the sign bit of a positive number and all bits of a negative number. Infinities sort first and
//! last. 0.0 and -0.0 are equal, so they have the same encoding, which decodes to 0.0. NaN cannot be ordered and is
//! refused with [`ComponentError::NotANumber`].

use super::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, is_encoding_of};

const SIGN: u64 = 1 << 63;

impl EncodeComponent for f64 {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        if self.is_nan() {
            key.reject(ComponentError::NotANumber);
        }
        // Adding 0.0 turns -0.0 into 0.0 and leaves every other number unchanged.
        let bits = (self + 0.0).to_bits();
        let sortable = if bits & SIGN == 0 { bits | SIGN } else { !bits };
        key.push_display(format_args!("{sortable:016x}"));
    }

    fn encoded_len(&self) -> usize {
        Self::WIDTH
    }
}

impl KeyComponent for f64 {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        u64::from_str_radix(text, 16)
            .map(|sortable| f64::from_bits(if sortable & SIGN == 0 { !sortable } else { sortable & !SIGN }))
            .ok()
            .filter(|number| is_encoding_of(text, number))
            .ok_or_else(|| ComponentError::unexpected("the 16 hexadecimal digits of an encoded `f64`", text))
    }
}

impl FixedWidth for f64 {
    const WIDTH: usize = 16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{KeyError, sort_key};

    #[test]
    fn keys_sort_like_the_numbers() {
        let numbers = [
            f64::NEG_INFINITY,
            f64::MIN,
            -10.0,
            -2.5,
            -f64::MIN_POSITIVE,
            -5e-324,
            0.0,
            5e-324,
            f64::MIN_POSITIVE,
            2.5,
            10.0,
            f64::MAX,
            f64::INFINITY,
        ];
        let keys = numbers.map(|number| sort_key(&(number,)).unwrap());
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        for (key, number) in keys.iter().zip(numbers) {
            assert_eq!(f64::decode(key), Ok(number));
        }
    }

    #[test]
    fn both_zeros_have_the_same_key() {
        assert_eq!(sort_key(&(-0.0,)), sort_key(&(0.0,)));
        assert!(f64::decode(&sort_key(&(-0.0,)).unwrap()).unwrap().is_sign_positive());
    }

    #[test]
    fn nan_is_refused_with_its_index() {
        let error = KeyError::BadComponent { index: 1, source: ComponentError::NotANumber };
        assert_eq!(sort_key(&("a", f64::NAN)), Err(error));
    }

    #[test]
    fn a_key_is_read_only_in_the_form_that_encoding_writes() {
        let not_written = [
            "",
            "8",
            "+000000000000000",
            "BFF0000000000000",
            "zff0000000000000",
            "7fffffffffffffff", // -0.0
            "ffffffffffffffff", // NaN
            "0000000000000000", // NaN with its sign set
        ];
        for text in not_written {
            assert!(matches!(f64::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
    }
}
