//! Event filters, which select the records that a function receives.

use std::collections::BTreeMap;

use serde_json::Value;

/// A filter pattern is invalid or not supported.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum PatternError {
    /// The pattern is not JSON.
    #[error("it is not JSON: {0}")]
    Syntax(String),
    /// A rule is not supported.
    #[error("the rule {rule} of {field} is not supported; use exact values or {{\"prefix\": text}}")]
    UnknownRule {
        /// The field to which the rule applies.
        field: String,
        /// The rule, in JSON.
        rule: String,
    },
    /// The value of a field is neither an array of rules nor an object of further fields.
    #[error("{field} must be an object, or an array of at least one rule")]
    NoRules {
        /// The name of the field.
        field: String,
    },
}

/// The fields of a change that hold the item before and after it.
const IMAGES: [&str; 2] = ["NewImage", "OldImage"];

/// The filters of a mapping. A record passes if one of them matches, or if there are no filters.
///
/// A pattern names fields of the record, and the values that each field may have (see "Filter rule syntax" in the Lambda
/// developer guide). Only exact values and prefixes are supported.
///
/// ```
/// use favorites_local::Filter;
/// use serde_json::json;
///
/// let mut filter = Filter::default();
/// filter.add(r#"{"dynamodb": {"Keys": {"pk": {"S": [{"prefix": "Tag#"}]}}}}"#)?;
/// assert!(filter.passes(&json!({"dynamodb": {"Keys": {"pk": {"S": "Tag#me"}}}})));
/// assert!(!filter.passes(&json!({"dynamodb": {"Keys": {"pk": {"S": "CatalogueHead#me"}}}})));
/// # Ok::<(), favorites_local::PatternError>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filter(Vec<Pattern>);

#[derive(Debug, Clone, PartialEq)]
enum Pattern {
    Fields(BTreeMap<String, Pattern>),
    OneOf(Vec<Rule>),
}

#[derive(Debug, Clone, PartialEq)]
enum Rule {
    Exactly(Value),
    Prefix(String),
}

impl Filter {
    /// Adds a pattern, written in JSON.
    pub fn add(&mut self, pattern: &str) -> Result<(), PatternError> {
        let pattern =
            serde_json::from_str(pattern).map_err(|error| PatternError::Syntax(error.to_string()))?;
        self.0.push(Pattern::read("the pattern", &pattern)?);
        Ok(())
    }

    /// Returns true if the function receives `record`.
    #[must_use]
    pub fn passes(&self, record: &Value) -> bool {
        self.0.is_empty() || self.0.iter().any(|pattern| pattern.matches(Some(record)))
    }

    /// Returns true if the result of [`passes`](Self::passes) depends on the images of the item before and after the change.
    pub(super) fn reads_images(&self) -> bool {
        let mut changes = self.0.iter().filter_map(|pattern| pattern.field("dynamodb"));
        changes.any(|change| IMAGES.iter().any(|image| change.field(image).is_some()))
    }
}

impl Pattern {
    fn field(&self, name: &str) -> Option<&Self> {
        match self {
            Self::Fields(fields) => fields.get(name),
            Self::OneOf(_) => None,
        }
    }

    fn read(field: &str, pattern: &Value) -> Result<Self, PatternError> {
        match pattern {
            Value::Object(fields) if !fields.is_empty() => {
                let read =
                    |(name, pattern): (&String, &Value)| Ok((name.clone(), Self::read(name, pattern)?));
                Ok(Self::Fields(fields.iter().map(read).collect::<Result<_, _>>()?))
            }
            Value::Array(rules) if !rules.is_empty() => {
                Ok(Self::OneOf(rules.iter().map(|rule| Rule::read(field, rule)).collect::<Result<_, _>>()?))
            }
            _ => Err(PatternError::NoRules { field: field.to_owned() }),
        }
    }

    fn matches(&self, value: Option<&Value>) -> bool {
        let Some(value) = value else { return false };
        match self {
            Self::Fields(fields) => fields.iter().all(|(name, pattern)| pattern.matches(value.get(name))),
            Self::OneOf(rules) => rules.iter().any(|rule| match value {
                Value::Array(values) => values.iter().any(|value| rule.matches(value)),
                value => rule.matches(value),
            }),
        }
    }
}

