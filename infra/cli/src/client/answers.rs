//! The members of answers that the client reads.

use std::collections::BTreeMap;

use favorites_api::favorites::{DataId, DataType, JobCounts, JobFailure, JobId, JobState, TagId, TagName};
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::document::Document;
use super::files::{Download, Upload};
use super::problem::Problem;

/// A favorite, also one in the trash.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Favorite {
    pub(crate) data_id: DataId,
    pub(crate) data_type: DataType,
    pub(crate) title: String,
    pub(crate) content_url: Option<String>,
    pub(crate) thumbnail_url: Option<String>,
    pub(crate) creator_id: Option<String>,
    pub(crate) clip_time: String,
    pub(crate) update_time: String,
    pub(crate) expire_time: Option<String>,
    /// The time at which it is deleted for good, if it is in the trash.
    pub(crate) purge_time: Option<String>,
    pub(crate) version: u64,
    #[serde(default)]
    pub(crate) tag_ids: Vec<TagId>,
    #[serde(default)]
    pub(crate) content: Map<String, Value>,
    /// Another favorite keeps the link already, and this is that one.
    #[serde(default)]
    pub(crate) already_there: bool,
    /// The members of the request that this favorite does not have.
    #[serde(default)]
    pub(crate) ignored: Vec<String>,
}

/// The answer to a request that saves a batch of favorites.
#[derive(Debug, Deserialize)]
pub(crate) struct BatchAnswer {
    /// One result for each favorite, in the order of the request.
    pub(crate) results: Vec<BatchResult>,
}

/// The result for one favorite of a batch.
#[derive(Debug, Serialize, Deserialize)]
#[serde(tag = "outcome", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub(crate) enum BatchResult {
    Created {
        data_id: DataId,
        version: u64,
        tag_ids: Vec<TagId>,
    },
    AlreadyThere {
        data_id: DataId,
        version: u64,
        tag_ids: Vec<TagId>,
        /// The fields of the request that the existing favorite did not take over.
        ignored: Vec<String>,
    },
    Refused {
        #[serde(skip_serializing)]
        problem: Box<Problem>,
    },
}

impl BatchResult {
    /// Returns true if the service was too busy to save the favorite, so that a retry may succeed.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, Self::Refused { problem } if problem.status() == StatusCode::SERVICE_UNAVAILABLE)
    }
}

/// A tag.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Tag {
    #[serde(rename = "tagId")]
    pub(crate) id: TagId,
    #[serde(rename = "tagName")]
    pub(crate) name: TagName,
    pub(crate) create_time: String,
    /// The number of favorites with the tag. The tags of a favorite have none.
    pub(crate) count: Option<u64>,
}

/// An export.
#[derive(Debug, Deserialize)]
pub(crate) struct Export {
    /// The link to the file, if the job is done.
    pub(crate) download: Option<Download>,
    pub(crate) favorites: u64,
}

/// An import.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Import {
    /// The format of the file, once it is known.
    pub(crate) format: Option<String>,
    pub(crate) dry_run: bool,
    pub(crate) encoding: Option<String>,
    pub(crate) created_tag_count: u64,
    pub(crate) entries_with_remarks: u64,
    /// The link for the upload, if the job waits for its file.
    pub(crate) upload: Option<Upload>,
}

/// An entry that was skipped or changed by the import.
#[derive(Debug, Deserialize)]
pub(crate) struct ImportReportEntry {
    pub(crate) place: String,
    /// The reason why the entry can't be a favorite. A duplicate has none.
    pub(crate) reason: Option<String>,
    /// What was shortened, dropped or replaced.
    #[serde(default)]
    pub(crate) remarks: Vec<String>,
}

/// Work on many favorites.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Job {
    #[serde(rename = "jobId")]
    pub(crate) id: JobId,
    /// The action on favorites. An import or export has none.
    pub(crate) action: Option<String>,
    pub(crate) export: Option<Export>,
    pub(crate) import: Option<Import>,
    pub(crate) state: JobState,
    /// The reason why the job failed.
    pub(crate) reason: Option<String>,
    pub(crate) counts: JobCounts,
    /// The first favorites that could not be changed.
    pub(crate) failures: Vec<JobFailure>,
    /// True if another job can undo this one.
    pub(crate) undoable: bool,
    pub(crate) create_time: String,
}

/// The number of favorites.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Counts {
    pub(crate) total: u64,
    pub(crate) by_type: BTreeMap<DataType, u64>,
    pub(crate) trash: u64,
}

/// An account.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Account {
    pub(crate) user_id: String,
    pub(crate) usage: Usage,
    /// The limits by their names.
    pub(crate) limits: BTreeMap<String, u64>,
}

/// The things that a user keeps.
#[derive(Debug, Deserialize)]
pub(crate) struct Usage {
    pub(crate) favorites: Counts,
    pub(crate) tags: u64,
}

/// The number of favorites that a search finds.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MatchCounts {
    pub(crate) total: u64,
    pub(crate) by_type: BTreeMap<DataType, u64>,
    /// False if the search stopped before it had read everything. The numbers are then lower bounds.
    pub(crate) complete: bool,
}

/// A page of a list.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", bound(deserialize = "T: serde::de::DeserializeOwned"))]
pub(crate) struct Page<T> {
    pub(crate) items: Vec<Document<T>>,
    pub(crate) next_cursor: Option<String>,
    /// Only the first page of a search has it.
    pub(crate) counts: Option<Document<MatchCounts>>,
}
