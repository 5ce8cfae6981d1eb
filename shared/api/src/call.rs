//! One call of an HTTP function, as Lambda makes it.

use std::time::Duration;

use crate::deadline::Deadline;
use crate::user_hash::UserHashKey;

/// How long before its deadline an HTTP function answers, whatever is still under way. Writing the answer takes milliseconds; a
/// function that Lambda stops answers nothing, and the caller gets a bare error of the gateway's.
const ANSWER: Duration = Duration::from_secs(1);

/// What Lambda says about a call besides the event.
#[derive(Debug)]
pub(crate) struct Call<'a> {
    /// When Lambda stops the function.
    pub(crate) deadline: Deadline,
    /// The trace of AWS X-Ray that the call belongs to.
    pub(crate) trace_id: Option<&'a str>,
    /// Whether it is the first call of this process.
    pub(crate) is_cold_start: bool,
    /// The key that user ids are hashed with for the log.
    pub(crate) user_hash_key: &'a UserHashKey,
}

impl Call<'_> {
    /// How long the handler may take.
    pub(crate) fn time_to_answer(&self) -> Duration {
        self.deadline.time_left().saturating_sub(ANSWER)
    }
}
