//! Every limit of the service, in one place. Each has an error that names it and what was given.

use std::time::Duration;

/// The longest title, in characters (Unicode scalar values).
pub const TITLE_CHARS: usize = 256;
/// The longest URL, in characters.
pub const URL_CHARS: usize = 2_048;
/// The longest tag name, in characters.
pub const TAG_NAME_CHARS: usize = 64;
/// The longest case-folded tag name, in bytes. It is half a sort key's 1,024 bytes, because a key may need two bytes
/// for one (see "Service, account, and table quotas" in the DynamoDB developer guide).
pub const TAG_NAME_FOLDED_BYTES: usize = 500;
/// The largest favorite, in bytes of its stored JSON. DynamoDB allows 400 KB an item and 4 MB a transaction; a
/// favorite is rewritten together with its tag entries, so it stays well below both.
pub const FAVORITE_BYTES: usize = 64 * 1024;
/// The most tags on one favorite. They are all written in one transaction with it.
pub const TAGS_PER_FAVORITE: usize = 20;
/// The most tags of one person.
pub const TAGS_PER_PERSON: u64 = 1_000;
/// The longest user id (the `sub` claim), in bytes. `OpenID` Connect Core 1.0, section 2, has the same limit.
pub const USER_ID_BYTES: usize = 255;
/// The longest creator id, in characters.
pub const CREATOR_ID_CHARS: usize = 255;
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
/// The characters of a long text that a list shows.
pub const PREVIEW_CHARS: usize = 280;
/// The chat messages that a list shows.
pub const PREVIEW_MESSAGES: usize = 3;
/// The most items on one page.
pub const PAGE_ITEMS: u32 = 100;
/// The items on a page when the caller does not say.
pub const PAGE_ITEMS_DEFAULT: u32 = 50;
/// The longest search query, in characters.
pub const SEARCH_QUERY_CHARS: usize = 256;
/// The most words and phrases of one search query.
pub const SEARCH_TERMS: usize = 16;
/// How much of a favorite is searched: so many characters of its [search text](crate::search). Of what has more, the
/// beginning is found.
pub const SEARCHED_CHARS: usize = 500;
/// How long the trash keeps a favorite.
pub const TRASH_KEEPS: Duration = Duration::from_hours(30 * 24);
/// How long an `Idempotency-Key` is remembered.
pub const IDEMPOTENCY_KEEPS: Duration = Duration::from_hours(24);
/// How far in the future a `clipTime` may lie: the clocks of two devices differ a little.
pub const CLIP_TIME_AHEAD: Duration = Duration::from_mins(5);
/// The shortest time between two moves of a tag's `lastAccessTime`.
pub const TAG_ACCESS_STEP: Duration = Duration::from_mins(1);
/// The longest that a tag's list waits for the move of the tag's `lastAccessTime`. A write takes some milliseconds.
pub const TAG_ACCESS_TIMEOUT: Duration = Duration::from_millis(500);
/// Up to which age a record of the stream is believed. The stream itself keeps records for 24 hours ("DynamoDB Streams" in the
/// developer guide); one that was parked and comes back later is taken as a hint to look at the item.
pub const RECORD_BELIEVED: Duration = Duration::from_hours(24);
/// How long the catalogue remembers that an item was removed: well past [`RECORD_BELIEVED`], so that no record that is believed
/// is older than the tombstone that it would pass.
pub const TOMBSTONE_KEEPS: Duration = Duration::from_hours(48);
/// How long after its last change an item that differs from the catalogue counts as drift: before that, its record may still be on
/// its way.
pub const DRIFT_AFTER: Duration = Duration::from_mins(15);
/// The most bytes of entries in a segment of the catalogue: with keys and names an item of 6 KB. Larger ones would be searched faster, and
/// a lone change would cost more than it should.
pub const SEGMENT_BYTES: usize = 5_700;
/// How many segments of the catalogue have one signature, which tells a search what they lack. With fewer there are more signatures to
/// read; with more a search reads more segments for each that has something.
pub const SIGNED_SEGMENTS: usize = 8;
/// The bytes of entries from which on the catalogue's journal is emptied into segments: with the counters of a person who has few
/// tags an item of 1 KB, one write unit.
pub const JOURNAL_BYTES: usize = 640;
/// The most favorites that one step takes a deleted tag off, so that a step is done in a second and holds up nothing else.
pub const CLEANUP_STEP: u32 = 50;
/// How many of a step's favorites are changed at once.
pub const CLEANUP_AT_ONCE: usize = 8;
/// How long after a tag's deletion the index by tag is believed to show all that had it. It is usually behind by less than a
/// second; this allows for far more, because waiting costs nothing.
pub const CLEANUP_LAG: Duration = Duration::from_mins(15);
/// After what time without a step a cleanup is taken to have stalled. A step that fails is tried again for about this long.
pub const CLEANUP_STALLS: Duration = Duration::from_hours(1);
