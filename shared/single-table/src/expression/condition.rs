//! Conditions on items.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::limits::{Parameter, check};
use super::node::{Comparator, Node, Renderer};
use super::number::{Sum, SumRange};
use super::path::Path;
use super::placeholders::Placeholders;
use super::term::Term;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::table::Table as _;

/// A condition on an item. A write happens only if its condition holds for the item in the table, and a filter returns only the
/// items for which it holds. Conditions are made from an entity's [`Field`](super::Field)s and joined with `&`, `|` and `!`.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # use single_table::{Condition, Entity, Put, table};
/// # table! {
/// #     /// Notes.
/// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
/// # }
/// # /// A note.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
/// # pub struct Note { user: String, id: String, draft: bool }
/// # let note = Note { user: "u".to_owned(), id: "n".to_owned(), draft: false };
/// let put = Put::new(&note).only_if(Condition::absent() | Note::DRAFT.eq(true));
/// ```
///
/// An expression of DynamoDB takes at most 4 KB and 300 operators and functions (see "Expression parameters" on the page
/// "Quotas in Amazon DynamoDB"). A longer condition fails with [`Error::ExpressionTooLong`] or [`Error::TooManyOperators`]
/// before any request.
#[derive(Debug)]
pub struct Condition<E> {
    node: Node,
    marker: Marker<E>,
}

/// Renders a filter for the current time.
pub(crate) type BuildFilter =
    Box<dyn FnOnce(&mut Placeholders, Timestamp) -> Result<String, Error> + Send + Sync>;

impl<E> Condition<E> {
    pub(super) fn of(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }
}

impl<E: Entity> Condition<E> {
    /// Holds if the item exists and has not expired. As a filter, it holds for items that have not expired.
    #[must_use]
    pub fn live() -> Self {
        Self::of(Node::Live)
    }

    /// Holds if the item doesn't exist, or has expired but was not deleted by DynamoDB yet.
    #[must_use]
    pub fn absent() -> Self {
        !Self::live()
    }

    /// Holds if the item doesn't exist, or has not expired.
    pub(crate) fn unexpired() -> Self {
        Self::of(Node::Unexpired)
    }

    /// Holds if the item is live, in the current schema version, and without aliases. Conditions and changes
    /// name the attributes of the current declaration, so they would mean something else for a past form.
    pub(crate) fn live_in_current_form() -> Self {
        match Self::in_current_form() {
            Some(current) => Self::live() & current,
            None => Self::live(),
        }
    }

    /// Holds if the item doesn't exist, or is in the current form; `None` if the entity has no other form.
    pub(crate) fn no_past_form() -> Option<Self> {
        Some(!Self::has_value(E::Table::PARTITION_KEY) | Self::in_current_form()?)
    }

    fn in_current_form() -> Option<Self> {
        match (Self::says_current_version(), Self::no_alias()) {
            (Some(version), Some(names)) => Some(version & names),
            (version, names) => version.or(names),
        }
    }

    /// Holds if the item has no attribute under an alias of a field; `None` if no field has an alias.
    pub(crate) fn no_alias() -> Option<Self> {
        if const { !E::MODEL.has_aliases() } {
            return None;
        }
        E::MODEL.aliases().map(|alias| Self::of(Node::Missing(alias))).reduce(|left, right| left & right)
    }

    fn says_current_version() -> Option<Self> {
        let schema = E::MODEL.schema.as_ref()?;
        let current = Self::equal(schema.attribute, AttributeValue::N(schema.current.to_string()));
        // An item without the attribute has the version 1.
        Some(if schema.current == 1 { !Self::has_value(schema.attribute) | current } else { current })
    }

    /// Fails with this error before any request.
    pub(crate) fn failed(error: Error) -> Self {
        Self::of(Node::Failed(error))
    }

    /// Joins a condition of the caller to the earlier ones. The first one also adds the condition that the item is not in a past
    /// form.
    pub(crate) fn given_after(self, before: Option<Self>) -> Self {
        self.and_before(before.or_else(Self::no_past_form))
    }

    /// Joins this condition to an earlier one, if there is one.
    pub(crate) fn and_before(self, before: Option<Self>) -> Self {
        match before {
            Some(before) => before & self,
            None => self,
        }
    }

    pub(crate) fn equal(name: &'static str, value: AttributeValue) -> Self {
        Self::of(Node::compare(name.into(), Comparator::Equal, Term::Value(value)))
    }

    pub(crate) fn has_value(name: &'static str) -> Self {
        Self::of(Node::HasValue(name.into()))
    }

    /// Holds if the field can represent the sum. A field without a value gets `from_initial`, unless that is `None`.
    pub(crate) fn fits(path: &Path, sum: &Sum) -> Option<Self> {
        let is_in_range = match &sum.range {
            SumRange::All => return None,
            SumRange::Between(low, high) => {
                let number = |number: &String| Term::Value(AttributeValue::N(number.clone()));
                Node::Between(Term::Path(path.clone()), number(low), number(high))
            }
            SumRange::None => Node::In(path.clone(), Vec::new()),
        };
        // For a field that holds NULL, DynamoDB refuses the request, because it adds only to numbers.
        let is_absent = sum.from_initial.is_some().then(|| !Self::of(Node::HasValue(path.clone())));
        Some(match is_absent {
            Some(is_absent) => Self::of(is_in_range) | is_absent,
            None => Self::of(is_in_range),
        })
    }

    /// Returns the condition's text at the time `now`.
    pub(crate) fn render(self, placeholders: &mut Placeholders, now: Timestamp) -> Result<String, Error> {
        let present = Some(E::Table::PARTITION_KEY);
        let text = Renderer { present, ttl: E::Table::TTL, now, placeholders }.render(self.node)?;
        check(Parameter::Condition, &text)?;
        Ok(text)
    }

    /// Turns the condition into a filter of a query or scan, joined to an earlier filter if there is one. A filter can't name
    /// attributes of the table's key.
    pub(crate) fn into_filter(self, before: Option<BuildFilter>) -> BuildFilter {
        Box::new(|placeholders, now| {
            let before = before.map(|before| before(placeholders, now)).transpose()?;
            let own = Renderer { present: None, ttl: E::Table::TTL, now, placeholders }.render(self.node)?;
            Ok(match before {
                Some(before) => format!("({before} AND {own})"),
                None => own,
            })
        })
    }
}

impl<E: Entity> BitAnd for Condition<E> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self::of(self.node.and(other.node))
    }
}

impl<E: Entity> BitOr for Condition<E> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::of(self.node.or(other.node))
    }
}

impl<E: Entity> Not for Condition<E> {
    type Output = Self;

    fn not(self) -> Self {
        Self::of(self.node.not())
    }
}
