//! Conditions on the sort key of a native index.

use serde::Serialize;
use table_keys::{BoundOf, EncodeComponent, PrefixOf, TextComponent};

use super::builder::Query;
use super::reach::Reach;
use super::sort_condition::{Clause, SortCondition, Test};
use crate::error::Error;
use crate::item::native_attributes::{named, one_value};
use crate::table::{Index, KeyAttribute};
use crate::view::NativeView;

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
