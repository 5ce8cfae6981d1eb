//! The planned faults and the log of requests.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::fault::{Fault, Times};
use super::pages::Rewinds;
use super::request::{Log, Operation, Request};

/// A layer in front of an engine that injects planned faults. Clones share one plan and one log, so a test can arm a fault
/// while the client is in use.
///
/// A request meets at most one fault. Counted faults ([`Times::Next`]) happen first, in the order in which they were armed. After
/// them, the lasting fault that was armed last happens. Faults don't depend on time or chance.
///
/// Some faults change a request after the SDK has signed it. Test engines don't check signatures. AWS does, and refuses such a
/// request.
#[derive(Debug, Clone, Default)]
pub struct Faults {
    armed: Arc<Mutex<Vec<Armed>>>,
    pub(super) log: Log,
    pub(super) rewinds: Rewinds,
}

#[derive(Debug)]
struct Armed {
    fault: Fault,
    /// The number of requests that still pass before the fault happens.
    skip: u32,
    /// The number of times that the fault is still to happen. `None` means always.
    left: Option<u32>,
}

impl Armed {
    /// Counts a request, and returns true if the fault can happen to it.
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
    /// Creates a plan without faults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Arms a fault.
    pub fn arm(&self, fault: Fault, times: Times) {
        self.arm_after(0, fault, times);
    }

    /// Arms a fault that lets `requests` requests pass first: with 2, the third request that the fault applies to is the first
    /// that can meet it. A request counts even if it meets another fault.
    pub fn arm_after(&self, requests: u32, fault: Fault, times: Times) {
        let left = match times {
            Times::Next(requests) => Some(requests),
            Times::Always => None,
        };
        self.plan().push(Armed { fault, skip: requests, left });
    }

    /// Removes all faults.
    pub fn clear(&self) {
        self.plan().clear();
    }

    /// Returns the requests for operations on items, in order, including those that did not reach the engine.
    #[must_use]
    pub fn requests(&self) -> Vec<Request> {
        self.log.requests()
    }

    /// Returns the fault that a request for `operation` meets, and counts it as happened.
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
