//! The lines of an export, and lines that users write themselves.

use serde_json::{Map, Value};
use single_table::{EpochSeconds, Timestamp};

use super::entry_id::{derived, link_id};
use super::outcome::reason;
use crate::error::Fault;
use crate::jobs::{Import, Job};
use crate::limits::IMPORTED_VERSION;
use crate::model::chosen_id::ChosenId;
use crate::model::favorite::TrashedFavorite;
use crate::model::ids::{TagId, UserId};
use crate::model::json::{Fields, excerpt, read_item};
use crate::model::new_favorite::FavoriteDraft;
use crate::model::new_tag::TagDraft;
use crate::model::origin::Origin;
use crate::model::tag::{Tag, TagName};
use crate::use_cases::batch::BatchItem;

/// A line of a file.
pub(super) enum Line {
    /// The first line, with the version of the format.
    Header(u64),
    /// A tag.
    Tag(Box<TagLine>),
    /// A favorite.
    Favorite(Box<FavoriteLine>),
    /// A favorite in the trash.
    Trashed(Box<TrashedLine>),
    /// The last line, with the number of lines between the first one and this one.
    End(u64),
}

/// A tag. Only its name is required.
pub(super) struct TagLine {
    draft: TagDraft,
    tag_id: Option<TagId>,
    version: u64,
}

/// A favorite. What a request need not have is not required.
pub(super) struct FavoriteLine {
    draft: FavoriteDraft,
    tag_names: Vec<TagName>,
    update_time: Option<Timestamp>,
    version: u64,
}

/// A favorite in the trash.
pub(super) struct TrashedLine {
    delete_time: Timestamp,
    purge_time: Timestamp,
    favorite: FavoriteLine,
}

impl Line {
    /// Reads a line.
    ///
    /// # Errors
    /// The reason, if the line is none of the format. The faults of a favorite are in its draft.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, String> {
        let value: Value =
            serde_json::from_slice(bytes).map_err(|error| format!("the line is not JSON: {error}"))?;
        let members = value.as_object().map(Map::len);
        let (Some(1), Some((name, value))) = (members, value.as_object().and_then(|line| line.iter().next()))
        else {
            return Err(format!("the line must be an object with one member; {}", expected()));
        };
        let mut faults = Vec::new();
        let at = format!("/{name}");
        let read = match name.as_str() {
            HEADER => value.as_u64().map(Self::Header),
            TAG => Some(Self::Tag(Box::new(TagLine::read(value)))),
            FAVORITE => Some(Self::Favorite(Box::new(FavoriteLine::read(value)))),
            TRASHED => TrashedLine::read(value, &mut faults).map(Box::new).map(Self::Trashed),
            END => read_end(value, &at, &mut faults).map(Self::End),
            other => {
                return Err(format!(
                    "\"{}\" is none of the members of a line; {}",
                    excerpt(other),
                    expected()
                ));
            }
        };
        read.filter(|_| faults.is_empty()).ok_or_else(|| {
            if faults.is_empty() {
                format!("\"{name}\" has another value than expected")
            } else {
                reason(&faults)
            }
        })
    }
}

const HEADER: &str = "favoritesExport";
const TAG: &str = "tag";
const FAVORITE: &str = "favorite";
const TRASHED: &str = "trashed";
const END: &str = "end";

fn expected() -> String {
    format!("use {FAVORITE}, {TAG}, {TRASHED}, {HEADER} or {END}")
}

