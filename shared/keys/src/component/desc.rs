//! Components that sort in descending order.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use super::mirror::mirrored;
use super::{ComponentError, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent};

/// The size of the buffer for decoding. A wider component does not compile.
const MAX_WIDTH: usize = 64;

/// A component of fixed width that sorts in descending order: the latest time or the greatest number first.
///
/// The encoding replaces each character with its mirror image among the ASCII characters from `%` to `~`, so a digit
/// becomes a letter. This reverses the order exactly, because all encodings of the type have the same length: the first
/// character in which two of them differ decides, and there the greater character has become the smaller one. Text has
/// no fixed width, so `Desc<String>` does not compile:
///
/// ```compile_fail,E0277
/// # use table_keys::{Desc, sort_key};
/// sort_key(&(Desc(String::from("a")),));
/// ```
///
/// ```
/// use table_keys::{Desc, Timestamp, sort_key};
///
/// let earlier = Timestamp::from_unix_millis(1_000)?;
/// let later = Timestamp::from_unix_millis(2_000)?;
/// assert!(sort_key(&(Desc(later),))? < sort_key(&(Desc(earlier),))?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Desc<T>(pub T);

impl<T: PartialOrd> PartialOrd for Desc<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        other.0.partial_cmp(&self.0)
    }
}

impl<T: Ord> Ord for Desc<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.cmp(&self.0)
    }
}

impl<T: EncodeComponent<Component: FixedWidth>> EncodeComponent for Desc<T> {
    type Component = Desc<T::Component>;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        key.mirror(|key| self.0.encode(key));
    }

    fn encoded_len(&self) -> usize {
        T::Component::WIDTH
    }
}

impl<T: FixedWidth> KeyComponent for Desc<T> {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        const { assert!(T::WIDTH <= MAX_WIDTH, "`Desc` accepts components of at most 64 bytes") };
        let refused = || ComponentError::unexpected("a component encoded by `Desc`", text);
        let mut buffer = [0; MAX_WIDTH];
        if text.len() != T::WIDTH {
            return Err(refused());
        }
        for (to, from) in buffer.iter_mut().zip(text.bytes()) {
            *to = mirrored(from);
        }
        let restored = std::str::from_utf8(&buffer[..T::WIDTH]).map_err(|_| refused())?;
        // The error of the value would show text that is not in the key.
        T::decode(restored).map(Desc).map_err(|_| refused())
    }
}

impl<T: FixedWidth> FixedWidth for Desc<T> {
    const WIDTH: usize = T::WIDTH;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{parse_sort_key, sort_key};

    #[test]
    fn the_greatest_value_sorts_first() {
        let numbers = [i32::MAX, 10, 2, 0, -2, -5, -10, i32::MIN];
        let keys = numbers.map(|number| sort_key(&(Desc(number),)).unwrap());
        assert!(keys.is_sorted_by(|a, b| a < b), "{keys:?}");
        assert!(numbers.map(Desc).is_sorted());
    }

    #[test]
    fn reversing_twice_restores_the_order() {
        assert_eq!(sort_key(&(Desc(Desc(5_u8)),)), sort_key(&(5_u8,)));
        assert_eq!(parse_sort_key("005"), Ok((Desc(Desc(5_u8)),)));
    }

    #[test]
    fn a_text_that_no_encoder_writes_is_refused() {
        assert_eq!(Desc::<u8>::decode("ssn"), Ok(Desc(5)));
        for text in ["", "ss", "ssss", "005", "ss\u{1}", "é0", "jjj"] {
            assert!(matches!(Desc::<u8>::decode(text), Err(ComponentError::Unexpected { .. })), "{text:?}");
        }
    }
}
