//! Calls of the consumer, and the faults around them.

/// A choice among several favorites, tags or other things: the remainder of this number by their number.
pub(crate) type Pick = u8;

/// A call of the consumer, and the faults around it.
#[derive(Debug, Clone)]
pub(crate) struct Delivery {
    /// The shard, among those that have records.
    pub(crate) shard: Pick,
    /// The number of records that were not delivered before.
    pub(crate) records: u8,
    /// The number of earlier records that are delivered again.
    pub(crate) again: u8,
    /// True if the batch is delivered in two halves.
    pub(crate) halves: bool,
    /// The fault of DynamoDB or of the consumer.
    pub(crate) fault: Fault,
    /// True if the mapping does not receive the response, and delivers the batch again.
    pub(crate) answer_lost: bool,
    /// The work of another consumer at the same moment.
    pub(crate) beside: Beside,
    /// The record of this number in the batch is unreadable and is parked.
    pub(crate) poison: Option<Pick>,
    /// True if the whole batch is parked, too, although it may have been applied.
    pub(crate) parked: bool,
}

/// A fault of DynamoDB or of the consumer during a call. Each begins after some number of requests, and the number of affected
/// requests follows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Fault {
    /// No fault.
    None,
    /// Requests are throttled.
    Throttled(u8, u8),
    /// Transactions meet conflicts.
    Conflict(u8, u8),
    /// Requests do not arrive.
    LostRequest(u8, u8),
    /// Responses do not arrive.
    LostResponse(u8, u8),
    /// The consumer dies before its next request.
    DiesBefore(u8),
    /// The consumer dies after DynamoDB has carried out its next request.
    DiesAfter(u8),
}

/// The work of another consumer at the same moment.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Beside {
    /// No work.
    Nothing,
    /// It still works on an earlier delivery of the batch, which began earlier and ends earlier.
    SameBatch {
        /// The number of earlier records at its beginning.
        earlier: u8,
        /// The number of records that it lacks at its end.
        fewer: u8,
        /// The milliseconds that a request of this consumer takes.
        millis: u8,
    },
    /// It works on the next records of another shard.
    OtherShard {
        /// The number of records.
        records: u8,
        /// The milliseconds that a request of this consumer takes.
        millis: u8,
    },
}
