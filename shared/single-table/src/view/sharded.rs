//! Write sharding, which spreads a partition of an index over several partitions.
//!
//! A partition takes up to 1,000 writes a second (see "Using write sharding to distribute workloads evenly in your DynamoDB
//! table" in the developer guide). If a partition of an index needs more, the number of a shard ends its partition key.

use table_keys::{EncodeComponent, KeyError, key_component};

use super::View;
use crate::table::KeyAttribute;

/// The most shards of a partition of an index. Reading such a partition takes a `Query` for each shard.
pub const MOST_SHARDS: u16 = 1_000;

/// A shard of a partition, by its number from 0. In a key, the number has five digits: `Order#OPEN#00007`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shard(u16);

key_component!(Shard as u16, |shard| shard.0, |number| Ok::<_, std::convert::Infallible>(Shard(number)));

impl Shard {
    pub(crate) const FIRST: Self = Self(0);

    /// Returns a random one of `shards`, each with the same probability.
    ///
    /// # Panics
    /// Panics if `shards` is 0. The derive's code always has at least one shard.
    #[must_use]
    pub fn random(shards: u16) -> Self {
        Self(fastrand::u16(0..shards))
    }

    /// Returns the one of `shards` that always holds a value: the 64-bit FNV-1a hash of the value's encoding in a key, modulo
    /// `shards`. Stored keys depend on this rule, so it never changes.
    ///
    /// ```
    /// use single_table::view::Shard;
    ///
    /// assert_eq!(Shard::of("customer-1", 15)?, Shard::of(&"customer-1".to_owned(), 15)?);
    /// assert_eq!(Shard::of("customer-1", 15)?.number(), 14);
    /// # Ok::<(), single_table::keys::KeyError>(())
    /// ```
    ///
    /// # Errors
    /// [`KeyError`] when the value has no encoding, or one that is too long for a key.
    ///
    /// # Panics
    /// Panics if `shards` is 0. The derive's code always has at least one shard.
    pub fn of<T: EncodeComponent + ?Sized>(value: &T, shards: u16) -> Result<Self, KeyError> {
        let encoded = table_keys::sort_key_prefix(&(value,))?;
        let hash = fnv_1a(encoded.strip_suffix('#').unwrap_or(&encoded).as_bytes());
        let number = hash % u64::from(shards);
        Ok(Self(u16::try_from(number).expect("a remainder is less than its divisor, which is a u16")))
    }

    /// Returns the shard's number, from 0.
    #[must_use]
    pub fn number(self) -> u16 {
        self.0
    }

    /// Returns the shard with a number that was read from a key.
    pub(crate) fn numbered(number: u16) -> Self {
        Self(number)
    }

    pub(crate) fn all(shards: u16) -> impl Iterator<Item = Self> {
        (0..shards).map(Self)
    }
}

/// Returns the 64-bit FNV-1a hash of `bytes`, named after Fowler, Noll and Vo.
fn fnv_1a(bytes: &[u8]) -> u64 {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;
    bytes.iter().fold(OFFSET_BASIS, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(PRIME))
}

