//! Runs histories.

use std::cell::RefCell;
use std::fmt;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use favorites_local::template::Template;
use proptest::strategy::Strategy as _;
use proptest::test_runner::{Config, RngAlgorithm, TestCaseError, TestError, TestRng, TestRunner};

use crate::breakage::Breakage;
use crate::history::History;
use crate::shuffle::hash;
use crate::tally::Tally;
use crate::{strategy, world};

/// The most runs to make a failing history smaller.
const SHRINKING_RUNS: u32 = 3_000;

/// The histories to run.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plan {
    /// The number of histories.
    pub(crate) histories: u32,
    /// The seed of the first history, from which those of the others are computed.
    pub(crate) seed: u64,
    /// The defect of the consumer or of reconciliation.
    pub(crate) breakage: Breakage,
    /// True if a failing history is made smaller.
    pub(crate) shrinks: bool,
}

/// A history that failed.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The position of the history in its run, from 1.
    pub(crate) number: u32,
    /// The seed of the history.
    pub(crate) seed: u64,
    /// The fault.
    pub(crate) reason: String,
    minimal: History,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, seed, reason, minimal } = self;
        writeln!(f, "history {number} ends with faults. The smallest that fails:\n\n{minimal}\n{reason}\n")?;
        write!(f, "To run it again: MODEL_SEED={seed} cargo test -p favorites-tests --test model histories")
    }
}

/// Returns a seed that no run had before.
pub(crate) fn new_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Runs histories on all processors until one fails, which is the error. Returns the events of all of them.
pub(crate) fn run(plan: Plan) -> Result<Tally, Failure> {
    let template = Template::project().expect("the project's template is well-formed");
    let (next, found) = (AtomicU32::new(1), Mutex::new(None::<Failure>));
    let tally = Mutex::new(Tally::default());
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let is_found = || found.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while !is_found() {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number > plan.histories {
                        return;
                    }
                    let seed = if number == 1 { plan.seed } else { hash(&(plan.seed, number)) };
                    match run_one(&template, plan, number, seed) {
                        Ok(happened) => tally.lock().unwrap_or_else(PoisonError::into_inner).add(&happened),
                        Err(failure) => {
                            found.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(failure);
                        }
                    }
                }
            });
        }
    });
    match found.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(failure) => Err(failure),
        None => Ok(tally.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Runs the history of this seed, and prints the log.
pub(crate) fn run_seed(seed: u64) -> Result<Tally, Failure> {
    let template = Template::project().expect("the project's template is well-formed");
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::INFO).with_writer(std::io::stderr);
    log.init();
    let plan = Plan { histories: 1, seed, breakage: Breakage::None, shrinks: true };
    run_one(&template, plan, 1, seed)
}

fn run_one(template: &Template, plan: Plan, number: u32, seed: u64) -> Result<Tally, Failure> {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let config = Config {
        cases: 1,
        failure_persistence: None,
        max_shrink_iters: if plan.shrinks { SHRINKING_RUNS } else { 0 },
        ..Config::default()
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::from_seed(RngAlgorithm::ChaCha, &bytes));
    let history = strategy::histories().new_tree(&mut runner).expect("no history is refused");
    let tally = RefCell::default();
    let result = runner.run_one(history, |history| {
        // The runtime's clock only moves while all tasks wait, so pauses and slow requests take no time.
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
        let runtime = runtime.expect("a runtime needs nothing");
        let result = runtime.block_on(world::run(template, &history, plan.breakage));
        *tally.borrow_mut() = result.map_err(TestCaseError::fail)?;
        Ok(())
    });
    match result {
        Ok(_) => Ok(tally.take()),
        Err(TestError::Fail(reason, minimal)) => {
            Err(Failure { number, seed, reason: reason.message().to_owned(), minimal })
        }
        Err(TestError::Abort(reason)) => panic!("proptest gave up: {reason}"),
    }
}
