//! The table, the bucket, the routes, the stream mappings and the schedules, as `template.yaml` declares
//! them.
//!
//! The template is the one place that says what exists. The local service reads it so that what runs on a
//! laptop is what would be deployed. What it cannot honour is an error, never ignored.

mod bucket;
mod error;
mod events;
mod function;
mod mapping;
mod node;
mod role;
mod schedule;
mod table;

use std::collections::{BTreeMap, BTreeSet};

use serde_yaml_ng::Value;

pub use self::bucket::{Bucket, LifecycleRule};
pub use self::error::TemplateError;
pub use self::function::{Authorizer, DEFAULT, Function, Route};
pub use self::mapping::{Mapping, StartingPosition};
pub use self::role::{Permission, Resource, Role, Statement};
pub use self::schedule::Schedule;
pub use self::table::{AttributeType, Index, Key, Projection, StreamView, Table};

use self::events::Events;
use self::node::Node;
use self::role::Named;

/// A SAM template, as far as the local service runs it.
///
/// ```
/// use favorites_local::template::Template;
///
/// let template = Template::project().expect("the project's template is well-formed");
/// assert_eq!(template.table.key.partition, "pk");
/// assert!(template.routes.iter().any(|route| route.key() == "POST /favorites"));
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Template {
    /// The one table.
    pub table: Table,
    /// The bucket for the files of imports and exports: the one that gets no failed records of event source mappings.
    pub bucket: Option<Bucket>,
    /// The routes of the HTTP API.
    pub routes: Vec<Route>,
    /// The event source mappings of the table's stream.
    pub mappings: Vec<Mapping>,
    /// The functions that are called by the clock.
    pub schedules: Vec<Schedule>,
    /// The role of each function, by the function's name.
    pub roles: BTreeMap<String, Role>,
}

impl Template {
    /// The project's own template, which is part of this binary.
    pub fn project() -> Result<Self, TemplateError> {
        Self::parse(include_str!("../../../../template.yaml"))
    }

    /// Reads a SAM template.
    pub fn parse(yaml: &str) -> Result<Self, TemplateError> {
        let document: Value = serde_yaml_ng::from_str(yaml)?;
        let root = Node::root(&document);
        let mut tables = Vec::new();
        let mut functions = Vec::new();
        let mut buckets = Vec::new();
        let mut failure_destinations = BTreeSet::new();
        let mut events = Events::default();
        for (logical_id, resource) in root.require("Resources")?.entries()? {
            match resource.require("Type")?.text()? {
                "AWS::DynamoDB::Table" => tables.push((logical_id, Table::read(logical_id, &resource)?)),
                "AWS::Serverless::Function" => {
                    let function = events::read(&root, &resource, &mut events)?;
                    failure_destinations.extend(bucket::failure_destinations(&resource)?);
                    functions.push((function.name, resource.require("Properties")?));
                }
                "AWS::S3::Bucket" => buckets.push((logical_id, resource)),
                "AWS::IAM::ManagedPolicy" | "AWS::IAM::Policy" | "AWS::IAM::RolePolicy" => {
                    role::check_policy(&resource)?;
                }
                _ => {}
            }
        }
        let found = tables.len();
        let [(table_id, table)] =
            <[(&str, Table); 1]>::try_from(tables).map_err(|_| TemplateError::Tables { found })?;
        buckets.retain(|(logical_id, _)| !failure_destinations.contains(*logical_id));
        if buckets.len() > 1 {
            return Err(TemplateError::Buckets { found: buckets.len() });
        }
        let bucket_id = buckets.first().map(|(logical_id, _)| *logical_id);
        let bucket = buckets.first().map(|(logical_id, resource)| Bucket::read(logical_id, resource));
        let named = Named { table: table_id, bucket: bucket_id };
        let roles = functions.into_iter().map(|(name, function)| Ok((name, Role::read(&function, named)?)));
        let roles = roles.collect::<Result<_, TemplateError>>()?;
        let Events { routes, mappings, schedules } = events;
        Ok(Self { table, bucket: bucket.transpose()?, routes, mappings, schedules, roles })
    }

    /// The same table and bucket without any function, for a caller that only wants these. The roles stay, for functions that run
    /// elsewhere.
    #[must_use]
    pub fn without_functions(self) -> Self {
        Self { routes: Vec::new(), mappings: Vec::new(), schedules: Vec::new(), ..self }
    }

    /// Every function that a route, a mapping or a schedule calls, as often as it has one.
    pub fn functions(&self) -> impl Iterator<Item = &Function> {
        let routes = self.routes.iter().map(|route| &route.function);
        let mappings = self.mappings.iter().map(|mapping| &mapping.function);
        let schedules = self.schedules.iter().map(|schedule| &schedule.function);
        routes.chain(mappings).chain(schedules)
    }
}

#[cfg(test)]
mod tests;
