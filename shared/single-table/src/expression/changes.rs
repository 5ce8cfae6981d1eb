//! The changes of an update, as an update expression.

use aws_sdk_dynamodb::types::AttributeValue;

use super::limits::{Parameter, check};
use super::number::Sum;
use super::path::Path;
use super::placeholders::Placeholders;
use super::set::is_empty_set;
use crate::error::Error;

/// A change of one attribute, or of a part of a document.
#[derive(Debug)]
pub(crate) struct Change {
    path: Path,
    action: Action,
}

#[derive(Debug)]
pub(crate) enum Action {
    Set(AttributeValue),
    SetIfAbsent(AttributeValue),
    Add(Sum),
    Append(Vec<AttributeValue>),
    Prepend(Vec<AttributeValue>),
    Remove,
    AddToSet(AttributeValue),
    DeleteFromSet(AttributeValue),
}

/// The clause of an update expression that a change is in.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Clause {
    Set,
    Add,
    Remove,
    Delete,
}

impl Clause {
    const ALL: [(Self, &'static str); 4] =
        [(Self::Set, "SET"), (Self::Add, "ADD"), (Self::Remove, "REMOVE"), (Self::Delete, "DELETE")];
}

impl Change {
    /// Returns true if making the change twice leaves the item as making it once.
    fn is_idempotent(&self) -> bool {
        // An index past the end appends to the list, and a removal moves the later elements up.
        !self.path.is_element()
            && !matches!(self.action, Action::Add(_) | Action::Append(_) | Action::Prepend(_))
    }

    /// Returns the attribute that the change creates in an item without attributes, or `None` if it creates none. Fails if the
    /// change can't be made there.
    fn of_nothing(&self) -> Result<Option<(String, AttributeValue)>, Impossible> {
        let name = self.path.attribute().ok_or(Impossible)?.to_owned();
        let value = match &self.action {
            Action::Set(value) | Action::SetIfAbsent(value) | Action::AddToSet(value) => value.clone(),
            Action::Add(sum) => AttributeValue::N(sum.from_initial.clone().ok_or(Impossible)?),
            Action::Append(values) | Action::Prepend(values) => AttributeValue::L(values.clone()),
            Action::Remove | Action::DeleteFromSet(_) => return Ok(None),
        };
        Ok(Some((name, value)))
    }

    fn clause(&self) -> Clause {
        match self.action {
            Action::Remove => Clause::Remove,
            Action::AddToSet(_) => Clause::Add,
            Action::DeleteFromSet(_) => Clause::Delete,
            _ => Clause::Set,
        }
    }

    /// Returns the change as a part of its clause.
    fn render(self, placeholders: &mut Placeholders) -> String {
        let path = self.path.render(placeholders);
        let mut value = |value| placeholders.value(value);
        match self.action {
            Action::Set(to) => format!("{path} = {}", value(to)),
            Action::SetIfAbsent(to) => format!("{path} = if_not_exists({path}, {})", value(to)),
            Action::Add(Sum { initial, delta, .. }) => {
                let (initial, delta) = (value(AttributeValue::N(initial)), value(AttributeValue::N(delta)));
                format!("{path} = if_not_exists({path}, {initial}) + {delta}")
            }
            Action::Append(values) => {
                let (none, values) = (value(AttributeValue::L(Vec::new())), value(AttributeValue::L(values)));
                format!("{path} = list_append(if_not_exists({path}, {none}), {values})")
            }
            Action::Prepend(values) => {
                let (none, values) = (value(AttributeValue::L(Vec::new())), value(AttributeValue::L(values)));
                format!("{path} = list_append({values}, if_not_exists({path}, {none}))")
            }
            Action::Remove => path,
            Action::AddToSet(values) | Action::DeleteFromSet(values) => format!("{path} {}", value(values)),
        }
    }
}

/// The error of a change that can't be made in an item without attributes.
#[derive(Debug)]
struct Impossible;

/// The changes of one update.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    changes: Vec<Change>,
    failed: Option<Error>,
}

impl Changes {
    pub(crate) fn push(&mut self, path: impl Into<Path>, action: Action) {
        let action = match action {
            // DynamoDB stores no empty set.
            Action::Set(value) if is_empty_set(&value) => Action::Remove,
            action => action,
        };
        self.changes.push(Change { path: path.into(), action });
    }

