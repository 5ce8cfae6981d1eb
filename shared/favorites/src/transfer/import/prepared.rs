//! The entries of a step, as far as the table is not needed for them.

use std::collections::BTreeSet;

use single_table::Timestamp;

use super::draft::{Draft, draft};
use super::entry_id::{is_of, stable_id};
use super::line::TrashedLine;
use super::open::OpenImport;
use super::outcome::{bounded, bounded_all};
use super::report::{ImportReportEntry, ReportedOutcome};
use super::rows::{ImportRow, RowContent};
use crate::error::Error;
use crate::jobs::{Import, Job};
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, JobId};
use crate::model::new_favorite::OnExisting;
use crate::model::origin::Origin;
use crate::model::tag::{Tag, TagName};
use crate::use_cases::batch::BatchItem;
use crate::use_cases::favorites::Saved;
use crate::use_cases::tag_names::folded;

/// An entry that is read.
pub(super) struct Prepared {
    pub(super) number: u64,
    pub(super) place: String,
    pub(super) content: Content,
    /// The parts of the entry that were shortened, dropped or replaced, each with the reason.
    remarks: Vec<String>,
}

/// The outcome of an entry, and a remark about it.
pub(super) struct Outcome {
    pub(super) outcome: ReportedOutcome,
    pub(super) remark: Option<String>,
}

/// The content of an entry.
pub(super) enum Content {
    /// A favorite.
    Favorite(Box<BatchItem>, Origin),
    /// A favorite in the trash.
    Trashed(Box<TrashedLine>, Box<BatchItem>, Origin),
    /// A tag. It is not counted, because only favorites are.
    Tag(Box<Tag>),
    /// An entry that can't be a favorite.
    Invalid(String),
}

impl Prepared {
    /// Makes favorites of entries, as far as the table is not needed for this.
    pub(super) fn of(row: ImportRow, job: &Job, import: &Import, now: Timestamp) -> Self {
        let ImportRow { number, place, content } = row;
        let mut remarks = Vec::new();
        let content = match content {
            Err(reason) => Content::Invalid(reason),
            Ok(RowContent::Bookmark(entry)) => match draft(*entry, job, import, number) {
                Ok(Draft { item, origin, remarks: found }) => {
                    remarks = found;
                    Content::Favorite(Box::new(item), origin)
                }
                Err(reason) => Content::Invalid(reason),
            },
            Ok(RowContent::Tag(tag)) => {
                tag.tag(job, number, now).map_or_else(Content::Invalid, |tag| Content::Tag(Box::new(tag)))
            }
            Ok(RowContent::Favorite(favorite)) => {
                let (item, origin) = favorite.item(job, import, number);
                Content::Favorite(Box::new(item), origin)
            }
            Ok(RowContent::Trashed(trashed)) => {
                let (item, origin) = trashed.item(job, import, number);
                Content::Trashed(trashed, Box::new(item), origin)
            }
        };
        Self { number, place, content, remarks }
    }

    /// Returns the id of the favorite, if the favorite can have existed before the import.
    pub(super) fn stable_id(&self) -> Option<DataId> {
        match &self.content {
            Content::Favorite(item, origin) | Content::Trashed(_, item, origin) => stable_id(item, *origin),
            Content::Tag(_) | Content::Invalid(_) => None,
        }
    }

    /// Returns the favorite to create, with the user's tags.
    pub(super) fn item(&self, open: &OpenImport) -> Option<(BatchItem, Origin)> {
        match &self.content {
            Content::Favorite(item, origin) => Some((with_own_tags(item, open), *origin)),
            _ => None,
        }
    }

    /// Returns the names of the tags that another service's file gives the favorite.
    pub(super) fn tag_names(&self) -> &[TagName] {
        match &self.content {
            Content::Favorite(item, _) => &item.tag_names,
            _ => &[],
        }
    }

    /// Returns the id of the favorite to create.
    pub(super) fn data_id(&self) -> Option<DataId> {
        match &self.content {
            Content::Favorite(_, origin) => origin.data_id(),
            _ => None,
        }
    }

    /// Returns true if an earlier entry of the file has the link, and has this entry merged with it from now
    /// on.
    pub(super) fn repeats(&mut self, result: &Result<Saved<FavoriteData>, Error>, job_id: JobId) -> bool {
        let (Content::Favorite(item, origin), Ok(Saved::AlreadyThere { favorite, .. })) =
            (&mut self.content, result)
        else {
            return false;
        };
        let of_earlier = is_of(job_id, favorite.data_id) && origin.data_id() != Some(favorite.data_id);
        let merges = of_earlier && item.draft.on_existing == OnExisting::Keep;
        if merges {
            item.draft.on_existing = OnExisting::Merge;
        }
        merges
    }

    /// Notes that an earlier try may have saved the entry.
    pub(super) fn note_repeat(&mut self) {
        if let Content::Favorite(_, origin) = &mut self.content {
            origin.note_repeat();
        }
    }

    /// Returns the name of the tag that the step creates for this entry, if it is a tag that did not exist.
    pub(super) fn created_tag(&self, existing: &BTreeSet<u64>) -> Option<&TagName> {
        match &self.content {
            Content::Tag(tag) if !existing.contains(&self.number) => Some(&tag.tag_name),
            _ => None,
        }
    }

    /// Returns the line of the report. `None` if the favorite is imported as the file has it.
    pub(super) fn report(&self, Outcome { outcome, remark }: Outcome) -> Option<ImportReportEntry> {
        let takes = match &self.content {
            Content::Favorite(item, _) => item.draft.on_existing == OnExisting::Merge,
            _ => false,
        };
        let own = match outcome {
            ReportedOutcome::Imported => self.remarks.as_slice(),
            ReportedOutcome::Duplicate { .. } if takes => self.remarks.as_slice(),
            _ => &[],
        };
        let remarks = bounded_all(own.iter().cloned().chain(remark));
        let is_reported = outcome != ReportedOutcome::Imported || !remarks.is_empty();
        is_reported.then(|| ImportReportEntry { place: bounded(&self.place), outcome, remarks })
    }
}

impl From<ReportedOutcome> for Outcome {
    fn from(outcome: ReportedOutcome) -> Self {
        Self { outcome, remark: None }
    }
}

/// Returns the entries of a step whose ids earlier entries of the file have. Remembers the ids of the others.
/// An entry of another service's file that repeats an earlier one gives that one's favorite its tags.
pub(super) fn repeated(step: &mut [Prepared], open: &mut OpenImport) -> BTreeSet<u64> {
    let mut repeated = BTreeSet::new();
    for prepared in step {
        if prepared.stable_id().is_some_and(|data_id| !open.ids.insert(data_id)) {
            repeated.insert(prepared.number);
            if let Content::Favorite(item, Origin::Derived { .. }) = &mut prepared.content {
                item.draft.on_existing = OnExisting::Merge;
            }
        }
    }
    repeated
}

/// Returns the item with the user's tags in place of those of the file. Tags that the file does not have are
/// left out, and so are those that the user has deleted during the import.
pub(super) fn with_own_tags(item: &BatchItem, open: &OpenImport) -> BatchItem {
    let mut item = item.clone();
    item.tag_names.retain(|name| !open.deleted.contains(&folded(name)));
    let tag_ids = item.draft.tag_ids.iter().filter_map(|tag_id| open.tags.id(*tag_id));
    item.draft.tag_ids = tag_ids.collect();
    item
}
