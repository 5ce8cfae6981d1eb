//! The service: the table, the clock and the meters that every use case shares.

use std::num::NonZero;
use std::sync::Arc;
use std::time::Duration;

use file_store::FileStore;
use single_table::capacity::Meter;
use single_table::{Client, Store, Timestamp};
use tokio::time::Instant;

use crate::limits::{
    COUNT_NODE_BYTES, GROUPS_AT_ONCE, JOURNAL_BYTES, RECENT_COUNTS_BYTES, RECONCILED_ITEMS,
    RECONCILED_SEGMENTS, RECOUNT_BYTES, RECOUNT_TIME, SEARCH_BYTES, SEARCH_TIME, SEGMENT_BYTES,
};
use crate::model::page::{FeedRoom, PageSize};
use crate::search_index::IndexSizes;
use crate::stored_items::StoredItems;
use crate::table::FavoritesTable;

/// The place of the files of imports and exports. It is behind a trait, because a program without files would otherwise contain the code
/// that drops the connections to S3.
pub(crate) trait Files: std::fmt::Debug + Send + Sync {
    /// Returns the place.
    fn store(&self) -> &FileStore;
}

impl Files for FileStore {
    fn store(&self) -> &FileStore {
        self
    }
}

/// The use cases. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Favorites {
    pub(crate) store: Store<FavoritesTable>,
    /// The same table, with items of all kinds as one type.
    pub(crate) items: Store<StoredItems>,
    /// The most bytes of entries in a segment of the catalogue.
    pub(crate) segment_bytes: usize,
    /// The bytes of entries at which the catalogue's journal moves into segments.
    pub(crate) journal_bytes: usize,
    /// The most bytes of a node of the catalogue's count tree.
    pub(crate) count_node_bytes: usize,
    /// The sizes of the search index.
    pub(crate) index_sizes: IndexSizes,
    /// The most segments that reconciliation compares at once.
    pub(crate) reconciled_segments: usize,
    /// The number of favorites after which reconciliation saves its place.
    pub(crate) reconciled_items: u32,
    /// The most memory in bytes for the comparison of a user's counters.
    pub(crate) recount_bytes: usize,
    /// The time after which that comparison gives up.
    pub(crate) recount_time: Duration,
    /// The most favorites that a step of a job changes.
    pub(crate) job_step: PageSize,
    /// True if jobs rest between their steps.
    pub(crate) are_jobs_paced: bool,
    /// The number of transactions of a batch that are written at the same time.
    pub(crate) groups_at_once: usize,
    /// The files of imports and exports, if this function works with them.
    pub(crate) files: Option<Arc<dyn Files>>,
    /// The most bytes that a search reads for one page.
    pub(crate) search_bytes: usize,
    /// The time after which a search ends the page.
    pub(crate) search_time: Duration,
    /// The room on a page of the change feed.
    pub(crate) feed_room: FeedRoom,
    /// The time until which a use case tries again while other requests change the same items.
    pub(crate) deadline: Option<Instant>,
}

impl Favorites {
    /// The use cases on the table `table`.
    #[must_use]
    pub fn new(client: Client, table: impl Into<Arc<str>>) -> Self {
        let table = table.into();
        Self {
            store: Store::new(client.clone(), table.clone()),
            items: Store::new(client, table),
            segment_bytes: SEGMENT_BYTES,
            journal_bytes: JOURNAL_BYTES,
            count_node_bytes: COUNT_NODE_BYTES,
            index_sizes: IndexSizes::STORED,
            reconciled_segments: RECONCILED_SEGMENTS,
            reconciled_items: RECONCILED_ITEMS,
            recount_bytes: RECOUNT_BYTES,
            recount_time: RECOUNT_TIME,
            job_step: PageSize::default(),
            are_jobs_paced: true,
            groups_at_once: 1,
            files: None,
            search_bytes: SEARCH_BYTES,
            search_time: SEARCH_TIME,
            feed_room: FeedRoom::SERVICE,
            deadline: None,
        }
    }

    /// With a clock of the caller's own, for tests.
    #[must_use]
    pub fn with_clock(self, clock: impl Fn() -> Timestamp + Send + Sync + 'static) -> Self {
        let clock = Arc::new(clock);
        let items_clock = Arc::clone(&clock);
        let items = self.items.with_clock(move || items_clock());
        Self { store: self.store.with_clock(move || clock()), items, ..self }
    }

    /// With a meter that collects what every request to the table consumes. Meters that were added before go on collecting.
    #[must_use]
    pub fn with_meter(self, meter: Meter) -> Self {
        Self { store: self.store.with_meter(meter.clone()), items: self.items.with_meter(meter), ..self }
    }

