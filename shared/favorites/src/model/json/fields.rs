//! Typed values from JSON, with every fault at once and each with its JSON pointer.

use std::fmt::Display;

use serde_json::{Map, Value};
use single_table::Timestamp;

use crate::error::Fault;
use crate::limits::GREATEST_INTEGER;
use crate::model::action::ActionName;
use crate::model::chosen_id::ChosenId;
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};
use crate::model::tag::TagName;
use crate::model::value::{Latitude, Longitude, MediaType, Text, WebUrl};

/// The fault of a patch that has a member whose value stays.
pub const CANNOT_CHANGE: &str = "cannot be changed";

/// A value that can be read from JSON.
pub trait FromJson: Sized {
    /// The value, or `None` after adding at least one fault that points at `at` or below.
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self>;
}

/// The members of one object. Each is taken by its name; what is left in the end is unknown.
pub struct Fields<'a> {
    object: &'a Map<String, Value>,
    at: &'a str,
    taken: Vec<&'static str>,
    faults: &'a mut Vec<Fault>,
}

impl<'a> Fields<'a> {
    /// The members of `value`, which must be an object.
    pub fn of(value: &'a Value, at: &'a str, faults: &'a mut Vec<Fault>) -> Option<Self> {
        let Some(object) = value.as_object() else {
            faults.push(wrong_type(at, "an object", value));
            return None;
        };
        Some(Self { object, at, taken: Vec::new(), faults })
    }

    /// The member as it is, if it is there.
    pub fn take(&mut self, name: &'static str) -> Option<&'a Value> {
        self.taken.push(name);
        self.object.get(name)
    }

    /// Returns true if the member is present and not `null`.
    pub fn has(&mut self, name: &'static str) -> bool {
        self.take(name).is_some_and(|value| !value.is_null())
    }

    /// A member that must be there.
    pub fn required<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let Some(value) = self.take(name) else {
            self.fault(name, "is required");
            return None;
        };
        T::from_json(value, &pointer(self.at, name), self.faults)
    }

    /// A member that may be missing. `null` is the same as missing.
    pub fn optional<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let value = self.take(name).filter(|value| !value.is_null())?;
        T::from_json(value, &pointer(self.at, name), self.faults)
    }

    /// An array that must be there, with at least `least` and at most `most` elements.
    pub fn elements<T: FromJson>(
        &mut self,
        name: &'static str,
        (least, most): (usize, usize),
    ) -> Option<Vec<T>> {
        if let Some(value) = self.take(name) {
            elements(value, &pointer(self.at, name), (least, most), self.faults)
        } else {
            self.fault(name, "is required");
            None
        }
    }

    /// A member of a patch: missing leaves the value as it is, `null` removes it (RFC 7396).
    #[allow(clippy::option_option, reason = "a merge patch tells missing, null and a value apart")]
    pub fn patched<T: FromJson>(&mut self, name: &'static str) -> Option<Option<T>> {
        match self.take(name)? {
            Value::Null => Some(None),
            value => T::from_json(value, &pointer(self.at, name), self.faults).map(Some),
        }
    }

    /// A member of a patch that can't be removed: missing leaves the value as it is.
    pub fn replaced<T: FromJson>(&mut self, name: &'static str) -> Option<T> {
        let value = self.take(name)?;
        T::from_json(value, &pointer(self.at, name), self.faults)
    }

    /// A member that is known and not allowed here.
    pub fn forbidden(&mut self, name: &'static str, why: &str) {
        if self.take(name).is_some() {
            self.fault(name, why);
        }
    }

    /// Adds a fault at the member `name`.
    pub fn fault(&mut self, name: &str, message: impl Display) {
        self.faults.push(Fault::new(pointer(self.at, name), message));
    }

    /// The faults found so far, for a value that is read by other means.
    pub fn faults(&mut self) -> &mut Vec<Fault> {
        self.faults
    }

    /// Returns the names of the members that were read so far, whether they are there or not.
    pub fn taken(&self) -> impl Iterator<Item = &'static str> {
        self.taken.iter().copied()
    }

    /// Returns true if the object has no members.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.object.is_empty()
    }

    /// Adds a fault for each member that nobody took: a misspelt name must not be lost without a word.
    pub fn finish(self) {
        for name in self.object.keys().filter(|name| !self.taken.contains(&name.as_str())) {
            // A pointer may grow as long as the caller's name; past a hundred characters the object itself is
            // named.
            if name.chars().count() > 100 {
                self.faults.push(Fault::new(self.at, format!("has no member \"{}...\"", excerpt(name))));
            } else {
                self.faults.push(Fault::new(pointer(self.at, name), "is not a member that is known here"));
            }
        }
    }
}

