//! Checks requests, and remembers what was asked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde_json::Value;

use super::access::Access;
use super::request::Schema;
use crate::template::{Permission, Resource, Role, Template};

/// A request that a function made and its role does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The name of the function.
    pub function: String,
    /// Such as `dynamodb:GetItem`.
    pub action: String,
    /// On what.
    pub resource: Resource,
    /// The partition keys of the request.
    pub leading_keys: BTreeSet<String>,
}

impl fmt::Display for Refusal {
    /// As AWS tells it, but for the reason: a user of the local service wants to know which statement is missing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, action, resource, leading_keys } = self;
        write!(f, "the role of {function} in template.yaml does not allow {action} on {resource}")?;
        if leading_keys.is_empty() {
            return f.write_str(" without a partition key");
        }
        let kinds: BTreeSet<_> =
            leading_keys.iter().filter_map(|key| key.split_inclusive('#').next()).collect();
        write!(f, " with dynamodb:LeadingKeys")?;
        kinds.iter().try_for_each(|kind| write!(f, " {kind}*"))
    }
}

/// The roles of a table's functions.
#[derive(Debug)]
pub(crate) struct Authorizer {
    roles: BTreeMap<String, Role>,
    schema: Schema,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    requested: BTreeMap<String, BTreeSet<Permission>>,
    refused: Vec<Refusal>,
}

impl Authorizer {
    /// That of the roles of `template` on its table, which the engine knows as `table_name`.
    pub(crate) fn new(template: &Template, table_name: &str) -> Self {
        let schema = Schema { table: template.table.clone(), name: table_name.to_owned() };
        Self { roles: template.roles.clone(), schema, log: Mutex::default() }
    }

    /// Checks a request for `operation` by whom `headers` name.
    ///
    /// # Errors
    /// [`Refusal`], where a role does not allow something in it.
    pub(crate) fn check(&self, headers: &HeaderMap, operation: &str, body: &[u8]) -> Result<(), Refusal> {
        let Some((function, role)) = access_key(headers).and_then(|key| self.roles.get_key_value(key)) else {
            return Ok(());
        };
        // The engine refuses a body that is not JSON.
        let Ok(body) = serde_json::from_slice::<Value>(body) else { return Ok(()) };
        let accesses = self.schema.accesses(operation, &body);
        let mut log = self.log();
        let requested = log.requested.entry(function.clone()).or_default();
        requested.extend(accesses.iter().flat_map(Access::permissions));
        let Some(refused) = accesses.into_iter().find(|access| !access.is_allowed_by(role)) else {
            return Ok(());
        };
        let Access { action, resource, leading_keys } = refused;
        let refusal = Refusal { function: function.clone(), action, resource, leading_keys };
        tracing::error!(%refusal, "a function was refused");
        log.refused.push(refusal.clone());
        Err(refusal)
    }

    /// Returns the permissions that each function has requested until now, by its name, refused or not.
    pub(crate) fn requested(&self) -> BTreeMap<String, BTreeSet<Permission>> {
        self.log().requested.clone()
    }

    /// Returns the refusals until now, in order.
    pub(crate) fn refused(&self) -> Vec<Refusal> {
        self.log().refused.clone()
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The access key of a request that is signed with Signature Version 4: `... Credential=KEY/date/region/service/...`.
fn access_key(headers: &HeaderMap) -> Option<&str> {
    let authorization = headers.get(AUTHORIZATION)?.to_str().ok()?;
    authorization.split_once("Credential=")?.1.split('/').next()
}