fn read_end(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<u64> {
    let mut fields = Fields::of(value, at, faults)?;
    let counts: [Option<u64>; 3] = ["tags", "favorites", "trashed"].map(|name| fields.required(name));
    fields.finish();
    counts.into_iter().try_fold(0_u64, |sum, count| Some(sum.saturating_add(count?)))
}

/// Reads the version of a tag or a favorite.
fn read_version(fields: &mut Fields<'_>) -> u64 {
    let version = fields.optional("version").unwrap_or(1);
    if !(1..=IMPORTED_VERSION).contains(&version) {
        fields.fault("version", format!("must be from 1 to {IMPORTED_VERSION}; {version} was given"));
    }
    version
}

impl TagLine {
    fn read(value: &Value) -> Self {
        let mut faults = Vec::new();
        let mut line = Self { draft: TagDraft::default(), tag_id: None, version: 1 };
        if let Some(mut fields) = Fields::of(value, "", &mut faults) {
            line.draft.name = fields.required("tagName");
            line.draft.create_time = fields.optional("createTime");
            line.draft.last_access_time = fields.optional("lastAccessTime");
            line.tag_id = fields.optional("tagId");
            line.version = read_version(&mut fields);
            fields.finish();
        }
        line.draft.faults = faults;
        line
    }

    /// Returns the tag, if a request could make it. A tag without an id gets one that follows from the job
    /// and the number of the line.
    pub(super) fn tag(&self, job: &Job, number: u64, now: Timestamp) -> Result<Tag, String> {
        let time = self.draft.create_time.unwrap_or(job.create_time);
        let draft = TagDraft { create_time: Some(time), ..self.draft.clone() };
        let first = draft.first_version(&job.user_id, now).map_err(|faults| reason(&faults))?;
        let tag_id = self.tag_id.unwrap_or_else(|| (*link_id(job.job_id, number, time).as_uuid()).into());
        Ok(Tag { tag_id, version: self.version, ..first })
    }
}

impl FavoriteLine {
    fn read(value: &Value) -> Self {
        let mut faults = Vec::new();
        let mut line =
            Self { draft: FavoriteDraft::default(), tag_names: Vec::new(), update_time: None, version: 1 };
        if let Some(mut fields) = Fields::of(value, "", &mut faults) {
            (line.draft, line.tag_names) = read_item(&mut fields);
            line.update_time = fields.optional("updateTime");
            line.version = read_version(&mut fields);
            fields.finish();
        }
        line.draft.faults = faults;
        line
    }

    /// Returns the favorite to create, with the tags of the import. A favorite without an id gets one that is
    /// the same in each import of the line, or, if it is a link, that of this import: the service keeps each
    /// link once.
    pub(super) fn item(&self, job: &Job, import: &Import, number: u64) -> (BatchItem, Origin) {
        let chosen = self.draft.data_id;
        let time = self.draft.clip_time.or(chosen.map(ChosenId::clip_time)).unwrap_or(job.create_time);
        let origin = match chosen {
            Some(chosen) => Origin::Exported {
                data_id: chosen.data_id(),
                update_time: self.update_time.unwrap_or(time),
                version: self.version,
            },
            None => derived(&self.draft, (job.job_id, number), time),
        };
        let on_existing = import.options.on_existing;
        // The origin gives the favorite its id, so that the draft is not taken for a repeated request.
        let faults = self.draft.faults.iter().cloned().chain(self.draft.other_time_fault()).collect();
        let draft =
            FavoriteDraft { data_id: None, clip_time: Some(time), on_existing, faults, ..self.draft.clone() };
        let tag_names = self.tag_names.iter().chain(&import.options.tag_names).cloned().collect();
        (BatchItem { draft, tag_names }, origin)
    }
}

impl TrashedLine {
    fn read(value: &Value, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, "", faults)?;
        let (delete_time, purge_time) = (fields.required("deleteTime"), fields.required("purgeTime"));
        let favorite = fields.take(FAVORITE).map(FavoriteLine::read);
        if favorite.is_none() {
            fields.fault(FAVORITE, "is required");
        }
        fields.finish();
        Some(Self { delete_time: delete_time?, purge_time: purge_time?, favorite: favorite? })
    }

    /// Returns the favorite that the trash is to have.
    pub(super) fn item(&self, job: &Job, import: &Import, number: u64) -> (BatchItem, Origin) {
        let (item, origin) = self.favorite.item(job, import, number);
        // Only favorites outside the trash get the tags of the import.
        (BatchItem { tag_names: Vec::new(), ..item }, origin)
    }

    /// Returns the favorite in the trash. It must be one that a request could create, because the user may
    /// restore it.
    pub(super) fn trashed(
        &self,
        user: &UserId,
        draft: &FavoriteDraft,
        origin: Origin,
        now: Timestamp,
    ) -> Result<TrashedFavorite, String> {
        let favorite = draft.first_version(user, now).map_err(|faults| reason(&faults))?;
        let favorite = origin.apply(favorite);
        let purge_time = EpochSeconds::of(self.purge_time);
        if purge_time.expired(now) {
            return Err(format!("the trash was to keep it until {}", purge_time.timestamp()));
        }
        let (user_id, data_id) = (user.clone(), favorite.data_id);
        Ok(TrashedFavorite { user_id, data_id, delete_time: self.delete_time, purge_time, favorite })
    }
}
