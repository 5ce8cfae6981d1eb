//! The access that a request needs, and the check against a role.

use std::collections::BTreeSet;

use crate::template::{Permission, Resource, Role, Statement};

/// An action on a resource with partition keys.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Access {
    pub(super) action: String,
    pub(super) resource: Resource,
    /// The partition keys of all items in the request. Empty if the request has none, for example a scan.
    pub(super) leading_keys: BTreeSet<String>,
}

impl Access {
    /// Returns true if a single statement of the role allows this access.
    pub(super) fn is_allowed_by(&self, role: &Role) -> bool {
        role.statements.iter().any(|statement| self.is_covered_by(statement))
    }

    fn is_covered_by(&self, statement: &Statement) -> bool {
        let covers_keys = statement.leading_keys.as_ref().is_none_or(|prefixes| {
            !self.leading_keys.is_empty()
                && self.leading_keys.iter().all(|key| prefixes.iter().any(|prefix| key.starts_with(prefix)))
        });
        statement.actions.contains(&self.action)
            && statement.resources.contains(&self.resource)
            && covers_keys
    }

    /// Returns the permissions that this access needs, one for each kind of partition key.
    pub(super) fn permissions(&self) -> impl Iterator<Item = Permission> {
        let kinds: BTreeSet<_> = self.leading_keys.iter().map(|key| kind_of(key)).map(Some).collect();
        let kinds = if kinds.is_empty() { BTreeSet::from([None]) } else { kinds };
        kinds.into_iter().map(|leading_key| Permission {
            action: self.action.clone(),
            resource: self.resource.clone(),
            leading_key,
        })
    }
}

/// Returns the kind of a partition key: `Tag#` for `Tag#ann`.
fn kind_of(key: &str) -> String {
    key.split_inclusive('#').next().unwrap_or_default().to_owned()
}
