//! Changes to a favorite, and the checks of them.

use std::fmt;
use std::sync::Arc;

use single_table::{EpochSeconds, Timestamp};

use crate::error::Fault;
use crate::model::content::Content;
use crate::model::details::{DetailsPatch, content_url_fault};
use crate::model::favorite::FavoriteData;
use crate::model::ids::DataId;
use crate::model::times::{expiry_fault, past_time_fault};

/// Changes to a favorite. `None` leaves a member as it is, `Some(None)` removes it.
#[derive(Debug, Clone, Default)]
pub struct FavoritePatch {
    /// The title and the other members that every type has.
    pub details: DetailsPatch,
    /// The change of the content.
    pub content: Option<ContentPatch>,
    /// The time at which the user saved it, from 1970 to [`CLIP_TIME_AHEAD`](crate::limits::CLIP_TIME_AHEAD) from now. Another time
    /// than the favorite has gives it another id, because the order of ids is that of these times.
    pub clip_time: Option<Timestamp>,
    /// The time at which it expires.
    pub expire_time: Option<Option<Timestamp>>,
    /// The faults of what could not be read. With any, the patch changes nothing, and fails with those of its other members too.
    pub faults: Vec<Fault>,
}

impl From<DetailsPatch> for FavoritePatch {
    fn from(details: DetailsPatch) -> Self {
        Self { details, ..Self::default() }
    }
}

/// A change of the content of a favorite, whatever its type. It makes the new content of the old one, or
/// returns every fault, each with its pointer.
#[derive(Clone)]
pub struct ContentPatch(Arc<Change>);

type Change = dyn Fn(&Content) -> Result<Content, Vec<Fault>> + Send + Sync;

impl ContentPatch {
    /// Makes a patch of a function that returns the new content, of the same type as the old one.
    pub fn new(change: impl Fn(&Content) -> Result<Content, Vec<Fault>> + Send + Sync + 'static) -> Self {
        Self(Arc::new(change))
    }

    /// Returns the changed content.
    ///
    /// # Errors
    /// Every fault of the changed content, each with its pointer.
    pub fn applied_to(&self, before: &Content) -> Result<Content, Vec<Fault>> {
        (self.0)(before)
    }
}

impl fmt::Debug for ContentPatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ContentPatch")
    }
}

impl FavoritePatch {
    /// Returns the changed favorite, or every fault of the patch.
    pub(crate) fn applied_to(
        &self,
        before: &FavoriteData,
        now: Timestamp,
    ) -> Result<FavoriteData, Vec<Fault>> {
        let mut after = before.clone();
        let mut faults = self.faults.clone();
        self.details.apply(&mut after.details);
        if let Some(url) = &self.details.content_url {
            faults.extend(content_url_fault(before.data_type(), url.as_ref()));
        }
        match self.content.as_ref().map(|patch| patch.applied_to(&before.content)) {
            Some(Ok(content)) => after.content = content,
            Some(Err(wrong)) => faults.extend(wrong),
            None => {}
        }
        if let Some(time) = self.clip_time.filter(|time| *time != before.clip_time) {
            faults.extend(past_time_fault("/clipTime", Some(time), now));
            after.clip_time = time;
            after.data_id = DataId::at(time);
        }
        if let Some(time) = self.expire_time {
            faults.extend(expiry_fault(time, now));
            after.expire_time = time.map(EpochSeconds::of);
        }
        if faults.is_empty() { Ok(after) } else { Err(faults) }
    }
}
