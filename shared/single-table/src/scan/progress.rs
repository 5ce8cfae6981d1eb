//! The progress of a parallel scan.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;

use serde::{Deserialize, Serialize};

use super::key::ScanKey;
use crate::cursor::CursorError;
use crate::entity::Marker;
use crate::table::{IndexSchema, Table};
use crate::view::View;

/// The progress of each segment in a parallel scan of view `V`. Save it with serde to continue the scan later without reading the
/// finished pages again.
///
/// The progress contains keys of the table, so only the people who run the table should see it: see
/// [`ScanOffset`](crate::scan::ScanOffset).
#[derive(Serialize, Deserialize)]
#[serde(try_from = "Places", into = "Places", bound = "")]
pub struct ScanProgress<V: View> {
    pub(crate) places: Places,
    view: Marker<V>,
}

/// The places of the segments. The index of a place is the number of its segment.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Places(pub(crate) Vec<Place>);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Place {
    NotBegun,
    After(ScanKey),
    Done,
}

impl Places {
    pub(crate) fn new(segments: NonZeroU16) -> Self {
        Self(vec![Place::NotBegun; segments.get().into()])
    }

    pub(super) fn len(&self) -> u16 {
        u16::try_from(self.0.len()).unwrap_or(u16::MAX)
    }

    pub(crate) fn done(&self) -> usize {
        self.0.iter().filter(|place| **place == Place::Done).count()
    }

    /// Returns the places if they belong to a scan of this table or index.
    pub(crate) fn checked<T: Table>(self, index: Option<IndexSchema>) -> Result<Self, CursorError> {
        if self.0.is_empty() {
            return Err(CursorError::NoSegments);
        }
        let checked = |place| match place {
            Place::After(key) => key.checked::<T>(index).map(Place::After),
            place => Ok(place),
        };
        self.0.into_iter().map(checked).collect::<Result<_, _>>().map(Self)
    }
}

impl<V: View> ScanProgress<V> {
    /// Makes the progress of a scan that has not begun. DynamoDB divides the keys evenly among the segments (see "Parallel scan"
    /// in the developer guide). The number of segments can't change once the scan has begun.
    #[must_use]
    pub fn new(segments: NonZeroU16) -> Self {
        Self::of(Places::new(segments))
    }

    pub(crate) fn of(places: Places) -> Self {
        Self { places, view: PhantomData }
    }

    /// Returns the number of segments.
    #[must_use]
    pub fn segments(&self) -> usize {
        self.places.0.len()
    }

    /// Returns the number of segments that are finished.
    #[must_use]
    pub fn done(&self) -> usize {
        self.places.done()
    }

    /// Returns true if all segments are finished.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.done() == self.segments()
    }
}

impl<V: View> TryFrom<Places> for ScanProgress<V> {
    type Error = CursorError;

    fn try_from(places: Places) -> Result<Self, CursorError> {
        places.checked::<V::Table>(V::INDEX).map(Self::of)
    }
}

impl<V: View> From<ScanProgress<V>> for Places {
    fn from(progress: ScanProgress<V>) -> Self {
        progress.places
    }
}

impl<V: View> Clone for ScanProgress<V> {
    fn clone(&self) -> Self {
        Self::of(self.places.clone())
    }
}

impl<V: View> fmt::Debug for ScanProgress<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScanProgress").field(&self.places.0).finish()
    }
}
