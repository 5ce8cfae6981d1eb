//! Values of arguments.

use std::num::NonZeroUsize;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use favorites_api::favorites::{DataType, TagName, ValueError};
use serde_json::{Map, Value};

/// Parses a type of favorites. Help and completions list the types.
pub(super) fn data_type() -> impl TypedValueParser<Value = DataType> {
    PossibleValuesParser::new(DataType::ALL.map(DataType::as_str))
        .try_map(|name| name.parse::<DataType>().map_err(|error| error.to_string()))
}

/// Parses the most things that a list has.
pub(super) fn limit(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "must be a whole number from 1 on; --all lists everything".to_owned())
}

/// Parses the name of a tag.
pub(super) fn tag_name(text: &str) -> Result<TagName, ValueError> {
    TagName::parse(text)
}

/// Parses a JSON object.
pub(super) fn json_object(text: &str) -> Result<Map<String, Value>, serde_json::Error> {
    serde_json::from_str(text)
}

/// The order of a list.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum Order {
    /// Smallest or oldest first.
    Asc,
    /// Largest or newest first.
    Desc,
}

impl std::fmt::Display for Order {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Asc => "asc",
            Self::Desc => "desc",
        })
    }
}

/// Says what happens to a link that was saved before.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum OnExisting {
    Keep,
    Merge,
}

impl OnExisting {
    /// Returns the value of the query parameter. The service keeps the link by default.
    pub(super) fn parameter(self) -> Option<&'static str> {
        match self {
            Self::Keep => None,
            Self::Merge => Some("merge"),
        }
    }
}
