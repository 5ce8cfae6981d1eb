//! Conditions on the item that a write would change.

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

/// A condition on an item: a write happens only if it holds for the item in place, and a filter returns only the items for
/// which it holds. Conditions are made from an entity's [`Field`](super::Field)s and joined with `&`, `|` and `!`.
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

/// Renders a filter at a time.
pub(crate) type BuildFilter =
    Box<dyn FnOnce(&mut Placeholders, Timestamp) -> Result<String, Error> + Send + Sync>;

impl<E> Condition<E> {
    pub(super) fn of(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }
}

impl<E: Entity> Condition<E> {
    /// The item exists and has not expired. As a filter: the item has not expired.
    #[must_use]
    pub fn live() -> Self {
        Self::of(Node::Live)
    }

    /// The item doesn't exist, or it has expired and DynamoDB has not deleted it yet.
    #[must_use]
    pub fn absent() -> Self {
        !Self::live()
    }

    /// The item doesn't exist, or has not expired.
    pub(crate) fn unexpired() -> Self {
        Self::of(Node::Unexpired)
    }

    /// Joins this condition to the one given before it, if there is one.
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

    /// The field can hold the sum that is added to it. A field without a value becomes `from_initial`, if that isn't none.
    pub(crate) fn fits(path: &Path, sum: &Sum) -> Option<Self> {
        let is_in_range = match &sum.range {
            SumRange::All => return None,
            SumRange::Between(low, high) => {
                let number = |number: &String| Term::Value(AttributeValue::N(number.clone()));
                Node::Between(Term::Path(path.clone()), number(low), number(high))
            }
            SumRange::None => Node::In(path.clone(), Vec::new()),
        };
        // A field that is there and NULL is left to DynamoDB, which adds to numbers only.
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

    /// Turns the condition into a filter of a query or scan, joined to the filter before it, if there is one. A filter can't
    /// name the table's key.
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
