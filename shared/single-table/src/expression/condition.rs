//! Conditions on the item that a write would change.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::expiry::unexpired;
use super::placeholders::Placeholders;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::Table as _;

/// What must hold for a write to happen. Made from an entity's fields, joined with `&`, `|` and `!`.
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
/// let put = Put::new(&note).only_if(Condition::absent() | Note::DRAFT.eq(&true));
/// ```
#[derive(Debug)]
pub struct Condition<E> {
    node: Node,
    marker: PhantomData<fn() -> E>,
}

type Value = Result<AttributeValue, Error>;

/// Gives the text of a filter, at a time.
pub(crate) type BuildFilter =
    Box<dyn FnOnce(&mut Placeholders, Timestamp) -> Result<String, Error> + Send + Sync>;

#[derive(Debug)]
enum Node {
    Live,
    Unexpired,
    /// The attribute is there, and not NULL, as which serde writes an option without a value.
    HasValue(&'static str),
    Compare(&'static str, Comparator, Box<Value>),
    Function(&'static str, &'static str, Box<Value>),
    Between(&'static str, Box<Value>, Box<Value>),
    In(&'static str, Vec<Value>),
    Size(&'static str, Comparator, usize),
    And(Box<Node>, Box<Node>),
    Or(Box<Node>, Box<Node>),
    Not(Box<Node>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) enum Comparator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparator {
    fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

impl<E: Entity> Condition<E> {
    /// The item is there and has not expired. As a filter: it has not expired.
    #[must_use]
    pub fn live() -> Self {
        Self::of(Node::Live)
    }

    /// The item is not there, or has expired and waits for DynamoDB to remove it.
    #[must_use]
    pub fn absent() -> Self {
        !Self::live()
    }

    /// There is no item, or it has not expired.
    pub(crate) fn unexpired() -> Self {
        Self::of(Node::Unexpired)
    }

    /// This one and the one before it, if there is one.
    pub(crate) fn and_before(self, before: Option<Self>) -> Self {
        match before {
            Some(before) => before & self,
            None => self,
        }
    }

    pub(crate) fn has_value(name: &'static str) -> Self {
        Self::of(Node::HasValue(name))
    }

    pub(crate) fn compare(name: &'static str, comparator: Comparator, value: Value) -> Self {
        Self::of(Node::Compare(name, comparator, Box::new(value)))
    }

    pub(crate) fn equal(name: &'static str, value: AttributeValue) -> Self {
        Self::compare(name, Comparator::Equal, Ok(value))
    }

    pub(crate) fn function(function: &'static str, name: &'static str, value: Value) -> Self {
        Self::of(Node::Function(function, name, Box::new(value)))
    }

    pub(crate) fn between(name: &'static str, low: Value, high: Value) -> Self {
        Self::of(Node::Between(name, Box::new(low), Box::new(high)))
    }

    pub(crate) fn is_in(name: &'static str, values: Vec<Value>) -> Self {
        Self::of(Node::In(name, values))
    }

    pub(crate) fn size(name: &'static str, comparator: Comparator, size: usize) -> Self {
        Self::of(Node::Size(name, comparator, size))
    }

    fn of(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }

    /// The condition's text, at the time `now`.
    pub(crate) fn render(self, placeholders: &mut Placeholders, now: Timestamp) -> Result<String, Error> {
        Renderer { present: Some(E::Table::PARTITION_KEY), ttl: E::Table::TTL, now, placeholders }
            .render(self.node)
    }

    /// The same condition as a filter of what a query or scan finds, and the filter before it, if there is one. A filter
    /// can't name the table's key.
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

/// A name that no attribute has: every item lacks it. A filter that holds for every item has to be a condition on something.
const NO_ATTRIBUTE: &str = "#";

struct Renderer<'a> {
    /// An attribute that every item has, where there may be no item. A filter is about items that are there, and can't name a key.
    present: Option<&'static str>,
    ttl: Option<&'static str>,
    now: Timestamp,
    placeholders: &'a mut Placeholders,
}

impl Renderer<'_> {
    fn render(&mut self, node: Node) -> Result<String, Error> {
        Ok(match node {
            Node::Live => self.live(),
            Node::Unexpired => self
                .unexpired()
                .unwrap_or_else(|| format!("attribute_not_exists({})", self.name(NO_ATTRIBUTE))),
            Node::HasValue(name) => {
                let (name, null) = (self.name(name), self.placeholders.value(AttributeValue::Null(true)));
                format!("(attribute_exists({name}) AND {name} <> {null})")
            }
            Node::Compare(name, comparator, value) => {
                format!("{} {} {}", self.name(name), comparator.sign(), self.value(*value)?)
            }
            Node::Function(function, name, value) => {
                format!("{function}({}, {})", self.name(name), self.value(*value)?)
            }
            Node::Between(name, low, high) => {
                format!("{} BETWEEN {} AND {}", self.name(name), self.value(*low)?, self.value(*high)?)
            }
            // DynamoDB takes no empty list. Nothing is in it, so the condition never holds.
            Node::In(name, values) if values.is_empty() => {
                let name = self.name(name);
                format!("(attribute_exists({name}) AND attribute_not_exists({name}))")
            }
            Node::In(name, values) => {
                let values: Vec<_> =
                    values.into_iter().map(|value| self.value(value)).collect::<Result<_, _>>()?;
                format!("{} IN ({})", self.name(name), values.join(", "))
            }
            Node::Size(name, comparator, size) => {
                let size = self.placeholders.value(AttributeValue::N(size.to_string()));
                format!("size({}) {} {size}", self.name(name), comparator.sign())
            }
            Node::And(left, right) => format!("({} AND {})", self.render(*left)?, self.render(*right)?),
            Node::Or(left, right) => format!("({} OR {})", self.render(*left)?, self.render(*right)?),
            Node::Not(node) => format!("(NOT {})", self.render(*node)?),
        })
    }

    fn live(&mut self) -> String {
        let exists = self.present.map(|present| format!("attribute_exists({})", self.name(present)));
        match (exists, self.unexpired()) {
            (Some(exists), Some(unexpired)) => format!("({exists} AND {unexpired})"),
            (Some(clause), None) | (None, Some(clause)) => clause,
            (None, None) => format!("attribute_not_exists({})", self.name(NO_ATTRIBUTE)),
        }
    }

    /// Renders the clause for an item that has not expired; none where the table has no TTL attribute.
    fn unexpired(&mut self) -> Option<String> {
        Some(unexpired(self.ttl?, self.placeholders, self.now))
    }

    fn name(&mut self, name: &'static str) -> String {
        self.placeholders.name(name)
    }

    fn value(&mut self, value: Result<AttributeValue, Error>) -> Result<String, Error> {
        Ok(self.placeholders.value(value?))
    }
}

impl<E: Entity> BitAnd for Condition<E> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self::of(Node::And(Box::new(self.node), Box::new(other.node)))
    }
}

impl<E: Entity> BitOr for Condition<E> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self::of(Node::Or(Box::new(self.node), Box::new(other.node)))
    }
}

impl<E: Entity> Not for Condition<E> {
    type Output = Self;

    fn not(self) -> Self {
        Self::of(Node::Not(Box::new(self.node)))
    }
}
