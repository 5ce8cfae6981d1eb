//! Places in a scan.

use std::fmt;
use std::marker::PhantomData;

use super::ScanKey;
use crate::entity::Marker;
use crate::view::View;

/// A place in a scan of view `V`: the key of the item after which it goes on.
///
/// It holds the keys of the table, partition and all, as they are: it is for those who run the table. Never give it to a
/// tenant, or take it from one; that is what [`Offset`](crate::Offset) is for.
pub struct ScanOffset<V: View> {
    pub(crate) key: ScanKey,
    view: Marker<V>,
}

impl<V: View> ScanOffset<V> {
    pub(crate) fn new(key: ScanKey) -> Self {
        Self { key, view: PhantomData }
    }

    /// The place as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        self.key.clone().into()
    }

    /// The place that a text names.
    ///
    /// # Errors
    /// When it is none, or one of a scan with another key: of another index, say.
    pub fn from_text(text: &str) -> Result<Self, ScanOffsetError> {
        ScanKey::try_from(text.to_owned())?.checked::<V::Table>(V::INDEX).map(Self::new)
    }
}

impl<V: View> Clone for ScanOffset<V> {
    fn clone(&self) -> Self {
        Self::new(self.key.clone())
    }
}

impl<V: View> fmt::Debug for ScanOffset<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScanOffset").field(&self.to_text()).finish()
    }
}

/// Why a text, or saved progress, names no place in a scan.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScanOffsetError {
    /// It was edited or cut.
    #[error("a place in a scan can't be read from byte {at} on")]
    Malformed {
        /// Where what can't be read begins.
        at: usize,
    },
    /// It is of a scan with another key.
    #[error("a place in a scan has the key attributes {found}; those of this scan are {expected}")]
    OtherKey {
        /// The attributes that it has.
        found: String,
        /// Those of this view's key and index.
        expected: String,
    },
    /// Progress of a scan without segments.
    #[error("a scan has at least 1 segment; this progress has 0")]
    NoSegments,
}
