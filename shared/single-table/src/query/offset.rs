//! Places in the list of a query.

use std::fmt;

use table_keys::{KeyError, components_text, parse_components_text};

use crate::cursor::{self, CursorError, ListKind};
use crate::error::Error;
use crate::view::View;

/// A place in the list of view `V`: the key components of the item after which a query continues.
///
/// An offset contains no partition key, so it can't lead into another partition. The type of an offset names the view, so an
/// offset can't be passed to another view's query.
pub struct Offset<V: View>(pub(crate) V::Place);

impl<V: View> Offset<V> {
    /// Returns the place as text. The text can be longer than a sort key, because it contains the components of an index and of
    /// the table.
    ///
    /// # Errors
    /// [`KeyError`] if a component has no encoding. The components of a stored item always have one.
    pub fn to_text(&self) -> Result<String, KeyError> {
        Ok(cursor::write(ListKind::Query, [components_text(&self.0)?]))
    }

    /// Reads a place from a text that [`to_text`](Self::to_text) returned.
    ///
    /// # Errors
    /// [`CursorError`] for every text that is not a place in this view.
    pub fn from_text(text: &str) -> Result<Self, CursorError> {
        match cursor::read(&[ListKind::Query], text)?.1.as_slice() {
            [components] => Self::parse(components.text),
            [_, more, ..] => Err(more.malformed()),
            [] => Err(CursorError::Malformed { at: text.len() }),
        }
    }

    pub(super) fn parse(components: &str) -> Result<Self, CursorError> {
        let place: Result<V::Place, _> = parse_components_text(components);
        place.map(Self).map_err(|source| CursorError::Key { source })
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
