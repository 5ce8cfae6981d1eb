//! Favorites to keep: what a caller asks for, and the checks of it.

use std::collections::BTreeSet;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use single_table::{EpochSeconds, Timestamp};

use crate::error::Fault;
use crate::limits::TAGS_PER_FAVORITE;
use crate::model::chosen_id::ChosenId;
use crate::model::content::Content;
use crate::model::data_type::DataType;
use crate::model::details::{Details, DetailsDraft, content_url_fault, differs, fill};
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::json::{FromJson, from_text};
use crate::model::life::Life;
use crate::model::tag_times::TagTimes;
use crate::model::times::{expiry_fault, past_time_fault};
use crate::model::title::title_of;
use crate::model::value::{ValueError, named};

/// A favorite to keep.
#[derive(Debug, Clone, PartialEq)]
pub struct NewFavorite {
    /// The title and the other members that every type has.
    pub details: Details,
    /// The time that it was kept at, for imported history; now when not given. From 1970 to
    /// [`CLIP_TIME_AHEAD`](crate::limits::CLIP_TIME_AHEAD) from now.
    pub clip_time: Option<Timestamp>,
    /// The time at which it expires.
    pub expire_time: Option<Timestamp>,
    /// Tags to put on it: they exist, and are at most [`TAGS_PER_FAVORITE`](crate::limits::TAGS_PER_FAVORITE).
    pub tag_ids: BTreeSet<TagId>,
    /// Its type and the content of that type.
    pub content: Content,
}

/// A favorite to keep as far as it could be read, and the faults of what could not be read. So that a caller gets all faults at
/// once, the use case adds those that only it can know.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct FavoriteDraft {
    /// The title and the other members that every type has. Without a title, the favorite gets one from its
    /// content or its address. Where the type or the content is missing, `faults` says why.
    #[serde(flatten)]
    pub details: DetailsDraft,
    /// The id that the client chose. Without one, the service makes an id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_id: Option<ChosenId>,
    /// The time that it was kept at.
    pub clip_time: Option<Timestamp>,
    /// The time at which it expires.
    pub expire_time: Option<Timestamp>,
    /// Tags to put on it.
    pub tag_ids: BTreeSet<TagId>,
    /// Its type.
    pub data_type: Option<DataType>,
    /// The content of that type.
    pub content: Option<Content>,
    /// The action if another favorite has the same link.
    pub on_existing: OnExisting,
    /// The faults of what could not be read.
    #[serde(skip)]
    pub faults: Vec<Fault>,
}

/// The action if a new favorite has the link of another one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum OnExisting {
    /// Leave the favorite that keeps it as it is.
    #[default]
    Keep,
    /// Add the tags to it, and fill in what it lacks of the details, the description and the site name. It keeps its title, its
    /// times and everything else that it has. It gets no expiry either: a favorite that was to stay must not go.
    Merge,
}

impl OnExisting {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Keep, Self::Merge];

    /// Its name in requests.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Keep => "keep",
            Self::Merge => "merge",
        }
    }
}

impl FromStr for OnExisting {
    type Err = ValueError;

    fn from_str(text: &str) -> Result<Self, ValueError> {
        named(&Self::ALL, Self::as_str, text)
    }
}

impl FromJson for OnExisting {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        from_text(value, at, faults, str::parse)
    }
}

impl From<NewFavorite> for FavoriteDraft {
    fn from(new: NewFavorite) -> Self {
        Self {
            details: new.details.into(),
            clip_time: new.clip_time,
            expire_time: new.expire_time,
            tag_ids: new.tag_ids,
            data_type: Some(new.content.data_type()),
            content: Some(new.content),
            ..Self::default()
        }
    }
}

impl FavoriteDraft {
    /// Returns the first version of the favorite, kept at `now`, or every fault of it.
    pub(crate) fn first_version(&self, user: &UserId, now: Timestamp) -> Result<FavoriteData, Vec<Fault>> {
        let (details, faults) = (self.titled().whole(), self.all_faults(now));
        let (Ok(details), Some(content), true) = (details, &self.content, faults.is_empty()) else {
            return Err(faults);
        };
        let clip_time = self.time().unwrap_or(now);
        Ok(FavoriteData {
            user_id: user.clone(),
            data_id: self.data_id.map_or_else(|| DataId::at(clip_time), ChosenId::data_id),
            details,
            clip_time,
            update_time: now,
            expire_time: self.expire_time.map(EpochSeconds::of),
            tag_ids: self.tag_ids.clone(),
            tag_times: TagTimes::default(),
            restore_time: None,
            version: 1,
            life: self.data_id.map_or_else(Life::default, |_| Life::begin(now)),
            truncated: false,
            content: content.clone(),
        })
    }

    /// The time that the caller gave, or that of the chosen id.
    fn time(&self) -> Option<Timestamp> {
        self.clip_time.or_else(|| self.data_id.map(ChosenId::clip_time))
    }

