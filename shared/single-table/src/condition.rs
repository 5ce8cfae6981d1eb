//! Conditions on the item that a write would change.

use std::marker::PhantomData;
use std::ops::{BitAnd, BitOr, Not};

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use crate::entity::Entity;
use crate::error::Error;
use crate::expression::Placeholders;
use crate::table::Table;
use crate::time::EpochSeconds;

/// What must hold for a write to happen. Made from an entity's fields, joined with `&`, `|` and `!`.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// # use single_table::{Condition, Entity, Put, table};
/// # table! {
/// #     /// Notes.
/// #     pub struct NoteTable { key: (pk, sk), }
/// # }
/// # /// A note.
/// # #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// # #[entity(table = NoteTable, name = "Note", partition(user), sort(id))]
/// # pub struct Note { user: String, id: String, version: u64 }
/// # let note = Note { user: "u".to_owned(), id: "n".to_owned(), version: 8 };
/// let put = Put::new(&note).only_if(Condition::live() & Note::VERSION.eq(&7));
/// ```
#[derive(Debug)]
pub struct Condition<E> {
    node: Node,
    marker: PhantomData<fn() -> E>,
}

#[derive(Debug)]
enum Node {
    Live,
    AttributeExists(&'static str),
    Compare(&'static str, Comparator, Box<Result<AttributeValue, Error>>),
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
    /// The item is there and has not expired.
    #[must_use]
    pub fn live() -> Self {
        Self::of(Node::Live)
    }

    /// The item is not there, or has expired and waits for DynamoDB to remove it.
    #[must_use]
    pub fn absent() -> Self {
        !Self::live()
    }

    pub(crate) fn attribute_exists(name: &'static str) -> Self {
        Self::of(Node::AttributeExists(name))
    }

    pub(crate) fn compare(
        name: &'static str,
        comparator: Comparator,
        value: Result<AttributeValue, Error>,
    ) -> Self {
        Self::of(Node::Compare(name, comparator, Box::new(value)))
    }

    fn of(node: Node) -> Self {
        Self { node, marker: PhantomData }
    }

    /// The condition's text, at the time `now`.
    pub(crate) fn render(self, placeholders: &mut Placeholders, now: Timestamp) -> Result<String, Error> {
        self.node.render::<E::Table>(placeholders, now)
    }
}

impl Node {
    fn render<T: Table>(self, placeholders: &mut Placeholders, now: Timestamp) -> Result<String, Error> {
        Ok(match self {
            Self::Live => live::<T>(placeholders, now),
            Self::AttributeExists(name) => format!("attribute_exists({})", placeholders.name(name)),
            Self::Compare(name, comparator, value) => {
                format!("{} {} {}", placeholders.name(name), comparator.sign(), placeholders.value((*value)?))
            }
            Self::And(left, right) => {
                format!(
                    "({} AND {})",
                    left.render::<T>(placeholders, now)?,
                    right.render::<T>(placeholders, now)?
                )
            }
            Self::Or(left, right) => {
                format!(
                    "({} OR {})",
                    left.render::<T>(placeholders, now)?,
                    right.render::<T>(placeholders, now)?
                )
            }
            Self::Not(node) => format!("(NOT {})", node.render::<T>(placeholders, now)?),
        })
    }
}

fn live<T: Table>(placeholders: &mut Placeholders, now: Timestamp) -> String {
    let exists = format!("attribute_exists({})", placeholders.name(T::PARTITION_KEY));
    let Some(ttl) = T::TTL else { return exists };
    let ttl = placeholders.name(ttl);
    let now = placeholders.value(AttributeValue::N(EpochSeconds::of(now).get().to_string()));
    format!("({exists} AND (attribute_not_exists({ttl}) OR {ttl} > {now}))")
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
