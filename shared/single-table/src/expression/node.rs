//! A condition as a tree, and its text.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::Timestamp;

use super::expiry::unexpired;
use super::limits::check_values;
use super::path::Path;
use super::placeholders::Placeholders;
use super::term::Term;
use crate::error::Error;

#[derive(Debug)]
pub(super) enum Node {
    Live,
    Unexpired,
    /// The value is present and not NULL, which serde writes for `None`.
    HasValue(Path),
    /// The attribute is absent. NULL counts as present.
    Missing(&'static str),
    Compare(Term, Comparator, Term),
    /// A function of a path and another operand.
    Function(&'static str, Path, Term),
    Between(Term, Term, Term),
    In(Path, Vec<Term>),
    All(Vec<Node>),
    Any(Vec<Node>),
    Not(Box<Node>),
    /// A path or a value can't be stored.
    Failed(Error),
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

impl Node {
    /// Compares a path with a term. An absent value and NULL count as the same, so equality with NULL holds for
    /// both. A path without a value is not equal to another one, although DynamoDB takes two NULLs for equal.
    pub(super) fn compare(path: Path, comparator: Comparator, term: Term) -> Self {
        match comparator {
            Comparator::Equal if term.is_absence() => Self::HasValue(path).not(),
            Comparator::NotEqual if term.is_absence() => Self::HasValue(path),
            Comparator::Equal if term.is_path() => {
                Self::HasValue(path.clone()).and(Self::Compare(Term::Path(path), comparator, term))
            }
            Comparator::NotEqual if term.is_path() => Self::compare(path, Comparator::Equal, term).not(),
            _ => Self::Compare(Term::Path(path), comparator, term),
        }
    }

    /// Holds if the path has the value of one of these terms. NULL among the terms also stands for an absent value.
    pub(super) fn is_in(path: Path, terms: Vec<Term>) -> Self {
        let (absences, values): (Vec<_>, Vec<_>) = terms.into_iter().partition(Term::is_absence);
        let is_absent = Self::HasValue(path.clone()).not();
        if values.is_empty() && !absences.is_empty() {
            return is_absent;
        }
        let has_value = values.iter().any(Term::is_path).then(|| Self::HasValue(path.clone()));
        let mut is_in = Self::In(path, values);
        if let Some(has_value) = has_value {
            is_in = has_value.and(is_in);
        }
        if absences.is_empty() { is_in } else { is_absent.or(is_in) }
    }

    pub(super) fn and(self, other: Self) -> Self {
        let nodes = |node| match node {
            Self::All(nodes) => nodes,
            node => vec![node],
        };
        Self::All(joined(nodes(self), nodes(other)))
    }

    pub(super) fn or(self, other: Self) -> Self {
        let nodes = |node| match node {
            Self::Any(nodes) => nodes,
            node => vec![node],
        };
        Self::Any(joined(nodes(self), nodes(other)))
    }

    pub(super) fn not(self) -> Self {
        Self::Not(Box::new(self))
    }
}

fn joined(mut nodes: Vec<Node>, others: Vec<Node>) -> Vec<Node> {
    nodes.extend(others);
    nodes
}

/// A name that no attribute has, so every item lacks it. A filter for every item needs a condition on some name.
const NO_ATTRIBUTE: &str = "#";

pub(super) struct Renderer<'a> {
    /// An attribute that every item has, for a condition where the item may be absent. A filter applies only to existing items,
    /// and can't name a key attribute.
    pub(super) present: Option<&'static str>,
    pub(super) ttl: Option<&'static str>,
    pub(super) now: Timestamp,
    pub(super) placeholders: &'a mut Placeholders,
}

impl Renderer<'_> {
    pub(super) fn render(&mut self, node: Node) -> Result<String, Error> {
        Ok(match node {
            Node::Live => self.live(),
            Node::Unexpired => self
                .unexpired()
                .unwrap_or_else(|| format!("attribute_not_exists({})", self.name(NO_ATTRIBUTE))),
            Node::HasValue(path) => {
                let (path, null) = (self.path(&path), self.placeholders.value(AttributeValue::Null(true)));
                format!("(attribute_exists({path}) AND {path} <> {null})")
            }
            Node::Missing(name) => format!("attribute_not_exists({})", self.name(name)),
            Node::Compare(left, comparator, right) => {
                format!("{} {} {}", self.term(left), comparator.sign(), self.term(right))
            }
            Node::Function(function, path, term) => {
                format!("{function}({}, {})", self.path(&path), self.term(term))
            }
            Node::Between(term, low, high) => {
                format!("{} BETWEEN {} AND {}", self.term(term), self.term(low), self.term(high))
            }
            Node::In(path, terms) => self.is_in(&path, terms)?,
            Node::All(nodes) => self.connected(nodes, " AND ")?,
            Node::Any(nodes) => self.connected(nodes, " OR ")?,
            Node::Not(node) => format!("(NOT {})", self.render(*node)?),
            Node::Failed(error) => return Err(error),
        })
    }

    fn connected(&mut self, nodes: Vec<Node>, connective: &str) -> Result<String, Error> {
        let clauses: Vec<_> = nodes.into_iter().map(|node| self.render(node)).collect::<Result<_, _>>()?;
        Ok(format!("({})", clauses.join(connective)))
    }

    fn is_in(&mut self, path: &Path, terms: Vec<Term>) -> Result<String, Error> {
        check_values(path, terms.len())?;
        let name = self.path(path);
        // DynamoDB refuses an empty list. No value is in it, so the condition never holds.
        if terms.is_empty() {
            return Ok(format!("(attribute_exists({name}) AND attribute_not_exists({name}))"));
        }
        let terms: Vec<_> = terms.into_iter().map(|term| self.term(term)).collect();
        Ok(format!("{name} IN ({})", terms.join(", ")))
    }

    fn live(&mut self) -> String {
        let exists = self.present.map(|present| format!("attribute_exists({})", self.name(present)));
        match (exists, self.unexpired()) {
            (Some(exists), Some(unexpired)) => format!("({exists} AND {unexpired})"),
            (Some(clause), None) | (None, Some(clause)) => clause,
            (None, None) => format!("attribute_not_exists({})", self.name(NO_ATTRIBUTE)),
        }
    }

    /// Renders the clause for items that have not expired. Returns `None` if the table has no TTL attribute.
    fn unexpired(&mut self) -> Option<String> {
        Some(unexpired(self.ttl?, self.placeholders, self.now))
    }

    fn name(&mut self, name: &'static str) -> String {
        self.placeholders.name(name)
    }

    fn path(&mut self, path: &Path) -> String {
        path.render(self.placeholders)
    }

    fn term(&mut self, term: Term) -> String {
        term.render(self.placeholders)
    }
}
