//! Places in a list.

use std::fmt;

use table_keys::{KeyError, KeyTuple};

use crate::error::Error;
use crate::view::View;

/// A place in the list of view `V`: the key components of the item after which a query goes on. It holds no partition
/// key, so it can't lead into another partition, and it is of one view's type, so it can't be given to another.
pub struct Offset<V: View>(pub(crate) V::Place);

impl<V: View> Offset<V> {
    /// The place as text: its components, encoded like those of a sort key. It may be longer than a sort key, because it has the
    /// components of an index and of the table.
    ///
    /// # Errors
    /// An error where a component has no encoding. A component of a stored item always has one.
    pub fn to_text(&self) -> Result<String, KeyError> {
        table_keys::components_text(&self.0)
    }

    /// The place that a text names.
    ///
    /// # Errors
    /// When it is not a place of this view.
    pub fn from_text(text: &str) -> Result<Self, KeyError>
    where
        V::Place: KeyTuple,
    {
        table_keys::parse_components_text(text).map(Self)
    }

    pub(crate) fn from_last_key(last: &crate::Item) -> Result<Self, Error> {
        V::place(last).map(Self)
    }
}

impl<V: View> Clone for Offset<V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<V: View> fmt::Debug for Offset<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Offset").field(&self.to_text()).finish()
    }
}
