//! The JSON of jobs.

use favorites::{Action, Job, JobCounts, JobFailure, JobId, JobWork, Selector, TagId, Timestamp};
use http::StatusCode;
use serde::Serialize;

use crate::response::Response;

/// The action of the job that erases an account.
const ERASE_ACCOUNT: &str = "eraseAccount";

/// A job. `tagId` and `expireTime` are those of its action.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct JobBody<'a> {
    job_id: JobId,
    action: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_id: Option<TagId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expire_time: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    select: Option<&'a Selector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undoes: Option<JobId>,
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

impl<'a> From<&'a Job> for JobBody<'a> {
    fn from(job: &'a Job) -> Self {
        let (select, undoes) = match &job.work {
            JobWork::Act { selector, .. } => (Some(selector), None),
            JobWork::Undo { job_id, .. } => (None, Some(*job_id)),
            JobWork::Erase(_) => (None, None),
        };
        let action = job.work.action();
        let (tag_id, expire_time) = match action {
            Some(Action::Tag(tag_id) | Action::Untag(tag_id)) => (Some(tag_id), None),
            Some(Action::SetExpiry(time)) => (None, time),
            Some(Action::Delete | Action::Restore | Action::Purge) | None => (None, None),
        };
        Self {
            job_id: job.job_id,
            action: action.map_or(ERASE_ACCOUNT, |action| action.name().as_str()),
            tag_id,
            expire_time,
            select,
            undoes,
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
    /// 202 with a job that was begun. `Location` is the address of its state.
    #[must_use]
    pub fn begun(job: &Job) -> Self {
        Self::json(StatusCode::ACCEPTED, &JobBody::from(job)).at(format!("/jobs/{}", job.job_id))
    }

    /// 200 with a job.
    #[must_use]
    pub fn job(job: &Job) -> Self {
        Self::json(StatusCode::OK, &JobBody::from(job))
    }
}
