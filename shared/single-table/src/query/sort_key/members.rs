//! Conditions on the sort keys of a collection that is ordered by the names of its entities.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{KeyError, KeyTuple, named_sort_key};

use super::condition::{SortCondition, Test};
use super::joined::{END, value};
use crate::view::{MemberOf, NamedMembers, StartOf};

impl SortCondition {
    /// Finds this sort key and all greater ones.
    pub(in crate::query) fn from_key<V: NamedMembers>(low: AttributeValue) -> Self {
        Self::one(V::SORT_KEY, Test::Compare(">=", low))
    }

    /// Finds this sort key and all smaller ones.
    pub(in crate::query) fn to_key<V: NamedMembers>(high: AttributeValue) -> Self {
        Self::one(V::SORT_KEY, Test::Compare("<=", high))
    }

    /// Finds the sort keys from one key to another, including both.
    pub(in crate::query) fn from_key_to_key<V: NamedMembers>(
        low: AttributeValue,
        high: AttributeValue,
    ) -> Self {
        Self::one(V::SORT_KEY, Test::Between(low, high))
    }

    /// Finds the sort keys of all entities whose names lie between the smallest and the greatest of these names. Without names,
    /// finds every key.
    pub(in crate::query) fn of_names(attribute: &'static str, names: &[&str]) -> Self {
        let Some((first, last)) = names.iter().min().zip(names.iter().max()) else { return Self::any() };
        let (low, high) = ((*first).to_owned(), format!("{last}{END}"));
        Self::one(attribute, Test::Between(AttributeValue::S(low), AttributeValue::S(high)))
    }
}

/// Returns the smallest text of a sort key of entity `E` that begins with these components.
pub(in crate::query) fn first_key<V, E: MemberOf<V>>(
    start: &impl StartOf<E, E::Sort>,
) -> Result<AttributeValue, KeyError> {
    value(named_sort_key(&E::NAME, start)?)
}

/// Returns a text that is not smaller than any sort key of entity `E` that begins with these components, and smaller than every
/// later key.
pub(in crate::query) fn last_key<V, E: MemberOf<V>, End: StartOf<E, E::Sort>>(
    end: &End,
) -> Result<AttributeValue, KeyError> {
    let mut key = named_sort_key(&E::NAME, end)?;
    if <End::Tuple as KeyTuple>::LEN < <E::Sort as KeyTuple>::LEN {
        key.push(END);
    }
    value(key)
}
