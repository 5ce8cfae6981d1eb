//! Conditions on joined sort keys, as ranges of the texts that begin with certain components.
//!
//! No encoded component contains a character below `$`, and in a component a `$` always has a character behind it. So of two keys
//! that begin with the component `a`, the key with `#` behind `a` comes first. The text `a$` is greater than every key that has
//! the whole component `a`, and smaller than every key whose component only begins with `a`.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{
    BoundOf, EncodeComponent, EncodeTuple, KeyError, KeyKind, KeyTuple, MAX_SORT_KEY_BYTES, components_text,
};

use super::condition::{SortCondition, Test};
use super::range::Range;
use super::{Joined, SortKey, SortKeyKind, SortValue, SortValues};
use crate::error::Error;
use crate::view::JoinedView;

/// Follows a component that ends there, before the next one.
const NEXT: char = '#';
/// Follows the text of a component, greater than [`NEXT`] and smaller than the rest of any longer component.
pub(super) const END: char = '$';

/// The first components of a key.
#[doc(hidden)]
#[derive(Debug)]
pub struct Components {
    text: String,
    count: usize,
}

/// An end of a range: the text of components.
#[derive(Debug)]
pub(in crate::query) struct Bound {
    text: String,
    rest: Rest,
}

/// The rest of a key that begins with the components of a bound.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rest {
    /// No components follow.
    None,
    /// At least one component follows.
    Some,
    /// Components may follow: in a collection that is ordered by shared components, each entity adds its own.
    Any,
}

impl Rest {
    /// Returns the rest of a key of view `V` after components. `has_all` is true if they are all of
    /// [`JoinedView::Sort`].
    fn of<V: JoinedView>(has_all: bool) -> Self {
        match (has_all, V::SORT_IS_WHOLE) {
            (false, _) => Self::Some,
            (true, true) => Self::None,
            (true, false) => Self::Any,
        }
    }
}

impl Bound {
    /// Makes an end of a range of whole keys.
    pub(in crate::query) fn of<V: JoinedView, B: BoundOf<V::Sort>>(bound: &B) -> Result<Self, KeyError> {
        Ok(Self { text: components_text(bound)?, rest: Rest::of::<V>(B::WHOLE) })
    }
}

impl SortKeyKind for Joined {
    type Value = String;
    type Values = Components;
}

impl<T: EncodeComponent> SortValue<Joined> for T {
    fn sort_value(&self) -> Result<String, Error> {
        Ok(components_text(&(self,))?)
    }
}

impl<T: EncodeTuple> SortValues<Joined> for T {
    fn sort_values(&self) -> Result<Components, Error> {
        Ok(Components { text: components_text(self)?, count: <T::Tuple as KeyTuple>::LEN })
    }
}

impl<V: JoinedView> SortKey<Joined> for V {
    type Sort = <V as JoinedView>::Sort;

    fn equal_to(key: Components) -> Result<SortCondition, Error> {
        if !V::SORT_IS_WHOLE {
            let bound = Bound { text: key.text, rest: Rest::Any };
            let ends = Test::Between(value(bound.first(""))?, value(bound.last(""))?);
            return Ok(SortCondition::one(V::SORT_KEY, ends));
        }
        let mut text = opening::<V>(&key);
        // Every component, and the name of an entity, ends with `#`. The whole key is the text before the last `#`.
        text.pop();
        Ok(SortCondition::one(V::SORT_KEY, Test::Compare("=", value(text)?)))
    }

    fn beginning_with(prefix: Components) -> Result<SortCondition, Error> {
        begins_with::<V>(opening::<V>(&prefix))
    }

    fn beginning_with_text(prefix: Components, start: &str) -> Result<SortCondition, Error> {
        begins_with::<V>(opening::<V>(&prefix) + &components_text(&(start,))?)
    }

    fn in_range(prefix: Components, next: Range<String>) -> Result<SortCondition, Error> {
        let rest = Rest::of::<V>(prefix.count + 1 == V::Sort::LEN);
        let next = next.try_map(|text| Ok::<_, Error>(Bound { text: text.clone(), rest }))?;
        Ok(bounded(V::SORT_KEY, &opening::<V>(&prefix), next)?)
    }
}

impl SortCondition {
    /// Accepts every sort key of the view's entity. In an item collection, the entity's name begins the sort key.
    #[must_use]
    pub fn all<V: JoinedView>() -> Self {
        match V::MEMBER {
            None => Self::any(),
            // A partition has at most one item of the entity, whose sort key is the name alone.
            Some(name) if V::Sort::LEN == 0 => {
                let name = AttributeValue::S(name.as_str().to_owned());
                Self::one(V::SORT_KEY, Test::Compare("=", name))
            }
            Some(name) => {
                let opening = AttributeValue::S(format!("{}{NEXT}", name.as_str()));
                Self::one(V::SORT_KEY, Test::BeginsWith(opening))
            }
        }
    }
}