    /// Sets the time until which a use case tries again while other requests change the same items. Without it, each use case has
    /// [`CONTENTION_TIMEOUT`](crate::limits::CONTENTION_TIMEOUT). It ends no request that is under way.
    #[must_use]
    pub fn with_deadline(self, deadline: Instant) -> Self {
        Self { deadline: Some(deadline), ..self }
    }

    /// Sets the most bytes of entries in a segment of the catalogue, instead of [`SEGMENT_BYTES`], for tests: small segments are full
    /// soon. A journal that is longer than 40 % of such a segment moves into segments. Catalogues that were made with another size stay
    /// readable.
    #[must_use]
    pub fn with_segment_bytes(self, segment_bytes: usize) -> Self {
        Self { segment_bytes, journal_bytes: JOURNAL_BYTES.min(segment_bytes * 2 / 5), ..self }
    }

    /// Sets the most bytes of a node of the catalogue's count tree, instead of [`COUNT_NODE_BYTES`], for tests: with small nodes, a
    /// few tags need a tree. Trees that were made with another size stay readable.
    #[must_use]
    pub fn with_count_node_bytes(self, count_node_bytes: usize) -> Self {
        Self { count_node_bytes, ..self }
    }

    /// Sets sizes of the search index with which some tens of favorites make merges, instead of [those of the service](crate::limits), for
    /// tests. An index keeps the sizes with which it began, so tables with this service are not for another one.
    #[must_use]
    pub fn with_small_index(self) -> Self {
        Self { index_sizes: IndexSizes::SMALL, ..self }
    }

    /// Sets sizes of the search index with which a few favorites make merges, like [`with_small_index`](Self::with_small_index).
    #[must_use]
    pub fn with_tiny_index(self) -> Self {
        Self { index_sizes: IndexSizes::TINY, ..self }
    }

    /// Sets the most segments and favorites that reconciliation compares at once, instead of [`RECONCILED_SEGMENTS`] and
    /// [`RECONCILED_ITEMS`], for tests: a small library then has several ranges.
    #[must_use]
    pub fn with_reconciled_ranges(self, segments: NonZero<u8>, items: NonZero<u8>) -> Self {
        Self { reconciled_segments: segments.get().into(), reconciled_items: items.get().into(), ..self }
    }

    /// Sets the most memory in bytes and the longest time for the comparison of a user's counters, instead of
    /// [`RECOUNT_BYTES`] and [`RECOUNT_TIME`], for tests of these limits.
    #[must_use]
    pub fn with_recount_limits(self, recount_bytes: usize, recount_time: Duration) -> Self {
        Self { recount_bytes, recount_time, ..self }
    }

    /// Sets the most favorites that a step of a job changes, for tests: a small library then takes several steps.
    #[must_use]
    pub fn with_job_step(self, job_step: PageSize) -> Self {
        Self { job_step, ..self }
    }

    /// Lets jobs write without rests, where no partition of DynamoDB limits them. Batches then write
    /// [`GROUPS_AT_ONCE`] transactions at the same time, because transactions that check the same tag don't
    /// conflict there.
    #[must_use]
    pub fn with_unlimited_jobs(self) -> Self {
        Self { are_jobs_paced: false, groups_at_once: GROUPS_AT_ONCE, ..self }
    }

    /// Sets the place of the files of imports and exports.
    #[must_use]
    pub fn with_files(self, files: FileStore) -> Self {
        Self { files: Some(Arc::new(files)), ..self }
    }

    /// Sets the most bytes that a search reads for one page, and the time after which it ends the page, instead of [`SEARCH_BYTES`] and
    /// [`SEARCH_TIME`], for tests: a small library then takes several pages.
    #[must_use]
    pub fn with_search_budget(self, search_bytes: usize, search_time: Duration) -> Self {
        Self { search_bytes, search_time, ..self }
    }

    /// Sets the room on a page of the change feed, for tests: a small library then takes several pages.
    #[must_use]
    pub fn with_feed_room(self, feed_room: FeedRoom) -> Self {
        Self { feed_room, ..self }
    }

    /// The bytes of changes of counters at which the head moves them into a run.
    pub(crate) fn recent_counts_bytes(&self) -> usize {
        RECENT_COUNTS_BYTES.min(self.count_node_bytes)
    }

    /// The most bytes of a run that has no inner node. A leaf of this size is cheaper than two and a node
    /// above them.
    pub(crate) fn count_leaf_bytes(&self) -> usize {
        self.count_node_bytes * 3 / 2
    }

    /// Returns the time on the service's clock.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.store.now()
    }
}
