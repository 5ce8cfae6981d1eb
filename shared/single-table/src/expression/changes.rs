//! The changes of an update, as an update expression.

use std::borrow::Cow;

use aws_sdk_dynamodb::types::AttributeValue;

use super::placeholders::Placeholders;
use crate::error::Error;

type Assignments = Vec<(&'static str, AttributeValue)>;

#[derive(Debug, Default)]
pub(crate) struct Changes {
    pub(crate) set: Assignments,
    pub(crate) add: Assignments,
    pub(crate) remove: Vec<&'static str>,
    pub(crate) failed: Option<Error>,
}

impl Changes {
    pub(crate) fn keep(
        &mut self,
        made: Result<Assignments, Error>,
        list: impl FnOnce(&mut Self) -> &mut Assignments,
    ) {
        match made {
            Ok(assignments) => list(self).extend(assignments),
            Err(error) => self.failed = Some(error),
        }
    }

    /// The update expression's text.
    pub(crate) fn render(self, placeholders: &mut Placeholders) -> Result<String, Error> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        Ok(render_changes(self.set, self.add, self.remove, placeholders))
    }
}

/// The text of an update expression.
pub(crate) fn render_changes<N: Into<Cow<'static, str>>>(
    set: Vec<(N, AttributeValue)>,
    add: Vec<(N, AttributeValue)>,
    remove: Vec<N>,
    placeholders: &mut Placeholders,
) -> String {
    let mut clauses = Vec::with_capacity(3);
    let mut clause = |verb: &str, parts: Vec<String>| {
        if !parts.is_empty() {
            clauses.push(format!("{verb} {}", parts.join(", ")));
        }
    };
    let mut pairs = |assignments: Vec<(N, AttributeValue)>, sign: &str| -> Vec<String> {
        assignments
            .into_iter()
            .map(|(name, value)| format!("{}{sign}{}", placeholders.name(name), placeholders.value(value)))
            .collect()
    };
    clause("SET", pairs(set, " = "));
    clause("ADD", pairs(add, " "));
    clause("REMOVE", remove.into_iter().map(|name| placeholders.name(name)).collect());
    clauses.join(" ")
}
