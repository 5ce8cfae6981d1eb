//! Tags to make: what a caller asks for, and the checks of it.

use serde::Serialize;
use single_table::Timestamp;

use crate::error::Fault;
use crate::model::ids::{TagId, UserId};
use crate::model::tag::{Tag, TagName};
use crate::model::times::past_time_fault;

/// A tag to make as far as it could be read, and the faults of what could not be read. So that a caller gets all faults at once,
/// the use case adds those that only it can know.
///
/// ```
/// use favorites::{TagDraft, TagName};
///
/// let draft = TagDraft::from(TagName::parse("Reading").unwrap());
/// assert_eq!((draft.create_time, draft.faults.len()), (None, 0));
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TagDraft {
    /// The name. Where it is missing, `faults` says why.
    pub name: Option<TagName>,
    /// The time that the tag was made at, for imported history; now when not given. From 1970 to
    /// [`CLIP_TIME_AHEAD`](crate::limits::CLIP_TIME_AHEAD) from now.
    pub create_time: Option<Timestamp>,
    /// The time that its favorites were last listed at, in the same range; `create_time` when not given.
    pub last_access_time: Option<Timestamp>,
    /// The faults of what could not be read.
    #[serde(skip)]
    pub faults: Vec<Fault>,
}

impl From<TagName> for TagDraft {
    fn from(name: TagName) -> Self {
        Self { name: Some(name), ..Self::default() }
    }
}

impl TagDraft {
    /// Returns the first version of the tag, made at `now`, or every fault of it.
    pub(crate) fn first_version(&self, user: &UserId, now: Timestamp) -> Result<Tag, Vec<Fault>> {
        let mut faults = self.faults.clone();
        faults.extend(past_time_fault("/createTime", self.create_time, now));
        faults.extend(past_time_fault("/lastAccessTime", self.last_access_time, now));
        if self.name.is_none() && faults.is_empty() {
            faults.push(Fault::new("/tagName", "is required"));
        }
        let (Some(tag_name), true) = (self.name.clone(), faults.is_empty()) else { return Err(faults) };
        let create_time = self.create_time.unwrap_or(now);
        Ok(Tag {
            user_id: user.clone(),
            tag_id: TagId::at(create_time),
            tag_name,
            create_time,
            last_access_time: self.last_access_time.unwrap_or(create_time),
            version: 1,
            former_names: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_draft_without_a_name_is_refused_with_or_without_a_reason() {
        let (user, now) = (UserId::parse("ann").unwrap(), Timestamp::MAX);
        let fault = |draft: TagDraft| draft.first_version(&user, now).unwrap_err()[0].to_string();
        assert_eq!(fault(TagDraft::default()), "/tagName: is required");
        let read = TagDraft { faults: vec![Fault::new("/tagName", "must be text")], ..TagDraft::default() };
        assert_eq!(fault(read), "/tagName: must be text");
    }
}
