//! The clause that excludes expired items.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::placeholders::Placeholders;
use crate::time::EpochSeconds;

/// Returns the clause that an item has not expired at `now`. `ttl` is the TTL attribute of its table.
pub(super) fn unexpired(ttl: &'static str, placeholders: &mut Placeholders, now: Timestamp) -> String {
    let ttl = placeholders.name(ttl);
    let now = placeholders.value(AttributeValue::N(EpochSeconds::of(now).get().to_string()));
    let null = placeholders.value(AttributeValue::Null(true));
    // Serde may have written an absent expiry as NULL, which readers also take as absent.
    format!("(attribute_not_exists({ttl}) OR {ttl} = {null} OR {ttl} > {now})")
}