impl Rule {
    fn read(field: &str, rule: &Value) -> Result<Self, PatternError> {
        let unknown = || PatternError::UnknownRule { field: field.to_owned(), rule: rule.to_string() };
        match rule {
            Value::Object(operator) if operator.len() == 1 => {
                let prefix = operator.get("prefix").and_then(Value::as_str).ok_or_else(unknown)?;
                Ok(Self::Prefix(prefix.to_owned()))
            }
            Value::Object(_) | Value::Array(_) => Err(unknown()),
            exact => Ok(Self::Exactly(exact.clone())),
        }
    }

    fn matches(&self, value: &Value) -> bool {
        match self {
            Self::Exactly(exact) => exact == value,
            Self::Prefix(prefix) => value.as_str().is_some_and(|text| text.starts_with(prefix)),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn filter(patterns: &[&str]) -> Filter {
        let mut filter = Filter::default();
        for pattern in patterns {
            filter.add(pattern).unwrap();
        }
        filter
    }

    fn record(name: &str, pk: &str) -> Value {
        json!({"eventName": name, "dynamodb": {"Keys": {"pk": {"S": pk}}}})
    }

    #[test]
    fn without_a_pattern_everything_passes() {
        assert!(filter(&[]).passes(&record("INSERT", "Tag#me")));
    }

    #[test]
    fn all_fields_of_a_pattern_must_match() {
        let filter = filter(&[
            r#"{"eventName": ["INSERT", "REMOVE"], "dynamodb": {"Keys": {"pk": {"S": [{"prefix": "Tag#"}]}}}}"#,
        ]);
        assert!(filter.passes(&record("REMOVE", "Tag#me")));
        assert!(!filter.passes(&record("MODIFY", "Tag#me")));
        assert!(!filter.passes(&record("REMOVE", "TagName#me")));
        assert!(!filter.passes(&json!({"eventName": "REMOVE"})));
    }

    #[test]
    fn one_of_several_patterns_is_enough() {
        let filter = filter(&[r#"{"eventName": ["INSERT"]}"#, r#"{"eventName": ["REMOVE"]}"#]);
        assert!(filter.passes(&record("INSERT", "a")));
        assert!(filter.passes(&record("REMOVE", "a")));
        assert!(!filter.passes(&record("MODIFY", "a")));
    }

    #[test]
    fn one_value_of_a_list_is_enough() {
        let filter = filter(&[r#"{"tags": ["b", null]}"#]);
        assert!(filter.passes(&json!({"tags": ["a", "b"]})));
        assert!(filter.passes(&json!({"tags": null})));
        assert!(!filter.passes(&json!({"tags": ["c"]})));
    }

    #[test]
    fn only_patterns_about_the_images_read_them() {
        assert!(!filter(&[]).reads_images());
        assert!(
            !filter(&[r#"{"eventName": ["INSERT"], "dynamodb": {"Keys": {"pk": {"S": ["a"]}}}}"#])
                .reads_images()
        );
        assert!(
            filter(&[r#"{"eventName": ["INSERT"]}"#, r#"{"dynamodb": {"NewImage": {"a": {"S": ["b"]}}}}"#])
                .reads_images()
        );
        assert!(filter(&[r#"{"dynamodb": {"OldImage": {"a": {"S": ["b"]}}}}"#]).reads_images());
    }

    #[test]
    fn an_unsupported_pattern_is_an_error() {
        let refused = |pattern: &str| Filter::default().add(pattern).unwrap_err();
        let numeric = refused(r#"{"size": [{"numeric": [">", 1]}]}"#);
        assert_eq!(
            numeric,
            PatternError::UnknownRule { field: "size".to_owned(), rule: r#"{"numeric":[">",1]}"#.to_owned() }
        );
        assert!(matches!(refused(r#"{"size": [{"prefix": 1}]}"#), PatternError::UnknownRule { .. }));
        assert!(matches!(refused(r#"{"size": [["a"]]}"#), PatternError::UnknownRule { .. }));
        assert!(matches!(refused(r#"{"size": "a"}"#), PatternError::NoRules { .. }));
        assert!(matches!(refused(r#"{"size": []}"#), PatternError::NoRules { .. }));
        assert!(matches!(refused("{}"), PatternError::NoRules { .. }));
        assert!(matches!(refused("{"), PatternError::Syntax(_)));
    }
}
