//! Reference paths of the Amazon States Language.

use serde::Deserialize;
use serde_json::{Map, Value};

/// A reference path: `$` for the whole input, `$.users` for a member of it.
///
/// ```
/// use favorites_local::template::Path;
/// use serde_json::json;
///
/// let path: Path = "$.next.place".parse()?;
/// assert_eq!(path.of(&json!({ "next": { "place": 7 } })), Some(&json!(7)));
/// assert_eq!(path.of(&json!({})), None);
/// # Ok::<(), favorites_local::template::PathError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub struct Path(Vec<String>);

/// A text is not a reference path that the local service supports.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a path must be $ or $.name.name, with letters, digits and underscores, not: {0}")]
pub struct PathError(String);

impl Path {
    /// Returns the value at this place of `input`.
    #[must_use]
    pub fn of<'a>(&self, input: &'a Value) -> Option<&'a Value> {
        self.0.iter().try_fold(input, |value, name| value.get(name))
    }

    /// Returns `input` with `value` at this place. Objects on the way are created.
    #[must_use]
    pub fn with(&self, mut input: Value, value: Value) -> Value {
        let mut place = &mut input;
        for name in &self.0 {
            if !place.is_object() {
                *place = Value::Object(Map::new());
            }
            place = &mut place[name.as_str()];
        }
        *place = value;
        input
    }
}

impl std::str::FromStr for Path {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        let is_name =
            |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        let rest = text.strip_prefix('$').ok_or_else(|| PathError(text.to_owned()))?;
        let mut names = rest.split('.');
        // The text before the first dot is empty.
        if names.next() != Some("") || !names.clone().all(is_name) {
            return Err(PathError(text.to_owned()));
        }
        Ok(Self(names.map(str::to_owned).collect()))
    }
}

impl TryFrom<String> for Path {
    type Error = PathError;

    fn try_from(text: String) -> Result<Self, PathError> {
        text.parse()
    }
}

impl std::fmt::Display for Path {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("$")?;
        self.0.iter().try_for_each(|name| write!(f, ".{name}"))
    }
}
