//! All limits of the service. Each limit on input has an error that names the limit and the given value.

use std::num::NonZeroU32;
use std::time::Duration;

/// The longest title, in characters (Unicode scalar values).
pub const TITLE_CHARS: usize = 256;
/// The longest URL, in characters.
pub const URL_CHARS: usize = 2_048;
/// The longest tag name, in characters. A folder of an imported file becomes a tag with its whole path.
pub const TAG_NAME_CHARS: usize = 128;
/// The longest case-folded tag name, in bytes. A sort key has at most 1,024 bytes (see "Service, account, and table quotas" in
/// the DynamoDB developer guide), and its encoding may need two bytes for one.
pub const TAG_NAME_FOLDED_BYTES: usize = 512;
/// The largest favorite, in bytes of its stored JSON. DynamoDB allows 400 KB per item and 4 MB per transaction. A transaction
/// writes the favorite together with its tag entries, and this limit keeps both well below DynamoDB's.
pub const FAVORITE_BYTES: usize = 64 * 1024;
/// The most tags on one favorite. One transaction writes them all together with the favorite: an edit that
/// replaces all tags and the `clipTime` deletes an entry for each tag, puts another one and checks the new
/// tag, which is 90 of the 100 [operations](OPERATIONS_PER_TRANSACTION).
pub const TAGS_PER_FAVORITE: usize = 30;
/// The most tags of one user. The catalogue counts them in a tree of small items, so that a change costs the same with many tags
/// as with few.
pub const TAGS_PER_PERSON: u64 = 10_000;
/// The longest user id (the `sub` claim), in bytes. `OpenID` Connect Core 1.0, section 2, has the same limit.
pub const USER_ID_BYTES: usize = 255;
/// The longest creator id, in characters.
pub const CREATOR_ID_CHARS: usize = 255;
/// The most favorites in one batch.
pub const BATCH_FAVORITES: usize = 100;
/// The most operations of a transaction (see "Amazon DynamoDB Transactions: How it works" in the developer guide).
pub const OPERATIONS_PER_TRANSACTION: usize = 100;
/// The most tags that one transaction creates: each takes an operation for the tag and one for its name, and all share the quota's.
pub const TAGS_PER_TRANSACTION: usize = (OPERATIONS_PER_TRANSACTION - 1) / 2;
/// The most bytes of items in one transaction of a batch. DynamoDB allows 4 MB.
pub const BATCH_TRANSACTION_BYTES: usize = 3_000_000;
/// The time before the deadline at which a batch begins no more transactions, so that the answer says what was created.
pub const BATCH_ANSWER_TIME: Duration = Duration::from_secs(2);
/// The most exceptions of a job that works on everything that a list or a search has. They are stored with the job, which is written
/// once in each step.
pub const JOB_EXCEPTIONS: usize = 200;
/// The most favorites that could not be changed which a job names. It counts the others.
pub const JOB_FAILURES: usize = 50;
/// The time for which a request works on the job that it has created. A job with little work is done then.
pub const JOB_SLICE: Duration = Duration::from_secs(3);
/// The time before its deadline at which a request stops to work on its job, so that the answer has the job's
/// id.
pub const JOB_ANSWER_TIME: Duration = Duration::from_secs(2);
/// The time for which a call holds a job after each step. A job whose call died goes on after this time. It
/// exceeds the `Timeout` of every function that works on jobs, so no call lives longer than its hold.
pub const JOB_HELD: Duration = Duration::from_secs(150);
/// The most jobs of a user that wait or run at the same time. One place more is for the erasure of the
/// account.
pub const JOBS_AT_ONCE: usize = 50;
/// The number of calls in a row that may begin to work on a job without saving anything, before the job
/// fails.
pub const ATTEMPTS: usize = 5;
/// The times for which a job is left alone after an error, by the number of attempts. Together they are
/// longer than a usual outage.
pub const ATTEMPT_DELAYS: [Duration; ATTEMPTS - 1] =
    [Duration::ZERO, Duration::from_mins(1), Duration::from_mins(4), Duration::from_mins(16)];
