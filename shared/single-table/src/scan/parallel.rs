//! Scans that read several segments at the same time.

use std::fmt;
use std::marker::PhantomData;
use std::num::NonZeroU16;

use super::progress::ScanProgress;
use super::segments::Segments;
use super::{Scan, ScanPage};
use crate::entity::Marker;
use crate::error::Error;
use crate::read::{Output, Whole};
use crate::store::Store;
use crate::table::{Contains, Database};
use crate::view::View;

/// A scan that reads its segments at the same time, each one page ahead of the caller.
/// [`Store::parallel_scan`](crate::Store::parallel_scan) makes the scan, which needs a Tokio runtime.
///
/// ```no_run
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/music.rs"));
/// # use std::num::NonZeroU16;
/// # use single_table::scan::ScanProgress;
/// # use single_table::{Error, Store};
/// # async fn example(store: Store<MusicTable>) -> Result<(), Error> {
/// const SEGMENTS: NonZeroU16 = NonZeroU16::new(8).unwrap();
///
/// let mut seconds = 0;
/// let mut scan = store.parallel_scan(TrackItems::scan(), ScanProgress::new(SEGMENTS))?;
/// while let Some(page) = scan.next_page().await? {
///     seconds += page.items.iter().map(|track| track.seconds).sum::<u32>();
///     // Save `scan.progress()` here to continue after a crash.
/// }
/// # Ok(())
/// # }
/// # fn main() {}
/// ```
pub struct ParallelScan<D: Database, V: View, O = Whole> {
    segments: Segments<D>,
    hide_expired: bool,
    output: Marker<(V, O)>,
}

impl<D: Database> Store<D> {
    /// Scans several segments at the same time, and continues from `progress`: see [`ParallelScan`].
    ///
    /// # Errors
    /// The error of a filter value that can't be stored in DynamoDB.
    pub fn parallel_scan<V, O>(
        &self,
        mut scan: Scan<V, O>,
        progress: ScanProgress<V>,
    ) -> Result<ParallelScan<D, V, O>, Error>
    where
        V: View,
        O: Output<V::Item>,
        D: Contains<V::Table>,
    {
        let hide_expired = scan.request.hide_expired;
        (scan.request.after, scan.request.segment) = (None, None);
        let (plan, _) = scan.plan(self)?;
        Ok(ParallelScan::new(Segments::new(self.clone(), plan, progress.places), hide_expired))
    }
}

impl<D: Database, V: View, O: Output<V::Item>> ParallelScan<D, V, O> {
    pub(crate) fn new(segments: Segments<D>, hide_expired: bool) -> Self {
        Self { segments, hide_expired, output: PhantomData }
    }

    /// Limits the number of segments that are read at the same time; the others wait until one is finished. Without a limit, all
    /// segments are read at once.
    #[must_use]
    pub fn concurrency(mut self, segments: NonZeroU16) -> Self {
        self.segments.set_concurrency(segments.get().into());
        self
    }

    /// Returns the next page of any segment, or `None` when all segments are finished. The `next` of a page is a place in that
    /// page's segment.
    ///
    /// # Errors
    /// The error of a request that fails or of an item that can't be decoded. The scan does not move, so the next call reads the
    /// same page again.
    pub async fn next_page(&mut self) -> Result<Option<ScanPage<V, O>>, Error> {
        let Some((segment, page)) = self.segments.next().await? else { return Ok(None) };
        let last = page.last.clone();
        let page = self.segments.store().scan_page_of(page, self.hide_expired)?;
        self.segments.move_past(segment, last);
        Ok(Some(page))
    }

    /// Returns the progress of the scan, including every page that [`next_page`](Self::next_page) returned. Save it after dealing
    /// with the items of those pages.
    #[must_use]
    pub fn progress(&self) -> ScanProgress<V> {
        ScanProgress::of(self.segments.places().clone())
    }
}

impl<D: Database, V: View, O: Output<V::Item>> fmt::Debug for ParallelScan<D, V, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ParallelScan").field("progress", &self.progress()).finish_non_exhaustive()
    }
}
