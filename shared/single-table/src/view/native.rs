//! Views of native indexes, whose keys are up to four attributes of the items themselves (see "Multi-attribute keys pattern" in
//! the developer guide).

use table_keys::KeyTuple;

use super::View;
use crate::table::Index;

/// A view of a native index: `#[index(on = ..., native, ...)]`. The index's keys are fields of the entity, and updates may set
/// these fields like any others; DynamoDB then moves the item in the index. An item that lacks one of the fields is not in the
/// index.
///
/// A query names every attribute of the partition key. In the sort key, it names the first attributes by equality
/// ([`equals`](crate::Query::equals), [`begins_with`](crate::Query::begins_with)), and the next one by a
/// [`Range`](crate::query::Range) ([`range`](crate::Query::range)) or by the start of a text
/// ([`begins_with_text`](crate::Query::begins_with_text)). A query can't skip an attribute, and a filter can't name one.
///
/// The index also contains other entities that have the same attributes. The view drops them with a filter on `type`, after
/// DynamoDB has read them and charged for them. If `type` is the first attribute of the partition key, the view fills it in, so
/// other entities are in other partitions:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::query::Range;
/// use single_table::{Entity, table};
///
/// table! {
///     /// Orders.
///     pub struct ShopTable {
///         key: (pk, sk),
///         global: [ByState = byState native ([type: S, customer: S, state: S], [date: S, total: N])],
///         entities: [Order],
///     }
/// }
///
/// /// An order.
/// #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// #[entity(table = ShopTable, name = "Order", partition(id), sort())]
/// #[index(on = ByState, view = OrdersByState, native, partition(customer, state), sort(date, total))]
/// pub struct Order { id: String, customer: String, state: String, date: String, total: u32 }
///
/// let open = || OrdersByState::query("ann".to_owned(), "OPEN".to_owned());
/// let _of_a_day = open().begins_with(&("2026-11-21",));
/// let _of_a_month = open().begins_with_text(&(), "2026-11-");
/// let _large_ones_of_a_day = open().range(&("2026-11-21",), &Range::AtLeast(1_000_u32)).descending();
/// ```
///
/// The library writes no attributes besides the fields. A component marked `?` may be absent. If serde stores an absent field as
/// `NULL`, [`encode`](crate::encode) leaves the field out, because DynamoDB refuses `NULL` in a key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view of a native index",
    note = "the sort key of other views is one text: use `begins_with`, `at_least`, `between` and the like"
)]
pub trait NativeView: View {
    /// The index.
    type Index: Index;
    /// The components of the sort key.
    type Sort: KeyTuple;
}
