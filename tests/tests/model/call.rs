//! Calls of reconciliation, and the faults around them.

use crate::delivery::{Delivery, Fault};

/// A call of reconciliation.
#[derive(Debug, Clone)]
pub(crate) struct Call {
    /// The users whom it is for.
    pub(crate) whom: Whom,
    /// Differences are repaired at first sight.
    pub(crate) at_once: bool,
    /// The fault of DynamoDB or of the caller.
    pub(crate) fault: Fault,
    /// The write of this number, from 0, is given up by its caller, and reaches the table much later.
    pub(crate) late: Option<u8>,
    /// The course of the call.
    pub(crate) course: Course,
}

/// The users whom a call is for.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Whom {
    /// The user of this number.
    Person(u8),
    /// Everybody who is due.
    Due,
    /// Everybody: all users are listed as due first.
    Everybody,
}

/// The course of a call.
#[derive(Debug, Clone)]
pub(crate) enum Course {
    /// It works alone, and has enough time.
    Alone,
    /// It has this number of milliseconds. A request takes ten.
    Short(u16),
    /// It stands still after this number of ways to the table or back. The history continues meanwhile.
    StandsStill(u8),
    /// Another call does the same at the same time. A request takes it this number of milliseconds.
    Twice(u8),
    /// The consumer applies records meanwhile. A request takes the call this number of milliseconds.
    BesideConsumer(Delivery, u8),
}
