//! Limits that are small here, so that short histories behave like large libraries.

use std::num::NonZero;

use favorites_api::favorites::FeedRoom;

/// A segment size in bytes that about two favorites fill.
pub(crate) const TINY_SEGMENT: usize = 70;
/// The most segments that reconciliation compares at once.
pub(crate) const RANGE_SEGMENTS: NonZero<u8> = NonZero::new(2).expect("2 is not 0");
/// The number of favorites after which reconciliation saves its place.
pub(crate) const RANGE_ITEMS: NonZero<u8> = NonZero::new(4).expect("4 is not 0");
/// The room on a page of the change feed, where each change takes 1.
pub(crate) const FEED_ROOM: FeedRoom = FeedRoom { bytes: 4, changes: 3 };