/// A view of a global index whose partitions are spread over shards: `#[index(..., shards = 15)]`.
///
/// The shard is the last component of the partition key. Each write draws it at random, so writing an item again may move the
/// item to another shard. With `by(field)`, the shard follows from that field's value, and a query with this value reads a single
/// shard.
///
/// Stored data depends on the number of shards. After the number has grown, `query` still finds every item, but `query_shard`
/// finds only items that were written with the new number. After the number has shrunk, the items of the removed shards have to
/// be written again.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::view::ShardedView;
/// use single_table::{Entity, table};
///
/// table! {
///     /// Orders.
///     pub struct ShopTable {
///         key: (pk, sk),
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         entities: [Order],
///     }
/// }
///
/// /// An order.
/// #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// #[entity(table = ShopTable, name = "Order", partition(id), sort())]
/// #[index(on = GsiOne, view = OrdersByStatus, shards = 15, by(customer), partition(status), sort(date))]
/// pub struct Order { id: String, customer: String, status: String, date: String }
///
/// let order = Order { id: "1".into(), customer: "customer-1".into(), status: "OPEN".into(), date: "2026-11-21".into() };
/// let item = single_table::encode(&order)?;
/// assert_eq!(item["gsiOnePk"].as_s().unwrap(), "Order#OPEN#00014");
///
/// // All shards, merged by date; and the one of a customer.
/// let _open = OrdersByStatus::query("OPEN".to_owned()).descending().limit(20);
/// let _of_customer = OrdersByStatus::query_shard("OPEN".to_owned(), &order.customer).limit(20);
/// assert_eq!(OrdersByStatus::SHARDS, 15);
/// # Ok::<(), single_table::Error>(())
/// ```
///
/// ```compile_fail
/// # use serde::{Deserialize, Serialize};
/// # use single_table::{Entity, table};
/// # table! {
/// #     /// Orders.
/// #     pub struct ShopTable {
/// #         key: (pk, sk),
/// #         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
/// #         entities: [Order],
/// #     }
/// # }
/// # /// An order.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = ShopTable, name = "Order", partition(id), sort())]
/// #[index(on = GsiOne, view = OrdersByStatus, shards = 0, partition(status), sort(date))]
/// # pub struct Order { id: String, status: String, date: String }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no shards",
    note = "add `shards = ...` to its `#[index(...)]`, or query its one partition"
)]
pub trait ShardedView: View {
    /// The components of the partition key, except for the shard.
    type Open: Clone + Send + Sync;
    /// The number of shards.
    const SHARDS: u16;
    /// The attribute of the sort key, by which the items of all shards are merged.
    #[doc(hidden)]
    const SORT_ATTRIBUTE: Option<KeyAttribute>;

    /// Returns the partition key of a shard.
    fn in_shard(open: &Self::Open, shard: Shard) -> Self::Partition;
}

/// Checks the number of shards.
///
/// # Panics
/// Panics while the crate compiles if the number is 0 or greater than [`MOST_SHARDS`].
#[track_caller]
pub const fn check_shards(shards: u16) {
    assert!(shards >= 1, "`shards` is at least 1: the number of partitions that take the index's writes");
    assert!(shards <= MOST_SHARDS, "`shards` is at most 1000: a read asks every one of them");
}

/// Returns the number of shards, or 1 if [`check_shards`] refuses the number, so that the compiler reports the mistake once.
#[must_use]
pub const fn shards_or_one(shards: u16) -> u16 {
    if shards >= 1 && shards <= MOST_SHARDS { shards } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // From the test vectors of the IETF draft "The FNV Non-Cryptographic Hash Algorithm".
        assert_eq!(fnv_1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv_1a(b"a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(fnv_1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn every_shard_is_drawn_and_hashed_to() {
        let drawn: std::collections::BTreeSet<_> = (0..1_000).map(|_| Shard::random(4)).collect();
        assert_eq!(drawn.into_iter().collect::<Vec<_>>(), Shard::all(4).collect::<Vec<_>>());
        let hashed: std::collections::BTreeSet<_> =
            (0..1_000_u32).map(|value| Shard::of(&value, 4).unwrap()).collect();
        assert_eq!(hashed.len(), 4);
    }

    #[test]
    #[should_panic(expected = "at least 1")]
    fn no_shards_are_refused() {
        check_shards(0);
    }

    #[test]
    #[should_panic(expected = "at most 1000")]
    fn too_many_shards_are_refused() {
        check_shards(MOST_SHARDS + 1);
    }

    #[test]
    fn a_value_without_an_encoding_has_no_shard() {
        assert!(matches!(Shard::of(&f64::NAN, 4), Err(KeyError::BadComponent { .. })));
        assert!(matches!(Shard::of(&"x".repeat(2_000), 4), Err(KeyError::TooLong { .. })));
        assert!(Shard::of("", 4).is_ok());
    }
}