/// The time for which the worker works on a job of a user before the next user has a turn.
pub const WORK_SLICE: Duration = Duration::from_secs(20);
/// The time after which a call of the worker that waits in the stream counts as lost.
pub const CALL_LOST: Duration = Duration::from_mins(15);
/// The most notes with which a user's reconciliation is asked for at once. The sweeper asks again for those
/// that are left.
pub const NOTES_OF_PASS: usize = 16;
/// The number of users that the sweeper reads with one request.
pub const SWEPT_AT_ONCE: u32 = 100;
/// The time for which a job can be read and undone.
pub const JOB_KEEPS: Duration = Duration::from_hours(90 * 24);
/// The most changes of its clip time after which the undoing of a job finds a favorite.
pub const MOVES_FOLLOWED: usize = 10;
/// The longest `Idempotency-Key`, in characters.
pub const IDEMPOTENCY_KEY_CHARS: usize = 255;
/// The longest note, in characters.
pub const NOTE_CHARS: usize = 20_000;
/// The most messages in one chat record.
pub const CHAT_MESSAGES: usize = 100;
/// The longest single chat message, in characters.
pub const CHAT_MESSAGE_CHARS: usize = 4_000;
/// The longest short text (a name, an address, an artist, a sender), in characters.
pub const SHORT_TEXT_CHARS: usize = 256;
/// The longest description or transcript, in characters.
pub const LONG_TEXT_CHARS: usize = 4_000;
/// The number of characters of a long text that a list shows.
pub const PREVIEW_CHARS: usize = 280;
/// The number of chat messages that a list shows.
pub const PREVIEW_MESSAGES: usize = 3;
/// The most items on one page.
pub const PAGE_ITEMS: u32 = 100;
/// The default number of items on a page.
pub const PAGE_ITEMS_DEFAULT: u32 = 50;
/// The longest search query, in characters.
pub const SEARCH_QUERY_CHARS: usize = 256;
/// The most bytes of the search index and of favorites that a search reads for one page. It stops after the read that reaches them,
/// and the next page continues from there. Eventually consistent reads of as many bytes take 3,072 read units, and more if they are
/// reads of many small items, because each is rounded up to half a unit.
pub const SEARCH_BYTES: usize = 24 << 20;
/// The most favorites that come first because their address is the query. The cursors of the following pages
/// have the ids of these.
pub const LEADING_FAVORITES: usize = 8;
/// The newest favorites with the words of an address, among which a search looks for those with exactly this
/// address: as many as one batch read.
pub const LEADING_AMONG: usize = 100;
/// The most conditions on words and types that a search looks up in the search index. Favorites that meet
/// these are compared with the rest of the query one by one.
pub const LOOKED_UP_CONDITIONS: usize = 12;
/// The most tags that a search looks up in the search index: those that a query names, and those with a word
/// of it in their names. If a word has more, the search looks at the tags of the newest favorites instead.
pub const LOOKED_UP_TAGS: usize = 8;
/// The bytes of changes in the head that are not in the search index yet, packed, above which they are put there.
pub const UNINDEXED_BYTES: usize = 500;
/// The most bytes of such changes that the head holds if no text slot is free. Beyond them, the index becomes
/// partial and is rebuilt.
pub const MOST_UNINDEXED_BYTES: usize = 2 << 10;
/// The time for which the search index keeps terms of favorites that were deleted or edited, at least. A day
/// later at the most, they are removed.
pub const DELETED_TERMS_KEPT: Duration = Duration::from_hours(7 * 24);
/// The time for which a cursor of the change feed, and with it the tombstone of what is gone, is good if something changed since.
pub const CURSOR_KEEPS: Duration = Duration::from_hours(90 * 24);
/// The time for which the rows of the change feed are kept: a day longer than [`CURSOR_KEEPS`], because a cursor's age is counted from the
/// clock of another process.
pub const CHANGE_ROW_KEEPS: Duration = Duration::from_hours(91 * 24);
/// The age from which a cursor is renewed although nothing changed. Until then the answer is the same, so that it can be `304`.
pub const CURSOR_RENEWED_AFTER: Duration = Duration::from_hours(24);
/// The most bytes of a page of the change feed, as text in the answer of a Lambda function, which has at most 6 MB (see "Lambda quotas" in
/// the developer guide of Lambda).
pub const FEED_BYTES: usize = 5_000_000;
/// The most changes on a page of the change feed whose items are read one by one, because they changed since a cursor. They take two
/// seconds at most. A first synchronization reads its items in order, and has as many on a page as [`FEED_BYTES`] allow.
pub const FEED_CHANGES: usize = 2_000;
/// The rows of the change feed that one query reads. A row has some ten favorites, so a page of the feed
/// takes a few queries.
pub const FEED_ROWS: u32 = 50;
/// The time after which a search ends the page with what it has found, well before the function's `Timeout`.
pub const SEARCH_TIME: Duration = Duration::from_secs(5);
/// The least magnitude of a number other than 0 that DynamoDB stores (see "Supported data types and naming rules in Amazon DynamoDB"
/// in its developer guide). The greatest, 9.99e125, exceeds every number here: whole numbers end at 2^53 - 1, and degrees at 180.
pub const LEAST_MAGNITUDE: f64 = 1e-130;
/// The greatest integer that every JSON reader keeps exactly: 2^53 - 1 (RFC 8259, section 6).
pub const GREATEST_INTEGER: u64 = (1 << 53) - 1;
/// The time for which the trash keeps a favorite.
pub const TRASH_KEEPS: Duration = Duration::from_hours(30 * 24);
/// The time for which the service remembers an `Idempotency-Key`.
pub const IDEMPOTENCY_KEEPS: Duration = Duration::from_hours(24);
/// The longest time that a use case without a deadline repeats its tries while other requests change the same items.
pub const CONTENTION_TIMEOUT: Duration = Duration::from_secs(8);
/// The most that a `clipTime` may lie in the future, since the clocks of devices differ a little.
pub const CLIP_TIME_AHEAD: Duration = Duration::from_mins(5);
/// The shortest time between two updates of a tag's `lastAccessTime`.
pub const TAG_ACCESS_STEP: Duration = Duration::from_mins(1);
/// The longest time that a tag's list waits for the update of the tag's `lastAccessTime`. A write takes a few milliseconds.
pub const TAG_ACCESS_TIMEOUT: Duration = Duration::from_millis(500);
/// The greatest age at which the consumer applies a stream record as it is. The stream keeps records for 24 hours (see "DynamoDB
/// Streams" in the developer guide). For an older record, which was parked and redriven, the consumer reads the item again.
pub const RECORD_BELIEVED: Duration = Duration::from_hours(24);
/// The time for which the catalogue keeps the tombstone of a removed item. It exceeds [`RECORD_BELIEVED`], so a tombstone
/// outlives every record that could bring the item back.
pub const TOMBSTONE_KEEPS: Duration = Duration::from_hours(48);
/// The longest time between reading a state, or believing a record, and writing it to the catalogue. A writer that stood still for
/// longer, for example on a computer that slept for days, discards the state: the item may be gone, and its tombstone forgotten. This
/// time and [`RECORD_BELIEVED`] add up to [`TOMBSTONE_KEEPS`].
pub const SIGHTING_BELIEVED: Duration = TOMBSTONE_KEEPS.saturating_sub(RECORD_BELIEVED);
/// The time for which reconciliation waits before it looks at a difference again. A difference that is still the same after this time is drift
/// and is repaired. Before that, the record of the change may still be on its way.
pub const DRIFT_AFTER: Duration = Duration::from_mins(15);
/// The longest time between a change and the user's reconciliation: the first change after a reconciliation is due makes the next
/// one due.
pub const RECONCILED_AFTER: Duration = Duration::from_hours(24);
/// The most segments of the catalogue that reconciliation holds in memory at once.
pub const RECONCILED_SEGMENTS: usize = 64;
/// The number of favorites after which reconciliation ends a range of ids and saves its place.
pub const RECONCILED_ITEMS: u32 = 1_000;
/// The most memory in bytes, as it is estimated, for the comparison of a user's counters with their entries: as
/// much as a million favorites take that all expire and have six tags each. The worker has 1,024 MB. If a user
/// needs more, the counters are not compared.
pub const RECOUNT_BYTES: usize = 640 << 20;
/// The time after which the comparison of a user's counters gives up. The worker begins it within its
/// [`WORK_SLICE`], so the call ends before its `Timeout`.
pub const RECOUNT_TIME: Duration = Duration::from_secs(80);
/// The number of times that reconciliation reads a user's catalogue to compare the counters, if the user changes
/// favorites each time.
pub const RECOUNT_TRIES: usize = 8;
/// The most differences that reconciliation notes for one user. A catalogue with more of them is rebuilt at the second sight.
pub const SUSPECTS: usize = 500;
/// The most bytes of entries in a segment of the catalogue. With keys and names this makes an item of 1 KB,
/// which has about 30 favorites. A lone change to any favorite puts one segment, so larger ones would make it
/// more expensive.
pub const SEGMENT_BYTES: usize = 780;
/// The size in bytes at which the entries of the catalogue's journal move into segments. Together with the counters of a user
/// with few tags, this makes an item of 1 KB, which costs one write unit.
pub const JOURNAL_BYTES: usize = 640;
/// The most bytes of the entries in the catalogue's journal, packed. Changes that don't fit wait for another
/// commit.
pub const JOURNAL_MOST_BYTES: usize = 3 * 1024;
/// The most segments that a lone change usually writes to make room in the journal.
pub const LONE_SEGMENTS: usize = 2;
/// The most segments that a commit writes beyond the usual number as long as the journal has no room for any
/// of its changes.
pub const MORE_SEGMENTS: usize = 32;
/// The size in bytes at which the head moves its changes of counters into a run of the count tree. The
/// counters of about 15 tags take this much. A lone change that moves entries of the journal lets them grow
/// to twice this size.
pub const RECENT_COUNTS_BYTES: usize = 450;
/// The most bytes of a node of the count tree, if a run has several. With keys and names this makes an item
/// of 2 KB.
pub const COUNT_NODE_BYTES: usize = 1_800;
/// The most bytes of runs of the count tree that are merged after a large batch.
pub const SETTLED_BYTES: usize = 256 * 1024;
/// The most bytes of runs of the count tree that the worker merges at once, in memory.
pub const MERGED_COUNTS_BYTES: usize = 64 << 20;
/// The most bytes of the names of the count tree's runs, which are part of the head. A million runs that
/// nobody merges need less.
pub const COUNT_RUNS_BYTES: usize = 2 * 1024;
/// The size in units of 1 KB above which a commit logs the size of the head. The caps of its parts add up to
/// twice as much.
pub const LARGE_HEAD_KILOBYTES: u64 = 8;

