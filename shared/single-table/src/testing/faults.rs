//! The plan of what goes wrong, and the log of what was asked.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fault::{Fault, Times};
use super::pages::Rewinds;
use super::request::{Log, Operation, Request};

/// A layer before an engine that makes it fail as planned. Clones share one plan and one log, so a test can arm a fault
/// while the client is in use.
///
/// A request meets at most one fault: of those that are about it, the counted ones ([`Times::Next`]) in the order they
/// were armed, and after them the lasting one that was armed last. Nothing depends on time or chance.
///
/// Some faults change the request after the SDK signed it. Engines for tests don't check signatures; AWS does, and
/// refuses such a request.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    armed: Arc<Mutex<Vec<Armed>>>,
    pub(super) log: Log,
    pub(super) rewinds: Rewinds,
}

#[derive(Debug)]
struct Armed {
    fault: Fault,
    /// How many requests that it is about still come before it.
    skip: u32,
    /// How often it is still to happen; none for ever.
    left: Option<u32>,
}

impl Armed {
    /// Whether it can happen to this request, which counts as one that came.
    fn is_due(&mut self, operation: Operation) -> bool {
        if self.left == Some(0) || !self.fault.is_about(operation) {
            return false;
        }
        let due = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        due
    }
}

impl Faults {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Lets `fault` happen.
    pub fn arm(&self, fault: Fault, times: Times) {
        self.arm_after(0, fault, times);
    }

    /// Lets `fault` happen once `requests` more requests that it is about have come: after 2, the third is the first that
    /// can meet it. A request counts whatever else it meets.
    pub fn arm_after(&self, requests: u32, fault: Fault, times: Times) {
        let left = match times {
            Times::Next(requests) => Some(requests),
            Times::Always => None,
        };
        self.plan().push(Armed { fault, skip: requests, left });
    }

    /// Lets nothing more go wrong.
    pub fn clear(&self) {
        self.plan().clear();
    }

    /// The requests for operations on items so far, in order, whether or not the engine saw them.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.log.requests()
    }

    /// The fault that a request for `operation` meets. It counts as happened.
    pub(super) fn meet(&self, operation: Operation) -> Option<Fault> {
        let mut plan = self.plan();
        let due: Vec<bool> = plan.iter_mut().map(|armed| armed.is_due(operation)).collect();
        let counted = (0..due.len()).find(|at| due[*at] && plan[*at].left.is_some());
        let met = counted.or_else(|| due.iter().rposition(|due| *due))?;
        let armed = &mut plan[met];
        armed.left = armed.left.map(|left| left - 1);
        Some(armed.fault)
    }

    fn plan(&self) -> MutexGuard<'_, Vec<Armed>> {
        self.armed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
