//! The one table. Names are those of the seed, so that a table made by it can be read.

use single_table::table;

use crate::catalogue::{Head, Segment};
use crate::favorite::{FavoriteData, FavoriteDataTag, TrashedFavorite};
use crate::idempotency::IdempotencyRecord;
use crate::reconcile::JobProgress;
use crate::signature::Signature;
use crate::tag::{Tag, TagQuota};
use crate::tag_cleanup::TagCleanup;

table! {
    /// Everything the service keeps. `template.yaml` declares the same table for AWS; a test compares the two.
    pub struct FavoritesTable {
        key: (pk, sk),
        ttl: ttl,
        stream: NewAndOldImages,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        local: [LsiOne = lsiOne (lsiOneSk), LsiTwo = lsiTwo (lsiTwoSk), LsiThree = lsiThree (lsiThreeSk)],
        entities: [
            FavoriteData, FavoriteDataTag, Head, IdempotencyRecord, JobProgress, Segment, Signature, Tag, TagCleanup, TagQuota,
            TrashedFavorite,
        ],
    }
}
