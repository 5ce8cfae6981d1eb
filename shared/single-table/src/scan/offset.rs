//! Places in a scan.

use std::fmt;
use std::marker::PhantomData;

use super::key::ScanKey;
use super::segment::Segment;
use crate::cursor::{self, CursorError, ListKind};
use crate::entity::Marker;
use crate::view::View;

/// A place in a scan of view `V`, or in one [`Segment`] of it: the key of the item after which the scan continues.
///
/// A place contains the keys of the table, including the partition key, as plain text. Use places only in jobs of the people who
/// run the table. Never send one to a tenant, and never accept one from a tenant: [`Offset`](crate::Offset) is made for tenants.
pub struct ScanOffset<V: View> {
    pub(super) key: ScanKey,
    segment: Option<Segment>,
    view: Marker<V>,
}

impl<V: View> ScanOffset<V> {
    pub(super) fn new(key: ScanKey, segment: Option<Segment>) -> Self {
        Self { key, segment, view: PhantomData }
    }

    /// Returns the key if the place belongs to this segment; without a segment, if it belongs to a scan of the whole view.
    pub(super) fn key_in(self, segment: Option<Segment>) -> Result<ScanKey, CursorError> {
        if self.segment == segment {
            return Ok(self.key);
        }
        let name = |segment: Option<Segment>| {
            segment.map_or("the whole scan".to_owned(), |segment| segment.to_string())
        };
        Err(CursorError::OtherSegment { expected: name(segment), found: name(self.segment) })
    }

    /// Returns the place as text.
    #[must_use]
    pub fn to_text(&self) -> String {
        let key = self.key.parts();
        match self.segment {
            None => cursor::write(ListKind::Scan, key),
            Some(segment) => {
                let numbers = [segment.number().to_string(), segment.of().to_string()];
                cursor::write(ListKind::Segment, numbers.into_iter().chain(key))
            }
        }
    }

    /// Reads a place from a text that [`to_text`](Self::to_text) returned.
    ///
    /// # Errors
    /// [`CursorError`] for every text that is not a place in a scan of this view, such as a place in another index.
    pub fn from_text(text: &str) -> Result<Self, CursorError> {
        let (kind, parts) = cursor::read(&[ListKind::Scan, ListKind::Segment], text)?;
        let (segment, key) = match (kind, parts.as_slice()) {
            (ListKind::Segment, [number, of, key @ ..]) => {
                let segment = Segment::parse(number.text, of.text).ok_or_else(|| number.malformed())?;
                (Some(segment), key)
            }
            (ListKind::Segment, _) => return Err(CursorError::Malformed { at: text.len() }),
            (_, key) => (None, key),
        };
        let key = ScanKey::of_parts(key)?.checked::<V::Table>(V::INDEX)?;
        Ok(Self::new(key, segment))
    }
}

impl<V: View> Clone for ScanOffset<V> {
    fn clone(&self) -> Self {
        Self::new(self.key.clone(), self.segment)
    }
}

impl<V: View> fmt::Debug for ScanOffset<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScanOffset").field(&self.to_text()).finish()
    }
}
