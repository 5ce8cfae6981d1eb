//! Checks requests against roles, and remembers the requested permissions.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use serde_json::Value;

use super::access::Access;
use super::object::{self, LIST_BUCKET, Target};
use super::request::Schema;
use crate::template::{Permission, Resource, Role, Template};

/// A function's request that its role does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The name of the function.
    pub function: String,
    /// The action, such as `dynamodb:GetItem`.
    pub action: String,
    /// The table, index, bucket or objects of the request.
    pub resource: Resource,
    /// The partition keys of a request to DynamoDB.
    pub leading_keys: BTreeSet<String>,
}

impl fmt::Display for Refusal {
    /// Writes the message that AWS writes, with a reason: a developer wants to know which statement is missing.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { function, action, resource, leading_keys } = self;
        write!(f, "the role of {function} in template.yaml does not allow {action} on {resource}")?;
        if action.starts_with("s3:") {
            return Ok(());
        }
        if leading_keys.is_empty() {
            return f.write_str(" without a partition key");
        }
        let kinds: BTreeSet<_> =
            leading_keys.iter().filter_map(|key| key.split_inclusive('#').next()).collect();
        write!(f, " with dynamodb:LeadingKeys")?;
        kinds.iter().try_for_each(|kind| write!(f, " {kind}*"))
    }
}

/// The roles of the functions of a table and a bucket.
#[derive(Debug)]
pub(crate) struct Authorizer {
    roles: BTreeMap<String, Role>,
    schema: Schema,
    /// The name of the bucket.
    bucket: Option<String>,
    log: Mutex<Log>,
}

#[derive(Debug, Default)]
struct Log {
    requested: BTreeMap<String, BTreeSet<Permission>>,
    refused: Vec<Refusal>,
}

impl Authorizer {
    /// Reads the roles in `template`. `table_name` is the name of its table in the engine.
    pub(crate) fn new(template: &Template, table_name: &str) -> Self {
        let schema = Schema { table: template.table.clone(), name: table_name.to_owned() };
        let bucket = template.bucket.as_ref().map(|bucket| bucket.name.clone());
        Self { roles: template.roles.clone(), schema, bucket, log: Mutex::default() }
    }

    /// Returns true if there is a function with this name.
    pub(crate) fn has_role(&self, function: &str) -> bool {
        self.roles.contains_key(function)
    }

    /// Checks a request to DynamoDB for `operation` against the role of the caller, who is named in `headers`.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the role does not allow a part of the request.
    pub(crate) fn check(&self, headers: &HeaderMap, operation: &str, body: &[u8]) -> Result<(), Refusal> {
        let Some((function, role)) = access_key(headers).and_then(|key| self.roles.get_key_value(key)) else {
            return Ok(());
        };
        // The engine refuses a body that is not JSON.
        let Ok(body) = serde_json::from_slice::<Value>(body) else { return Ok(()) };
        self.admit(function, role, self.schema.accesses(operation, &body))
    }

    /// Checks a request to S3 for `operation` against the role of the caller.
    ///
    /// # Errors
    /// Returns a [`Refusal`] if the role does not allow the request.
    pub(crate) fn check_object(
        &self,
        caller: &str,
        operation: &str,
        target: Target<'_>,
    ) -> Result<(), Refusal> {
        let Some((function, role)) = self.roles.get_key_value(caller) else { return Ok(()) };
        self.admit(function, role, vec![object::access(self.bucket.as_deref(), operation, target)])
    }

    /// Returns true if S3 tells the caller that an object does not exist. Callers who may not list the bucket get the same error
    /// as those who may not read the object ("`GetObject`" in the S3 API reference), so this right counts as requested here.
    pub(crate) fn learns_of_missing_objects(&self, caller: &str) -> bool {
        let Some((function, role)) = self.roles.get_key_value(caller) else { return true };
        let list = Access {
            action: LIST_BUCKET.to_owned(),
            resource: Resource::Bucket,
            leading_keys: BTreeSet::new(),
        };
        let allowed = list.is_allowed_by(role);
        if allowed {
            self.log().requested.entry(function.clone()).or_default().extend(list.permissions());
        }
        allowed
    }

    fn admit(&self, function: &str, role: &Role, accesses: Vec<Access>) -> Result<(), Refusal> {
        let mut log = self.log();
        let requested = log.requested.entry(function.to_owned()).or_default();
        requested.extend(accesses.iter().flat_map(Access::permissions));
        let Some(refused) = accesses.into_iter().find(|access| !access.is_allowed_by(role)) else {
            return Ok(());
        };
        let Access { action, resource, leading_keys } = refused;
        let refusal = Refusal { function: function.to_owned(), action, resource, leading_keys };
        tracing::error!(%refusal, "a function was refused");
        log.refused.push(refusal.clone());
        Err(refusal)
    }

    /// Returns the permissions that each function has requested so far, refused or not, by the name of the function.
    pub(crate) fn requested(&self) -> BTreeMap<String, BTreeSet<Permission>> {
        self.log().requested.clone()
    }

    /// Returns all refusals so far, in order.
    pub(crate) fn refused(&self) -> Vec<Refusal> {
        self.log().refused.clone()
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the access key of a request with Signature Version 4, from `... Credential=KEY/date/region/service/...`.
fn access_key(headers: &HeaderMap) -> Option<&str> {
    let authorization = headers.get(AUTHORIZATION)?.to_str().ok()?;
    authorization.split_once("Credential=")?.1.split('/').next()
}
