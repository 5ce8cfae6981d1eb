//! The names of an entity's fields, from the code that serde derived.

use std::fmt;

use serde::Deserializer;
use serde::de::{self, DeserializeOwned, Visitor};
use serde::forward_to_deserialize_any;

/// The names under which serde looks for the fields of `T`, aliases too. None for a type that takes names as they come,
/// as one with `#[serde(flatten)]` does.
pub(super) fn field_names<T: DeserializeOwned>() -> &'static [&'static str] {
    match T::deserialize(Probe) {
        Err(Asked(fields)) => fields,
        Ok(_) => &[],
    }
}

/// Has no value to give, and hears what it is asked for.
struct Probe;

#[derive(Debug)]
struct Asked(&'static [&'static str]);

impl<'de> Deserializer<'de> for Probe {
    type Error = Asked;

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        fields: &'static [&'static str],
        _: V,
    ) -> Result<V::Value, Asked> {
        Err(Asked(fields))
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Asked> {
        Err(Asked(&[]))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map enum identifier ignored_any
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "asked for {:?}", self.0)
    }
}

impl std::error::Error for Asked {}

impl de::Error for Asked {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self(&[])
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use serde::{Deserialize, Serialize};

    use super::field_names;

    #[derive(Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Named {
        first_name: String,
        #[serde(alias = "surname")]
        last_name: Option<String>,
    }

    #[derive(Serialize, Deserialize)]
    struct Open {
        id: String,
        #[serde(flatten)]
        rest: HashMap<String, String>,
    }

    #[test]
    fn fields_have_the_names_that_serde_looks_for() {
        let mut names = field_names::<Named>().to_vec();
        names.sort_unstable();
        assert_eq!(names, ["firstName", "lastName", "surname"]);
        assert!(field_names::<Open>().is_empty());
        assert!(field_names::<String>().is_empty() && field_names::<()>().is_empty());
    }
}
