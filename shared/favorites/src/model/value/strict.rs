//! Checks of values that were read as stored ones are.

use super::{Text, ValueError, WebUrl};
use crate::error::Fault;
use crate::limits::GREATEST_INTEGER;

/// A type with stored values that a request could not give, because the rules were looser when they were
/// stored, or because the reader of requests has a rule of its own.
pub(crate) trait Strict {
    /// Checks the value as one of a request.
    fn check(&self) -> Result<(), ValueError>;
}

impl<const MAX: usize> Strict for Text<MAX> {
    fn check(&self) -> Result<(), ValueError> {
        Self::parse(self.as_str()).map(drop)
    }
}

impl Strict for WebUrl {
    fn check(&self) -> Result<(), ValueError> {
        Self::parse(self.as_str()).map(drop)
    }
}

impl Strict for u64 {
    fn check(&self) -> Result<(), ValueError> {
        if *self <= GREATEST_INTEGER { Ok(()) } else { Err(ValueError::TooGreat { given: *self }) }
    }
}

/// Adds the fault of a value, if there is a value and it has one.
pub(crate) fn add_fault(faults: &mut Vec<Fault>, pointer: &str, value: Option<&impl Strict>) {
    faults.extend(value.and_then(|value| value.check().err()).map(|error| Fault::new(pointer, error)));
}
