//! Reads the segments of a parallel scan at the same time.

use std::collections::HashMap;
use std::panic;
use std::sync::Arc;

use aws_sdk_dynamodb::operation::scan::ScanOutput;
use tokio::task::{Id, JoinError, JoinSet};

use super::key::ScanKey;
use super::progress::{Place, Places};
use super::request::{RawPage, ScanPlan};
use super::segment::Segment;
use crate::error::Error;
use crate::store::{Store, failed_request};
use crate::table::Database;

/// Reads pages of several segments, each one page ahead. Each segment is a task of its own. Otherwise slow callers would keep
/// answers of other segments waiting, and the SDK takes that for a stalled connection.
pub(crate) struct Segments<D: Database> {
    store: Store<D>,
    plan: Arc<ScanPlan>,
    places: Places,
    concurrency: usize,
    tasks: JoinSet<Result<RawPage, Error>>,
    running: HashMap<Id, usize>,
    /// The segment whose page was returned but not yet moved past.
    held: Option<usize>,
}

impl<D: Database> Segments<D> {
    pub(crate) fn new(store: Store<D>, plan: ScanPlan, places: Places) -> Self {
        Self {
            store,
            plan: Arc::new(plan),
            concurrency: places.0.len(),
            places,
            tasks: JoinSet::new(),
            running: HashMap::new(),
            held: None,
        }
    }

    pub(crate) fn set_concurrency(&mut self, segments: usize) {
        self.concurrency = segments;
    }

    pub(crate) fn store(&self) -> &Store<D> {
        &self.store
    }

    pub(crate) fn places(&self) -> &Places {
        &self.places
    }

    /// Returns the number and the page of the segment that has one first, or `None` when all segments are finished. The same page
    /// comes again unless [`move_past`](Self::move_past) is called.
    pub(crate) async fn next(&mut self) -> Result<Option<(usize, RawPage)>, Error> {
        self.held = None;
        self.start();
        let Some(joined) = self.tasks.join_next_with_id().await else { return Ok(None) };
        let (id, page) = match joined {
            Ok(joined) => joined,
            Err(error) => (error.id(), Err(lost(error, &self.plan))),
        };
        let segment = self.running.remove(&id).expect("every task is noted when it starts");
        let page = page?;
        self.held = Some(segment);
        Ok(Some((segment, page)))
    }

    /// Notes that the caller has dealt with a page, and reads the segment's next one.
    pub(crate) fn move_past(&mut self, segment: usize, last: Option<ScanKey>) {
        self.places.0[segment] = last.map_or(Place::Done, Place::After);
        self.held = None;
        self.start();
    }

    fn start(&mut self) {
        let of = u32::from(self.places.len());
        let segments = Segment::all(of).into_iter().flatten();
        for ((number, place), segment) in self.places.0.iter().enumerate().zip(segments) {
            if self.tasks.len() >= self.concurrency {
                return;
            }
            let after = match place {
                Place::NotBegun => None,
                Place::After(key) => Some(key.clone()),
                Place::Done => continue,
            };
            if self.held == Some(number) || self.running.values().any(|running| *running == number) {
                continue;
            }
            let (store, plan) = (self.store.clone(), Arc::clone(&self.plan));
            let task =
                self.tasks.spawn(async move { store.scan_once(&plan, Some(segment), after.as_ref()).await });
            self.running.insert(task.id(), number);
        }
    }
}

/// Resumes the panic of a task, or returns the error of one that the runtime stopped when it shut down.
fn lost(error: JoinError, plan: &ScanPlan) -> Error {
    match error.try_into_panic() {
        Ok(panic) => panic::resume_unwind(panic),
        Err(error) => Error::Unreachable {
            request: Box::new(failed_request::<ScanOutput>(plan.entities, plan.index)),
            message: error.to_string(),
            source: None,
        },
    }
}
