//! Jobs: work on many favorites that outlasts a request.
//!
//! # A job is a chain of steps
//!
//! A request creates the [`Job`] and works on it for as long as its user waits, so a small job is done when
//! the answer arrives. If something is left, the [worker](crate::worker) goes on with it, in turns with other
//! users.
//!
//! Each call [claims](crate::jobs::Job) the job with one conditional write, which counts the attempt before
//! the work. So a call that dies counts, too, whatever kills it. Progress clears the count. After
//! [`ATTEMPTS`](crate::limits::ATTEMPTS) in a row without progress the job fails with a reason, and keeps
//! what was done.
//!
//! A step has two parts. First, one transaction saves the *plan*: the [favorites of the step](plan), their
//! state before it, and the place at which the next step begins. Then the step changes these favorites: it
//! deletes as many as fit into one transaction together, and makes other changes one after the other. The
//! transaction of the next step notes the result. So a crash loses nothing:
//!
//! - Before the plan is saved, nothing was changed. The step is planned again.
//! - After that, the step is repeated with the same favorites. Each change has the same result if it is made
//!   again: a favorite that has the tag stays as it is, and one that was moved to the trash is not moved
//!   twice.
//! - Every save is conditional on the job's revision. So of two calls that work on the same job, one stops at
//!   its next save. To make this rare, a call [holds](crate::limits::JOB_HELD) the job while it works.
//! - A user who cancels a job that is held only notes this. The call that holds it finds the note when it
//!   saves its step, and ends the job with everything that was done. So what the job says is what it did, and
//!   undoing begins after the last change.
//!
//! # Undoing
//!
//! The plans stay as long as the job. The job that undoes another one reads them and makes the opposite
//! change of each favorite that a plan names, unless its user has changed the same thing since. Favorites
//! that were as the action wants them before are in no plan, so they stay as they are. Nothing brings purged
//! favorites back.
//!
//! # Beside other requests
//!
//! A job consumes at most [`JOB_UNITS_PER_SECOND`](crate::limits::JOB_UNITS_PER_SECOND) write units in a
//! second, and so leaves half of the write units of the partition with the user's favorites to other
//! requests. All jobs of the table consume at most
//! [`UNITS_OF_ALL_JOBS_PER_SECOND`](crate::limits::UNITS_OF_ALL_JOBS_PER_SECOND) together, which the item
//! `JobPace` adds up. A job rests after each step. If its turn ends first, the worker leaves the job alone
//! for the rest of that time.

mod begin;
mod job;
mod pace;
mod plan;
mod run;
mod selector;
mod source;
mod turn;
mod work;

pub use job::{Job, JobCounts, JobFailure, JobState};
pub(crate) use pace::{JobPace, Pace};
pub(crate) use plan::JobPlan;
pub use selector::Selector;
pub(crate) use turn::Stop;
pub use work::{
    ColumnName, CsvField, Erasing, Export, ExportFormat, Import, ImportFormat, ImportOptions, JobWork,
    Written,
};
pub(crate) use work::{ExportedKind, Planned, RoundEnd, Stage};
