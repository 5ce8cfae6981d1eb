//! What a query asks of the sort key.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{BoundOf, EncodeTuple, EntityName, KeyError, KeyTuple as _, PrefixOf};

use crate::expression::Placeholders;
use crate::table::Piece;
use crate::view::{JoinedView, RawView};

/// Follows every key that opens with a text, and comes before every other key that follows it: what follows a whole
/// component is `#`, and no encoded component has a `$` without a character behind it.
const END: char = '$';

/// What a query asks of the sort key.
#[doc(hidden)]
#[derive(Debug, Clone)]
pub struct SortCondition {
    clauses: Vec<Clause>,
    /// A sort key that the condition finds and that was not asked for.
    pub(crate) but: Option<(&'static str, String)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Clause {
    pub(crate) name: &'static str,
    pub(crate) test: Test,
}

#[derive(Debug, Clone)]
pub(crate) enum Test {
    Compare(&'static str, AttributeValue),
    BeginsWith(AttributeValue),
    Between(AttributeValue, AttributeValue),
}

impl SortCondition {
    /// Any sort key.
    #[must_use]
    pub fn any() -> Self {
        Self { clauses: Vec::new(), but: None }
    }

    /// Any of the view's entity: in a collection, its name begins the sort key.
    #[must_use]
    pub fn all<V: JoinedView>() -> Self {
        match V::MEMBER {
            None => Self::any(),
            // Nothing follows the name where a partition has one item of the entity.
            Some(name) if V::Sort::LEN == 0 => {
                one(V::SORT_KEY, Test::Compare("=", text(name.as_str().to_owned())))
            }
            Some(name) => one(V::SORT_KEY, Test::BeginsWith(text(first_member(&name)))),
        }
    }

    /// Every raw sort key of the view's entity.
    #[must_use]
    pub fn all_raw<V: RawView>() -> Self {
        let Some(attribute) = V::SORT_ATTRIBUTE else { return Self::any() };
        let test = match V::SORT_FORMAT {
            [Piece::Literal(literal)] => Test::Compare("=", text((*literal).to_owned())),
            [Piece::Literal(literal), ..] => Test::BeginsWith(text((*literal).to_owned())),
            _ => return Self::any(),
        };
        one(attribute.name, test)
    }

    pub(crate) fn of(clauses: Vec<Clause>) -> Self {
        Self { clauses, but: None }
    }

    pub(crate) fn equals<V: JoinedView>(sort: &impl EncodeTuple) -> Result<Self, KeyError> {
        Ok(one(V::SORT_KEY, Test::Compare("=", text(joined::<V>(sort)?))))
    }

    pub(crate) fn begins_with<V: JoinedView>(prefix: &impl PrefixOf<V::Sort>) -> Result<Self, KeyError> {
        Ok(one(V::SORT_KEY, Test::BeginsWith(text(opening::<V>(prefix)?))))
    }

    pub(crate) fn begins_with_text<V: JoinedView>(
        prefix: &impl PrefixOf<V::Sort>,
        start: &str,
    ) -> Result<Self, KeyError> {
        let prefix = match V::MEMBER {
            // Every text begins with the empty one, and a key has no encoding of it to begin with.
            _ if start.is_empty() => opening::<V>(prefix)?,
            None => table_keys::sort_key_prefix_text(prefix, start)?,
            Some(_) => format!("{}#{}", joined::<V>(prefix)?, table_keys::sort_key_prefix_text(&(), start)?),
        };
        Ok(one(V::SORT_KEY, Test::BeginsWith(text(prefix))))
    }

    pub(crate) fn at_least<V: JoinedView, B: BoundOf<V::Sort>>(low: &B) -> Result<Self, KeyError> {
        Ok(from::<V>(">=", bound::<V, B>(low, '#')?))
    }

    pub(crate) fn greater_than<V: JoinedView, B: BoundOf<V::Sort>>(low: &B) -> Result<Self, KeyError> {
        if !B::WHOLE {
            return Ok(from::<V>(">=", bound::<V, B>(low, END)?));
        }
        let mut low = joined::<V>(low)?;
        if V::MEMBER.is_some() {
            // The least text that no key of the entity up to `low` reaches.
            low.push('#');
        }
        Ok(from::<V>(">", low))
    }

    pub(crate) fn at_most<V: JoinedView, B: BoundOf<V::Sort>>(high: &B) -> Result<Self, KeyError> {
        Ok(up_to::<V>("<=", bound::<V, B>(high, END)?))
    }

    pub(crate) fn less_than<V: JoinedView, B: BoundOf<V::Sort>>(high: &B) -> Result<Self, KeyError> {
        let high = bound::<V, B>(high, '#')?;
        let mut condition = up_to::<V>("<", high.clone());
        // A range has both its ends in it.
        condition.but = V::MEMBER.map(|_| (V::SORT_KEY, high));
        Ok(condition)
    }

    pub(crate) fn between<V, Low, High>(low: &Low, high: &High) -> Result<Self, KeyError>
    where
        V: JoinedView,
        Low: BoundOf<V::Sort>,
        High: BoundOf<V::Sort>,
    {
        let (low, high) = (bound::<V, Low>(low, '#')?, bound::<V, High>(high, END)?);
        let test = Test::Between(text(low), text(high));
        Ok(one(V::SORT_KEY, test))
    }

    /// The clauses of `KeyConditionExpression` after those of the partition.
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> Vec<String> {
        self.clauses.iter().map(|clause| clause.render(placeholders)).collect()
    }
}

impl Clause {
    pub(crate) fn render(&self, placeholders: &mut Placeholders) -> String {
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

fn one(name: &'static str, test: Test) -> SortCondition {
    SortCondition::of(vec![Clause { name, test }])
}

fn text(text: String) -> AttributeValue {
    AttributeValue::S(text)
}

fn first_member(name: &EntityName) -> String {
    format!("{}#", name.as_str())
}

fn joined<V: JoinedView>(components: &impl EncodeTuple) -> Result<String, KeyError> {
    match V::MEMBER {
        None => table_keys::sort_key(components),
        Some(name) => table_keys::named_sort_key(&name, components),
    }
}

/// The key of a whole bound. Where it is not whole, all keys that open with it lie between those that `#` and [`END`] make.
fn bound<V: JoinedView, B: BoundOf<V::Sort>>(bound: &B, end: char) -> Result<String, KeyError> {
    if B::WHOLE {
        return joined::<V>(bound);
    }
    let mut prefix = opening::<V>(bound)?;
    prefix.pop();
    prefix.push(end);
    Ok(prefix)
}

/// What every key begins with that opens with these components.
fn opening<V: JoinedView>(components: &impl EncodeTuple) -> Result<String, KeyError> {
    match V::MEMBER {
        None => table_keys::sort_key_prefix(components),
        Some(name) => Ok(table_keys::named_sort_key(&name, components)? + "#"),
    }
}

/// From a key on; in a collection not beyond the entity.
fn from<V: JoinedView>(sign: &'static str, low: String) -> SortCondition {
    let test = match V::MEMBER {
        None => Test::Compare(sign, text(low)),
        Some(name) => Test::Between(text(low), text(format!("{}{END}", name.as_str()))),
    };
    one(V::SORT_KEY, test)
}

/// Up to a key; in a collection not beyond the entity.
fn up_to<V: JoinedView>(sign: &'static str, high: String) -> SortCondition {
    let test = match V::MEMBER {
        None => Test::Compare(sign, text(high)),
        Some(name) => Test::Between(text(first_member(&name)), text(high)),
    };
    one(V::SORT_KEY, test)
}
