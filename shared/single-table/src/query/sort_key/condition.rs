//! The condition of a query on the sort key, in DynamoDB's terms.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;
use crate::expression::Placeholders;

/// The condition of a query on the sort key.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct SortCondition {
    clauses: Vec<Clause>,
    /// The attribute of the sort key and a value of it that the clauses find although it is not wanted.
    but: Option<(&'static str, String)>,
}

#[derive(Debug, Clone)]
pub(super) struct Clause {
    pub(super) name: &'static str,
    pub(super) test: Test,
}

#[derive(Debug, Clone)]
pub(super) enum Test {
    Compare(&'static str, AttributeValue),
    BeginsWith(AttributeValue),
    Between(AttributeValue, AttributeValue),
}

impl SortCondition {
    /// Accepts every sort key.
    #[must_use]
    pub fn any() -> Self {
        Self::of(Vec::new())
    }

    pub(super) fn of(clauses: Vec<Clause>) -> Self {
        Self { clauses, but: None }
    }

    /// Returns true if every sort key meets the condition.
    pub(in crate::query) fn is_any(&self) -> bool {
        self.clauses.is_empty()
    }

    pub(super) fn one(name: &'static str, test: Test) -> Self {
        Self::of(vec![Clause { name, test }])
    }

    /// Returns the same condition without one sort key, which the library drops from DynamoDB's answer.
    pub(super) fn but(self, name: &'static str, key: String) -> Self {
        Self { but: Some((name, key)), ..self }
    }

    /// Renders the clauses of `KeyConditionExpression` that follow those of the partition.
    pub(in crate::query) fn render(&self, placeholders: &mut Placeholders) -> Vec<String> {
        self.clauses.iter().map(|clause| clause.render(placeholders)).collect()
    }

    /// Returns true if DynamoDB finds exactly the wanted items.
    pub(in crate::query) fn is_exact(&self) -> bool {
        self.but.is_none()
    }

    /// Returns true if DynamoDB found an item that is not wanted.
    pub(in crate::query) fn leaves_out(&self, item: &Item) -> bool {
        let but = self.but.as_ref();
        but.is_some_and(|(name, key)| item.get(*name).and_then(|value| value.as_s().ok()) == Some(key))
    }
}

impl Clause {
    fn render(&self, placeholders: &mut Placeholders) -> String {
        let name = placeholders.name(self.name);
        match &self.test {
            Test::Compare(sign, value) => format!("{name} {sign} {}", placeholders.value(value.clone())),
            Test::BeginsWith(value) => format!("begins_with({name}, {})", placeholders.value(value.clone())),
            Test::Between(low, high) => {
                let (low, high) = (placeholders.value(low.clone()), placeholders.value(high.clone()));
                format!("{name} BETWEEN {low} AND {high}")
            }
        }
    }
}