    /// Keeps the first error, which the update fails with.
    pub(crate) fn fail(&mut self, error: impl Into<Error>) {
        self.failed.get_or_insert(error.into());
    }

    /// Adds an assignment for each attribute, or keeps the error of the list.
    pub(crate) fn set_all(
        &mut self,
        attributes: Result<Vec<(&'static str, AttributeValue)>, impl Into<Error>>,
    ) {
        match attributes {
            Ok(attributes) => {
                for (name, value) in attributes {
                    self.push(name, Action::Set(value));
                }
            }
            Err(error) => self.fail(error),
        }
    }

    /// Returns true if making the changes twice leaves the item as making them once.
    pub(crate) fn is_idempotent(&self) -> bool {
        self.changes.iter().all(Change::is_idempotent)
    }

    /// Returns the paths of the numbers, lists and sets that the changes compute with.
    pub(crate) fn operands(&self) -> Vec<String> {
        let computes = |change: &&Change| {
            !matches!(change.action, Action::Set(_) | Action::SetIfAbsent(_) | Action::Remove)
        };
        self.changes.iter().filter(computes).map(|change| change.path.to_string()).collect()
    }

    /// Returns the attributes that the changes create in an item without attributes, or `None` if they can't be made there.
    pub(crate) fn of_nothing(&self) -> Option<Vec<(String, AttributeValue)>> {
        let made: Result<Vec<_>, Impossible> = self.changes.iter().map(Change::of_nothing).collect();
        made.ok().map(|made| made.into_iter().flatten().collect())
    }

    /// Returns the text of the update expression for an item of the entity.
    pub(crate) fn render(
        self,
        entity: &'static str,
        placeholders: &mut Placeholders,
    ) -> Result<String, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.changes.is_empty() {
            return Err(Error::EmptyUpdate { entity });
        }
        refuse_overlaps(entity, &self.changes)?;
        let text = render_changes(self.changes, placeholders);
        check(Parameter::Update, &text)?;
        Ok(text)
    }
}

/// Refuses two changes of the same value, or of a value and a part of the same value, because DynamoDB does too.
fn refuse_overlaps(entity: &'static str, changes: &[Change]) -> Result<(), Error> {
    for (at, change) in changes.iter().enumerate() {
        if let Some(earlier) = changes[..at].iter().find(|earlier| earlier.path.overlaps(&change.path)) {
            let (first, second) = (earlier.path.to_string(), change.path.to_string());
            return Err(Error::OverlappingPaths { entity, first, second });
        }
    }
    Ok(())
}

fn render_changes(changes: Vec<Change>, placeholders: &mut Placeholders) -> String {
    let parts: Vec<_> =
        changes.into_iter().map(|change| (change.clause(), change.render(placeholders))).collect();
    let clauses = Clause::ALL.iter().filter_map(|(clause, verb)| {
        let parts = parts.iter().filter(|(own, _)| own == clause).map(|(_, text)| text.as_str());
        let parts: Vec<&str> = parts.collect();
        (!parts.is_empty()).then(|| format!("{verb} {}", parts.join(", ")))
    });
    clauses.collect::<Vec<_>>().join(" ")
}

/// Returns the text of an update expression that sets and removes whole attributes.
pub(crate) fn render_attributes(
    set: Vec<(String, AttributeValue)>,
    remove: Vec<String>,
    placeholders: &mut Placeholders,
) -> String {
    let set = set.into_iter().map(|(name, value)| (name, Action::Set(value)));
    let remove = remove.into_iter().map(|name| (name, Action::Remove));
    let changes =
        set.chain(remove).map(|(name, action)| Change { path: Path::new(name, Vec::new()), action });
    render_changes(changes.collect(), placeholders)
}
