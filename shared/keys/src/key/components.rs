//! The encoded components of a key.

use crate::{KeyComponent, KeyError};

/// The encoded components of a key, which [`KeyTuple::decode`](crate::KeyTuple::decode) decodes.
#[derive(Debug)]
pub struct Components<'a> {
    text: Option<&'a str>,
    position: usize,
}

impl<'a> Components<'a> {
    /// Returns the components in `text`, which starts at byte `position` of its key.
    ///
    /// `None` has no components. `Some("")` has one empty component.
    pub(super) fn new(text: Option<&'a str>, position: usize) -> Self {
        Self { text, position }
    }

    /// Splits the text into its components.
    ///
    /// Fails with [`KeyError::WrongComponentCount`] if their number is not `N`.
    pub(super) fn split<const N: usize>(&self) -> Result<Split<'a, N>, KeyError> {
        let mut texts = [""; N];
        let mut found = 0;
        for text in self.text.into_iter().flat_map(|text| text.split('#')) {
            if let Some(place) = texts.get_mut(found) {
                *place = text;
            }
            found += 1;
        }
        if found == N {
            Ok(Split { texts, position: self.position })
        } else {
            Err(KeyError::WrongComponentCount { expected: N, found })
        }
    }
}

/// The single components of a key. The first one starts at byte `position` of the key.
pub(super) struct Split<'a, const N: usize> {
    texts: [&'a str; N],
    position: usize,
}

impl<const N: usize> Split<'_, N> {
    /// Decodes the component at `index`. Its error says where in the key the fault is.
    pub(super) fn decode<T: KeyComponent>(&self, index: usize) -> Result<T, KeyError> {
        T::decode(self.texts[index]).map_err(|error| {
            let before: usize = self.texts[..index].iter().map(|text| text.len() + "#".len()).sum();
            KeyError::of_component(index, self.position + before, error)
        })
    }
}
