//! Places in a scan.

use std::fmt;
use std::marker::PhantomData;

use super::error::ScanOffsetError;
use super::key::ScanKey;
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