/// Returns the first hundred characters of what a user sent: enough to recognise it, too little to fill an
/// answer with.
#[must_use]
pub fn excerpt(text: &str) -> String {
    text.chars().take(100).collect()
}

/// The pointer to the member or element `name` of what `at` points to, escaped as RFC 6901, section 3, says.
#[must_use]
pub fn pointer(at: &str, name: &str) -> String {
    format!("{at}/{}", name.replace('~', "~0").replace('/', "~1"))
}

/// Each element of an array of at least `least` and at most `most`.
fn elements<T: FromJson>(
    value: &Value,
    at: &str,
    (least, most): (usize, usize),
    faults: &mut Vec<Fault>,
) -> Option<Vec<T>> {
    let Some(array) = value.as_array() else {
        faults.push(wrong_type(at, "an array", value));
        return None;
    };
    if !(least..=most).contains(&array.len()) {
        faults.push(Fault::new(
            at,
            format!("must have {least} to {most} elements; {} were given", array.len()),
        ));
        return None;
    }
    // Not `collect` into an Option: it would stop at the first fault.
    let read: Vec<Option<T>> = array
        .iter()
        .enumerate()
        .map(|(index, element)| T::from_json(element, &pointer(at, &index.to_string()), faults))
        .collect();
    read.into_iter().collect()
}

fn wrong_type(at: &str, expected: &str, value: &Value) -> Fault {
    let given = match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    };
    Fault::new(at, format!("must be {expected}; {given} was given"))
}

/// The value, or a fault with the reason.
fn or_fault<T>(result: Result<T, impl Display>, at: &str, faults: &mut Vec<Fault>) -> Option<T> {
    result.map_err(|reason| faults.push(Fault::new(at, reason))).ok()
}

/// Reads a value that is JSON text and is checked by its own constructor.
pub fn from_text<T, E: Display>(
    value: &Value,
    at: &str,
    faults: &mut Vec<Fault>,
    parse: impl FnOnce(&str) -> Result<T, E>,
) -> Option<T> {
    let Some(text) = value.as_str() else {
        faults.push(wrong_type(at, "text", value));
        return None;
    };
    or_fault(parse(text), at, faults)
}

/// Implements the reading of values that are JSON text.
macro_rules! from_text {
    ($($type:ty $(where $max:ident)? => $parse:expr),+ $(,)?) => {$(
        impl$(<const $max: usize>)? FromJson for $type {
            fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
                from_text(value, at, faults, |text: &str| ($parse)(text))
            }
        }
    )+};
}

from_text! {
    Text<MAX> where MAX => Text::parse,
    WebUrl => WebUrl::parse,
    MediaType => MediaType::parse,
    TagName => TagName::parse,
    DataId => str::parse::<DataId>,
    TagId => str::parse::<TagId>,
    ActionName => str::parse::<ActionName>,
    ChosenId => str::parse::<ChosenId>,
    DataType => str::parse::<DataType>,
    Timestamp => |text: &str| text.parse::<Timestamp>()
        .map_err(|_| format!("must be a time as in RFC 3339, such as 2026-11-21T08:35:15.123Z; \"{}\" was given", excerpt(text))),
}

impl FromJson for bool {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let boolean = value.as_bool();
        if boolean.is_none() {
            faults.push(wrong_type(at, "true or false", value));
        }
        boolean
    }
}

impl FromJson for u64 {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        integer(value, GREATEST_INTEGER, at, faults)
    }
}

impl FromJson for u32 {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        // The range check makes the conversion total.
        integer(value, Self::MAX.into(), at, faults).and_then(|number| number.try_into().ok())
    }
}

impl FromJson for Latitude {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        or_fault(Self::new(number(value, at, faults)?), at, faults)
    }
}

impl FromJson for Longitude {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        or_fault(Self::new(number(value, at, faults)?), at, faults)
    }
}

fn number(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<f64> {
    let number = value.as_f64();
    if number.is_none() {
        faults.push(wrong_type(at, "a number", value));
    }
    number
}

fn integer(value: &Value, greatest: u64, at: &str, faults: &mut Vec<Fault>) -> Option<u64> {
    let Value::Number(number) = value else {
        faults.push(wrong_type(at, "a number", value));
        return None;
    };
    let read = number.as_u64().filter(|number| *number <= greatest);
    if read.is_none() {
        let message = format!("must be a whole number from 0 to {greatest}; {number} was given");
        faults.push(Fault::new(at, message));
    }
    read
}

#[cfg(test)]
#[path = "fields_tests.rs"]
mod tests;
