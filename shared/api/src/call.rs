//! A call of an HTTP function, as Lambda makes it.

use crate::deadline::Deadline;
use crate::user_hash::UserHashKey;

/// The facts about a call that Lambda gives besides the event.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// The time at which Lambda stops the function.
    pub(crate) deadline: Deadline,
    /// The trace of AWS X-Ray that the call belongs to.
    pub(crate) trace_id: Option<&'a str>,
    /// True for the first call of this process.
    pub(crate) is_cold_start: bool,
    /// The key that user ids are hashed with for the log.
    pub(crate) user_hash_key: &'a UserHashKey,
}