    fn all_faults(&self, now: Timestamp) -> Vec<Fault> {
        let mut faults = self.faults.clone();
        let is_sound = |pointer: &str| !self.faults.iter().any(|fault| fault.pointer == pointer);
        faults.extend(past_time_fault("/clipTime", self.time(), now).or_else(|| self.other_time_fault()));
        faults.extend(expiry_fault(self.expire_time, now));
        if let Some(data_type) = self.data_type.filter(|_| is_sound("/contentUrl")) {
            faults.extend(content_url_fault(data_type, self.details.content_url.as_ref()));
        }
        faults.extend(tag_count_fault(&self.tag_ids));
        // A reader gives the reason why the content is missing. A draft that was made otherwise has none.
        if self.faults.is_empty() && self.content.is_none() {
            faults.push(Fault::new("/content", "is required"));
        }
        // What is still wrong may be the title, or stand for it, once it is right.
        let is_open = |fault: &Fault| {
            fault.pointer.is_empty() || ["/title", "/content"].iter().any(|at| fault.pointer.starts_with(at))
        };
        if !faults.iter().any(is_open) {
            let missing = self.titled().whole().err().into_iter().flatten();
            faults.extend(missing.map(|pointer| Fault::new(pointer, "is required")));
        }
        faults
    }

    /// Returns the details with a title, if one was given or something can stand for it.
    fn titled(&self) -> DetailsDraft {
        let mut details = self.details.clone();
        if let (None, Some(content)) = (&details.title, &self.content) {
            details.title = title_of(content, details.content_url.as_ref());
        }
        details
    }

    /// The fault of a `clipTime` that is not the time of the chosen id: lists are in the order of ids.
    pub(crate) fn other_time_fault(&self) -> Option<Fault> {
        let (id, given) = (self.data_id?.clip_time(), self.clip_time?);
        (id != given).then(|| Fault::new("/clipTime", ValueError::OtherTime { id, given }))
    }

    /// Returns the favorite that keeps the link as this draft of the same link leaves it: unchanged, or merged with the draft as
    /// [`OnExisting::Merge`] says.
    pub(crate) fn added_to(&self, existing: &FavoriteData) -> FavoriteData {
        let mut merged = existing.clone();
        if self.on_existing == OnExisting::Keep {
            return merged;
        }
        merged.tag_ids.extend(&self.tag_ids);
        self.details.fill(&mut merged.details);
        if let (Content::Link(link), Some(Content::Link(new))) = (&mut merged.content, &self.content) {
            fill(&mut link.description, new.description.as_ref());
            fill(&mut link.site_name, new.site_name.as_ref());
        }
        merged
    }

    /// Returns the members that the caller gave and that the favorite does not have: their values were ignored.
    pub(crate) fn ignored_by(&self, favorite: &FavoriteData) -> Vec<&'static str> {
        let expire_time = self.expire_time.map(EpochSeconds::of);
        let members = [
            ("clipTime", differs(self.clip_time.as_ref(), Some(&favorite.clip_time))),
            ("expireTime", differs(expire_time.as_ref(), favorite.expire_time.as_ref())),
            ("tagIds", !self.tag_ids.is_subset(&favorite.tag_ids)),
            ("content", self.content_differs(&favorite.content)),
        ];
        let others = members.into_iter().filter_map(|(name, differs)| differs.then_some(name));
        self.details.ignored_by(&favorite.details).chain(others).collect()
    }

    fn content_differs(&self, kept: &Content) -> bool {
        match (&self.content, kept) {
            (Some(Content::Link(new)), Content::Link(kept)) => {
                differs(new.description.as_ref(), kept.description.as_ref())
                    || differs(new.site_name.as_ref(), kept.site_name.as_ref())
            }
            (new, kept) => differs(new.as_ref(), Some(kept)),
        }
    }
}

/// The fault of a favorite with too many tags.
pub(crate) fn tag_count_fault(tag_ids: &BTreeSet<TagId>) -> Option<Fault> {
    let given = tag_ids.len();
    (given > TAGS_PER_FAVORITE).then(|| {
        Fault::new("/tagIds", format!("must have at most {TAGS_PER_FAVORITE} tags; {given} were given"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::content::Note;
    use crate::model::value::{NoteText, Title};

    /// The fingerprint of a request, which an idempotency key remembers for a day, is made of this form.
    #[test]
    fn a_detail_that_is_not_given_is_not_in_the_fingerprint() {
        let new = NewFavorite {
            details: Details::new(Title::parse("Idea").unwrap()),
            clip_time: None,
            expire_time: None,
            tag_ids: BTreeSet::new(),
            content: Content::Note(Note { text: NoteText::parse("Milk").unwrap() }),
        };
        assert_eq!(
            serde_json::to_string(&FavoriteDraft::from(new)).unwrap(),
            r#"{"title":"Idea","clip_time":null,"expire_time":null,"tag_ids":[],"data_type":"note","content":{"dataType":"note","content":{"text":"Milk"}},"on_existing":"Keep"}"#
        );
    }

    #[test]
    fn a_draft_without_a_reader_names_what_is_missing_and_one_with_faults_only_adds_to_them() {
        let (user, now) = (UserId::parse("ann").unwrap(), Timestamp::MAX);
        let faults = |draft: FavoriteDraft| -> Vec<String> {
            draft.first_version(&user, now).unwrap_err().iter().map(ToString::to_string).collect()
        };
        assert_eq!(faults(FavoriteDraft::default()), ["/content: is required"]);
        let read = vec![Fault::new("/contentUrl", "must be text; a number was given")];
        let draft =
            FavoriteDraft { faults: read, data_type: Some(DataType::Link), ..FavoriteDraft::default() };
        assert_eq!(faults(draft), ["/contentUrl: must be text; a number was given"]);
        let draft = FavoriteDraft { data_type: Some(DataType::Link), ..FavoriteDraft::default() };
        assert_eq!(faults(draft)[0], "/contentUrl: is required for the type link");
    }
}
