//! The table, the routes, the stream mappings and the schedules, as `template.yaml` declares them.
//!
//! The template is the one place that says what exists. The local service reads it so that what runs on a laptop is
//! what would be deployed. What it cannot honour is an error, never ignored.

mod function;
mod mapping;
mod node;
mod role;
mod schedule;
mod table;

use std::collections::BTreeMap;

use serde_yaml_ng::Value;

pub use self::function::{Authorizer, Function, Route};
pub use self::mapping::{Mapping, StartingPosition};
pub use self::role::{Permission, Resource, Role, Statement};
pub use self::schedule::Schedule;
pub use self::table::{AttributeType, Index, Key, Projection, StreamView, Table};

use self::function::Events;
use self::node::Node;

/// Why a template cannot be run here.
#[derive(Debug, thiserror::Error)]
pub enum TemplateError {
    /// It is no YAML.
    #[error("the template is not YAML: {0}")]
    Syntax(#[from] serde_yaml_ng::Error),
    /// Something is not there.
    #[error("{path} is missing")]
    Missing {
        /// Where it should stand, such as `Resources.FavoritesTable.Properties.KeySchema`.
        path: String,
    },
    /// Something is not what it should be.
    #[error("{path} must be {expected}, not: {found}")]
    Wrong {
        /// Where it stands.
        path: String,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Something that AWS would honour and the local service cannot.
    #[error("{path} is not supported by the local service")]
    Unsupported {
        /// Where it stands.
        path: String,
    },
    /// There is not exactly one table.
    #[error("the template must have one AWS::DynamoDB::Table, not {found}")]
    Tables {
        /// How many there are.
        found: usize,
    },
    /// Two functions answer the same requests.
    #[error("{path} is a second route for {method} {route}")]
    DuplicateRoute {
        /// The later of the two.
        path: String,
        /// Its method.
        method: String,
        /// Its path.
        route: String,
    },
}

/// What a SAM template declares, as far as the local service runs it.
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
        let mut events = Events::default();
        for (logical_id, resource) in root.require("Resources")?.entries()? {
            match resource.require("Type")?.text()? {
                "AWS::DynamoDB::Table" => tables.push((logical_id, Table::read(logical_id, &resource)?)),
                "AWS::Serverless::Function" => {
                    let name = function::read(&root, &resource, &mut events)?.name;
                    functions.push((name, resource.require("Properties")?));
                }
                "AWS::IAM::ManagedPolicy" | "AWS::IAM::Policy" | "AWS::IAM::RolePolicy" => {
                    role::check_policy(&resource)?;
                }
                _ => {}
            }
        }
        let found = tables.len();
        let [(table_id, table)] =
            <[(&str, Table); 1]>::try_from(tables).map_err(|_| TemplateError::Tables { found })?;
        let roles =
            functions.into_iter().map(|(name, function)| Ok((name, Role::read(&function, table_id)?)));
        let roles = roles.collect::<Result<_, TemplateError>>()?;
        let Events { routes, mappings, schedules } = events;
        Ok(Self { table, routes, mappings, schedules, roles })
    }

    /// The same table without any function, for a caller that only wants the table. The roles stay, for functions that run
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
