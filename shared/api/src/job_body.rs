//! The JSON of jobs.

use favorites::{Action, Job, JobCounts, JobFailure, JobId, JobWork, Selector, TagId, Timestamp};
use http::StatusCode;
use serde::Serialize;

use crate::response::Response;
use crate::transfer_body::{ExportBody, ImportBody, JobLinks, export_body, import_body};

/// The action of the job that erases an account.
const ERASE_ACCOUNT: &str = "eraseAccount";

/// A job. `tagId` and `expireTime` are those of its action.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobBody<'a> {
    job_id: JobId,
    #[serde(skip_serializing_if = "Option::is_none")]
    action: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_id: Option<TagId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expire_time: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    select: Option<&'a Selector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undoes: Option<JobId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    export: Option<ExportBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    import: Option<ImportBody<'a>>,
    state: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    counts: JobCounts,
    failures: &'a [JobFailure],
    undoable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    undone_by: Option<JobId>,
    create_time: Timestamp,
    update_time: Timestamp,
}

/// The job without links.
impl<'a> From<&'a Job> for JobBody<'a> {
    fn from(job: &'a Job) -> Self {
        Self::with_links(job, &JobLinks::default())
    }
}

/// Returns the name of the action that a job does. Imports and exports have members of their own instead.
fn name_of_action(work: &JobWork) -> Option<&'static str> {
    match work {
        JobWork::Erase(_) => Some(ERASE_ACCOUNT),
        work => work.action().map(|action| action.name().as_str()),
    }
}

impl<'a> JobBody<'a> {
    fn with_links(job: &'a Job, links: &JobLinks) -> Self {
        let action = job.work.action();
        let (select, undoes) = match &job.work {
            JobWork::Act { selector, .. } => (Some(selector), None),
            JobWork::Undo { job_id, .. } => (None, Some(*job_id)),
            JobWork::Export(_) | JobWork::Import(_) | JobWork::Erase(_) => (None, None),
        };
        let (tag_id, expire_time) = match action {
            Some(Action::Tag(tag_id) | Action::Untag(tag_id)) => (Some(tag_id), None),
            Some(Action::SetExpiry(time)) => (None, time),
            Some(Action::Delete | Action::Restore | Action::Purge) | None => (None, None),
        };
        Self {
            job_id: job.job_id,
            action: name_of_action(&job.work),
            tag_id,
            expire_time,
            select,
            undoes,
            export: export_body(job, links),
            import: import_body(job, links),
            state: job.state.as_str(),
            reason: job.reason.as_deref(),
            counts: job.counts,
            failures: &job.failures,
            undoable: job.is_undoable(),
            undone_by: job.undone_by,
            create_time: job.create_time,
            update_time: job.update_time,
        }
    }
}

impl Response {
    /// 201 with an import whose file is to be uploaded. `Location` is the address of its state.
    #[must_use]
    pub fn new_import(job: &Job, links: &JobLinks) -> Self {
        Self::json(StatusCode::CREATED, &JobBody::with_links(job, links)).at(address(job))
    }

    /// 202 with a job that was begun. `Location` is the address of its state.
    #[must_use]
    pub fn begun(job: &Job) -> Self {
        Self::begun_transfer(job, &JobLinks::default())
    }

    /// 202 with an import or export that was begun. `Location` is the address of its state.
    #[must_use]
    pub fn begun_transfer(job: &Job, links: &JobLinks) -> Self {
        Self::json(StatusCode::ACCEPTED, &JobBody::with_links(job, links)).at(address(job))
    }

    /// 200 with a job.
    #[must_use]
    pub fn job(job: &Job, links: &JobLinks) -> Self {
        Self::json(StatusCode::OK, &JobBody::with_links(job, links))
    }
}

/// Returns the address of a job's state.
fn address(job: &Job) -> String {
    format!("/jobs/{}", job.job_id)
}