/// The most replaced nodes of the count tree that the head keeps to be overwritten. A head names each in five
/// bytes, and deleting a node costs as much as writing it.
pub const SPARE_COUNT_NODES: usize = 64;

/// The most favorites from which one cleanup step removes a deleted tag, so that a step takes about a second.
pub const CLEANUP_STEP: u32 = 50;
/// The time after a tag's deletion at which the index by tag is certain to show all its favorites. The index usually lags by less
/// than a second; this allows much more, because waiting costs nothing.
pub const CLEANUP_LAG: Duration = Duration::from_mins(15);
/// The time for which the service remembers into which tag another one was merged. The clean-up of a tag, which needs this, takes an hour
/// at most unless it fails for days.
pub const MERGE_KEEPS: Duration = Duration::from_hours(90 * 24);
/// The most tags that one transaction renames: each takes an operation for the tag and two for its names, and
/// all share the quota's and that of the change feed.
pub const TAGS_RENAMED_TOGETHER: usize = (OPERATIONS_PER_TRANSACTION - 2) / 3;
/// The most descendants that a tag takes along when it is renamed or merged: as many as a request can merge
/// one after the other.
pub const TAG_DESCENDANTS: usize = 300;
/// The most merges that are followed from a deleted tag, one after the other. A favorite whose tag was merged
/// more often before its clean-up came only loses the tag.
pub const MERGES_FOLLOWED: usize = 20;
/// The largest file to import, in bytes.
pub const IMPORT_BYTES: u64 = 200_000_000;
/// The time for which a link for the upload of a file is valid.
pub const UPLOAD_VALID: Duration = Duration::from_hours(1);
/// The time for which a file of an import or export is kept. The lifecycle rules of the bucket in `template.yaml` say the same.
pub const FILE_KEEPS: Duration = Duration::from_hours(24);
/// The most former names of a tag that are known. An import that names a tag which was renamed more often
/// leaves the tag out.
pub const FORMER_NAMES: usize = 4;
/// The number of entries after which an import saves its place.
pub const IMPORT_STEP: usize = 200;
/// The number of entries after which an import saves its place if it merges entries with favorites that exist, one after the other.
pub const MERGED_STEP: usize = 50;
/// The time after its wait at which a request leaves a step of an import or export that is under way to another call.
pub const STEP_PATIENCE: Duration = Duration::from_secs(6);
/// The most bytes of the reason why an entry was not imported, and of its place in the file. With an
/// [`IMPORT_STEP`] of them, an item of the report has less than 400 KB, which is DynamoDB's limit.
pub const REASON_BYTES: usize = 500;
/// The greatest version of a favorite or a tag that is imported: half of the whole numbers that every JSON
/// reader keeps exactly (RFC 8259, section 6), so that the other half is left for changes.
pub const IMPORTED_VERSION: u64 = GREATEST_INTEGER / 2;
/// The most names of created tags that an import lists. It counts the others.
pub const NAMED_TAGS: usize = 500;
/// The longest line of a JSON Lines file that is imported, in bytes: a favorite of [`FAVORITE_BYTES`] whose characters are all
/// written as escapes, and its tags.
pub const IMPORT_LINE_BYTES: usize = 8 * FAVORITE_BYTES;
/// The most bytes of a file to import from one entry to the next. A parser takes about a second for as many.
pub const IMPORT_ENTRY_BYTES: u64 = 10_000_000;
/// The most items that an export reads with one request.
pub const EXPORT_PAGE: u32 = 1_000;
/// The bytes after which an export uploads a part of the file. S3 asks for at least 5 MB (see "Amazon S3 multipart upload limits" in
/// the S3 user guide).
pub const EXPORT_PART_BYTES: usize = 6 << 20;
/// The most times that an export begins its file again because S3 has lost the upload or a part of it.
pub const EXPORT_BEGUN_AGAIN: u8 = 10;
/// The most favorites for which an export remembers that they were restored while it ran. Others may be in
/// the file twice.
pub const EXPORT_MET: usize = 1_000;
/// The most write units that a job consumes in a second, in all partitions. A user has one turn of the worker
/// at a time, so this is also the rate of the user's jobs together. An import of links with two tags consumes
/// some ten units for each. A quarter of the table's default maximum, and half of what the partition with the
/// user's favorites has, are left to other requests ("Best practices for designing and using partition keys
/// effectively" in the developer guide).
pub const JOB_UNITS_PER_SECOND: u32 = 1_000;
/// The most write units that all jobs of the table consume in a second: half of the table's default maximum.
pub const UNITS_OF_ALL_JOBS_PER_SECOND: u32 = 2_000;
/// The most write units that the claiming of all links consumes in a second, next to the work of all users.
pub const CLAIM_UNITS_PER_SECOND: NonZeroU32 = NonZeroU32::new(500).expect("500 is not 0");
/// The longest rest of a job between two steps, so that a function whose clock is wrong stops no job for
/// longer.
pub const LONGEST_REST: Duration = Duration::from_mins(1);
/// The longest time for which a request works on the job that it has created, if the user prefers to wait.
/// API Gateway waits for 30 seconds (see "Quotas for HTTP APIs" in its developer guide).
pub const LONGEST_WAIT: Duration = Duration::from_secs(20);
/// The number of entries that an import saves with one call of the use case for batches, which has a limited time.
pub const IMPORT_BATCH: usize = 50;
/// The number of transactions that a batch writes at the same time where they don't conflict: most batches of [`IMPORT_BATCH`] favorites
/// with two tags each need no more.
pub const GROUPS_AT_ONCE: usize = 3;
/// The time for which nothing of a user must have been found before the erasure of their account ends. It exceeds the time that a call of
/// any function lasts, so that no call is left that knows what was erased, and twice the difference between the clocks of DynamoDB and of the functions.
pub const ERASURE_SETTLES: Duration = Duration::from_mins(15);
/// The time on both sides of the end of an erasure in which a record of the stream may be from before or after the end: half of
/// [`ERASURE_SETTLES`].
pub const ERASURE_MARGIN: Duration = Duration::from_secs(ERASURE_SETTLES.as_secs() / 2);
/// The time for which the job that has erased an account can be read. It is the receipt, and has no content of the user.
pub const RECEIPT_KEEPS: Duration = Duration::from_hours(7 * 24);
/// The most items that a step of an erasure deletes, except for entries of tags.
pub const ERASED_AT_ONCE: u32 = 100;
