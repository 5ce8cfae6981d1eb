//! Views of native indexes: their keys are up to four attributes of the items themselves (see "Multi-attribute keys
//! pattern" in the developer guide).

use serde::Serialize;
use table_keys::{BoundOf, EncodeComponent, PrefixOf, TextComponent};

use crate::error::Error;
use crate::native_attributes::{named, one_value};
use crate::query::Query;
use crate::reach::Reach;
use crate::sort_condition::{Clause, SortCondition, Test};
use crate::table::{Index, KeyAttribute, NativeIndex};
use crate::view::View;

/// A view of a native index: `#[index(on = ..., native, ...)]`. Its keys are fields of the entity, which an update may set
/// like any other; DynamoDB then moves the item itself. An item that lacks one of them is not in the index.
///
/// A query names every attribute of the partition key. Of the sort key it names the first attributes by equality
/// ([`within`](Query::within)), and the next one by a [`Range`] ([`range`](Query::range)). DynamoDB can't skip one,
/// nor can a filter name one.
///
/// Other entities with the same attributes are in the index as well. The view leaves them out with a filter on `type`: they
/// are read, and charged. Where `type` is the first attribute of the partition key, the view fills it in, and they are
/// elsewhere:
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::{Entity, Range, table};
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
/// let _of_a_day = open().within(&("2026-11-21",));
/// let _of_a_month = open().starting(&(), "2026-11-");
/// let _large_ones_of_a_day = open().range(&("2026-11-21",), &Range::AtLeast(1_000_u32)).descending();
/// ```
///
/// Nothing is written to an item beside its fields. A component marked `?` may be absent; where serde stores an absent field
/// as `NULL`, [`encode`](crate::encode) leaves that out, since DynamoDB refuses it in a key.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a view of a native index",
    note = "the sort key of other views is one text: use `begins_with`, `at_least`, `between` and the like"
)]
pub trait NativeView: View {
    /// The index.
    type Index: NativeIndex;
}

/// What a query asks of one attribute of a native sort key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Range<T> {
    /// `>=`
    AtLeast(T),
    /// `>`
    GreaterThan(T),
    /// `<=`
    AtMost(T),
    /// `<`
    LessThan(T),
    /// From one to the other, both included.
    Between(T, T),
}

impl<T: Serialize> Range<T> {
    fn test(&self, attribute: &KeyAttribute) -> Result<Test, Error> {
        let compare = |sign, value| Ok(Test::Compare(sign, one_value(attribute, value)?));
        match self {
            Self::AtLeast(low) => compare(">=", low),
            Self::GreaterThan(low) => compare(">", low),
            Self::AtMost(high) => compare("<=", high),
            Self::LessThan(high) => compare("<", high),
            Self::Between(low, high) => {
                Ok(Test::Between(one_value(attribute, low)?, one_value(attribute, high)?))
            }
        }
    }
}

impl<V: NativeView, R: Reach<V>> Query<V, R> {
    /// Only items whose sort key begins with these attributes, or is made of them.
    #[must_use]
    pub fn within<B>(self, first: &B) -> Self
    where
        B: BoundOf<V::Sort> + Serialize,
    {
        self.sorted(equal_to::<V>(first).map(SortCondition::of))
    }

    /// Only items whose sort key begins with these attributes, and whose next one lies in a range. `&()` opens with the first
    /// attribute.
    #[must_use]
    pub fn range<P, T>(self, first: &P, next: &Range<T>) -> Self
    where
        P: PrefixOf<V::Sort> + Serialize,
        T: EncodeComponent<Component = P::Next> + Serialize,
    {
        self.sorted(followed::<V>(first, |attribute| next.test(attribute)))
    }

    /// Only items whose sort key begins with these attributes, and whose next one, a text, begins with `start`.
    #[must_use]
    pub fn starting<P>(self, first: &P, start: &str) -> Self
    where
        P: PrefixOf<V::Sort, Next: TextComponent> + Serialize,
    {
        self.sorted(followed::<V>(first, |attribute| Ok(Test::BeginsWith(one_value(attribute, start)?))))
    }
}

fn sort_attributes<V: NativeView>() -> &'static [KeyAttribute] {
    <V::Index as Index>::SCHEMA.sort_key
}

fn equal_to<V: NativeView>(first: &impl Serialize) -> Result<Vec<Clause>, Error> {
    let values = named(sort_attributes::<V>().iter(), first)?;
    Ok(values.into_iter().map(|(name, value)| Clause { name, test: Test::Compare("=", value) }).collect())
}

/// The first attributes by equality, and the next one by a test.
fn followed<V: NativeView>(
    first: &impl Serialize,
    test: impl FnOnce(&KeyAttribute) -> Result<Test, Error>,
) -> Result<SortCondition, Error> {
    let mut clauses = equal_to::<V>(first)?;
    if let Some(attribute) = sort_attributes::<V>().get(clauses.len()) {
        clauses.push(Clause { name: attribute.name, test: test(attribute)? });
    }
    Ok(SortCondition::of(clauses))
}
