//! Rewrites a stored item into its declared shape. Backfills rewrite every item, and a write to an item with a past schema
//! version rewrites this item first.

mod difference;
mod error;
mod shards;
mod upgrade;

pub(crate) use difference::{Change, Shape};
pub(crate) use error::{RewriteError, key_of};
pub(crate) use upgrade::Upgrade;
