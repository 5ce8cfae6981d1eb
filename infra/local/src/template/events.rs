//! Reading the functions of a template with the events that call them.

use std::time::Duration;

use super::error::TemplateError;
use super::function::{Authorizer, DEFAULT, Function, Route};
use super::mapping::Mapping;
use super::node::Node;
use super::schedule::Schedule;

/// The events that call the functions.
#[derive(Default)]
pub(super) struct Events {
    pub(super) routes: Vec<Route>,
    pub(super) mappings: Vec<Mapping>,
    pub(super) schedules: Vec<Schedule>,
}

/// Reads a function resource and adds its events to those of the template.
pub(super) fn read(
    root: &Node<'_>,
    resource: &Node<'_>,
    all: &mut Events,
) -> Result<Function, TemplateError> {
    let function = Function { name: read_name(resource)?, timeout: read_timeout(root, resource)? };
    let Some(events) = resource.find(&["Properties", "Events"]) else { return Ok(function) };
    for (_, event) in events.entries()? {
        let kind = event.require("Type")?;
        match kind.text()? {
            "HttpApi" => add_route(&mut all.routes, read_route(&event, &function)?, &event)?,
            "DynamoDB" => all.mappings.extend(Mapping::read(&event.require("Properties")?, &function)?),
            "Schedule" => {
                all.schedules.extend(Schedule::read(&event.require("Properties")?, &function)?);
            }
            _ => {
                return Err(TemplateError::Unsupported {
                    path: format!("{} of another type than HttpApi, DynamoDB or Schedule", event.path()),
                });
            }
        }
    }
    Ok(function)
}

fn read_name(resource: &Node<'_>) -> Result<String, TemplateError> {
    Ok(resource.require("Properties")?.require("Handler")?.text()?.to_owned())
}

fn read_timeout(root: &Node<'_>, resource: &Node<'_>) -> Result<Duration, TemplateError> {
    let own = resource.find(&["Properties", "Timeout"]);
    let timeout = own.or_else(|| root.find(&["Globals", "Function", "Timeout"]));
    // 15 minutes is the most that Lambda allows ("Lambda quotas").
    let seconds = timeout.map_or(Ok(3), |timeout| timeout.number(1, 900))?;
    Ok(Duration::from_secs(seconds.unsigned_abs()))
}

fn read_route(event: &Node<'_>, function: &Function) -> Result<Route, TemplateError> {
    let properties = event.require("Properties")?;
    let authorizer = match properties.find(&["Auth", "Authorizer"]) {
        Some(name) if name.text()? == "NONE" => Authorizer::None,
        _ => Authorizer::Jwt,
    };
    // An event without a path and a method defines the default route in SAM.
    if properties.find(&["Path"]).or_else(|| properties.find(&["Method"])).is_none() {
        let (method, path) = ("ANY".to_owned(), DEFAULT.to_owned());
        return Ok(Route { method, path, authorizer, function: function.clone() });
    }
    let path = properties.require("Path")?;
    if !path.text()?.starts_with('/') {
        return Err(path.wrong("a path that starts with /"));
    }
    // API Gateway takes a greedy parameter at the end only ("Create routes for HTTP APIs").
    if path.text()?.contains("+}/") {
        return Err(path.wrong("a path with a greedy parameter at its end, if it has one"));
    }
    Ok(Route {
        method: properties.require("Method")?.text()?.to_ascii_uppercase(),
        path: path.text()?.to_owned(),
        authorizer,
        function: function.clone(),
    })
}

fn add_route(routes: &mut Vec<Route>, route: Route, event: &Node<'_>) -> Result<(), TemplateError> {
    if routes.iter().any(|other| other.method == route.method && other.path == route.path) {
        return Err(TemplateError::DuplicateRoute {
            path: event.path().to_owned(),
            method: route.method,
            route: route.path,
        });
    }
    routes.push(route);
    Ok(())
}
