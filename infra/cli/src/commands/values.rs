//! Values of arguments.

use std::ffi::OsStr;
use std::num::NonZeroUsize;

use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use clap::{Arg, Command, ValueEnum};
use favorites_api::favorites::{DataType, ImportFormat, TagName, ValueError};
use serde_json::{Map, Value};

/// Parses one of a list of names, in any case. Help and completions show the list.
#[derive(Clone)]
pub(super) struct NameParser<T> {
    /// The kind of value, such as `type`.
    thing: &'static str,
    values: Vec<(&'static str, T)>,
}

/// Parses a type of favorites.
pub(super) fn data_type() -> NameParser<DataType> {
    let values = DataType::ALL.map(|data_type| (data_type.as_str(), data_type)).to_vec();
    NameParser { thing: "type", values }
}

/// Parses a format of files to import.
pub(super) fn import_format() -> NameParser<ImportFormat> {
    let format = |name: &'static str| Some((name, name.parse().ok()?));
    NameParser { thing: "format", values: ImportFormat::names().filter_map(format).collect() }
}

impl<T: Clone + Send + Sync + 'static> TypedValueParser for NameParser<T> {
    type Value = T;

    fn parse_ref(&self, command: &Command, _: Option<&Arg>, given: &OsStr) -> Result<T, clap::Error> {
        let given = given.to_string_lossy();
        let found = self.values.iter().find(|(name, _)| name.eq_ignore_ascii_case(&given));
        found.map(|(_, value)| value.clone()).ok_or_else(|| {
            let names: Vec<_> = self.values.iter().map(|(name, _)| *name).collect();
            let thing = self.thing;
            let message = format!("unknown {thing} {given:?}; use one of {}\n", names.join(", "));
            clap::Error::raw(ErrorKind::ValueValidation, message).with_cmd(command)
        })
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.values.iter().map(|(name, _)| PossibleValue::new(*name))))
    }
}

/// Parses the column of a field, such as `url=Adresse`.
pub(super) fn column(text: &str) -> Result<(String, String), String> {
    let (field, column) = text.split_once('=').ok_or("must be a field and a column, such as url=Adresse")?;
    Ok((field.to_owned(), column.to_owned()))
}

/// Parses the maximum length of a list.
pub(super) fn limit(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "must be a positive whole number; use --all to list everything".to_owned())
}

/// Parses the version of a favorite.
pub(super) fn version(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| "must be a version such as 3, which `favorites show` displays".to_owned())
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
