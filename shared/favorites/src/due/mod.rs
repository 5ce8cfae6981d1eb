//! The background work that is due for each user.
//!
//! # The stream is the queue
//!
//! [`Due`] is one item per user. It names the user's jobs with work left, the user's reconciliation, the
//! clean-ups of the user's deleted tags, and the compaction of the user's search index, each with the time
//! from which the worker may go on with it. Where such a time has come, a write of the item *calls* the
//! worker: the stream delivers this write to the function `worker`, which works on one of them for
//! [`WORK_SLICE`](crate::limits::WORK_SLICE), and then writes the item again. If work is left, that write is
//! the next call, at the end of the stream. So:
//!
//! - Users take turns. A user has one call under way, however many jobs they begin.
//! - Nothing is forgotten. The transaction that creates a job or deletes a tag also lists its work, and
//!   a commit lists a compaction before it begins it.
//! - Nothing polls. The only reader of the index [`DueByTime`](item::DueByTime) is the function `sweeper`,
//!   which calls the worker for what has waited too long: work whose time has come, a call that was lost, and
//!   a worker that died.
//!
//! The item says when to look at a job, and no more. The [`Job`](crate::jobs::Job) itself says whether a call
//! holds it, so two calls for one user do no harm.

mod item;
mod list;

pub(crate) use self::item::{Due, SHARDS, Task, Upkeep};