/// Returns the condition that the whole sort key lies in a range, in the order of tuples.
pub(in crate::query) fn tuple_range<V: JoinedView>(range: Range<Bound>) -> Result<SortCondition, Error> {
    let none = Components { text: String::new(), count: 0 };
    Ok(bounded(V::SORT_KEY, &opening::<V>(&none), range)?)
}

/// Returns the text that begins every key of the entity with these first components: it is empty, or ends with `#`.
fn opening<V: JoinedView>(components: &Components) -> String {
    let name = V::MEMBER.map(|name| name.as_str().to_owned());
    let text = (components.count > 0).then_some(&components.text);
    name.iter().chain(text).fold(String::new(), |opening, part| opening + part + "#")
}

fn begins_with<V: JoinedView>(start: String) -> Result<SortCondition, Error> {
    if start.is_empty() {
        return Ok(SortCondition::any());
    }
    Ok(SortCondition::one(V::SORT_KEY, Test::BeginsWith(value(start)?)))
}

/// Returns the condition that a key begins with `opening` and continues with components in a range.
fn bounded(attribute: &'static str, opening: &str, range: Range<Bound>) -> Result<SortCondition, KeyError> {
    let one = |test| SortCondition::one(attribute, test);
    let compare = |sign, text| Ok(one(Test::Compare(sign, value(text)?)));
    let between = |low, high| Ok(one(Test::Between(value(low)?, value(high)?)));
    let is_open = opening.is_empty();
    match range {
        Range::AtLeast(low) if is_open => compare(">=", low.first(opening)),
        Range::AtLeast(low) => between(low.first(opening), end(opening)),
        Range::GreaterThan(low) if is_open && low.rest == Rest::None => compare(">", low.text),
        Range::GreaterThan(low) if is_open => compare(">=", low.last(opening)),
        Range::GreaterThan(low) if low.rest == Rest::None => after(attribute, opening, &low),
        Range::GreaterThan(low) => between(low.last(opening), end(opening)),
        Range::AtMost(high) if is_open => compare("<=", high.last(opening)),
        Range::AtMost(high) => between(opening.to_owned(), high.last(opening)),
        Range::LessThan(high) if is_open => compare("<", high.first(opening)),
        // A range includes its ends, so the library drops the end itself from the answer.
        Range::LessThan(high) if high.rest != Rest::Some => {
            let high = high.first(opening);
            Ok(between(opening.to_owned(), high.clone())?.but(attribute, high))
        }
        // No key consists of these components alone.
        Range::LessThan(high) => between(opening.to_owned(), opening.to_owned() + &high.text),
        Range::Between(low, high) => between(low.first(opening), high.last(opening)),
    }
}

/// Returns the condition that a key begins with `opening` and is greater than the whole key made of `opening` and `low`.
fn after(attribute: &'static str, opening: &str, low: &Bound) -> Result<SortCondition, KeyError> {
    let key = low.first(opening);
    // The smallest text that is greater than the key, in the order of keys.
    let next = format!("{key}{NEXT}");
    let (low, is_too_long) = if next.len() > MAX_SORT_KEY_BYTES { (key, true) } else { (next, false) };
    let test = Test::Between(value(low.clone())?, value(end(opening))?);
    let condition = SortCondition::one(attribute, test);
    Ok(if is_too_long { condition.but(attribute, low) } else { condition })
}

impl Bound {
    /// Returns the smallest text of a key that begins with `opening` and these components.
    fn first(&self, opening: &str) -> String {
        let mut key = format!("{opening}{}", self.text);
        // Keys are not empty, so components must follow an empty text.
        if self.rest == Rest::Some || (self.rest == Rest::Any && key.is_empty()) {
            key.push(NEXT);
        }
        key
    }

    /// Returns a text that is not smaller than any key that begins with `opening` and these components, and smaller than every
    /// later key.
    fn last(&self, opening: &str) -> String {
        let mut key = format!("{opening}{}", self.text);
        if self.rest != Rest::None {
            key.push(END);
        }
        key
    }
}

/// Returns the text that is greater than every key with this opening, and smaller than every later key.
fn end(opening: &str) -> String {
    let mut end = opening.to_owned();
    end.pop();
    end.push(END);
    end
}

/// Returns a text as a value for a comparison, if DynamoDB accepts the text as a sort key.
pub(super) fn value(text: String) -> Result<AttributeValue, KeyError> {
    match text.len() {
        0 => Err(KeyError::Empty { kind: KeyKind::Sort }),
        actual if actual > MAX_SORT_KEY_BYTES => {
            Err(KeyError::TooLong { kind: KeyKind::Sort, limit: MAX_SORT_KEY_BYTES, actual })
        }
        _ => Ok(AttributeValue::S(text)),
    }
}
