//! The schedules of a template.

use std::time::Duration;

use serde_json::Value;

use super::error::TemplateError;
use super::function::Function;
use super::node::Node;

/// The supported properties of an event of type `Schedule`. A retry policy is for events that can't be delivered to the function,
/// and here every one can.
const PROPERTIES: [&str; 7] = ["Description", "Enabled", "Input", "Name", "RetryPolicy", "Schedule", "State"];

/// A function that is called again and again by the clock.
#[derive(Debug, Clone, PartialEq)]
pub struct Schedule {
    /// The function. Each call waits for its end.
    pub function: Function,
    /// The time between two calls.
    pub period: Duration,
    /// The event. `None`: the one that `EventBridge` makes.
    pub input: Option<Value>,
}

impl Schedule {
    /// Reads the properties of an event of type `Schedule`. `None` where it is not enabled.
    pub(super) fn read(properties: &Node<'_>, function: &Function) -> Result<Option<Self>, TemplateError> {
        properties.only(&PROPERTIES)?;
        if !is_enabled(properties)? {
            return Ok(None);
        }
        let input = properties.get("Input").map(|input| read_input(&input)).transpose()?;
        let period = read_rate(&properties.require("Schedule")?)?;
        Ok(Some(Self { function: function.clone(), period, input }))
    }
}

/// `State` is the newer of the two ways to say it.
fn is_enabled(properties: &Node<'_>) -> Result<bool, TemplateError> {
    if let Some(state) = properties.get("State") {
        return match state.text()? {
            "ENABLED" => Ok(true),
            "DISABLED" => Ok(false),
            _ => Err(state.wrong("ENABLED or DISABLED")),
        };
    }
    properties.get("Enabled").map_or(Ok(true), |enabled| enabled.flag())
}

fn read_input(input: &Node<'_>) -> Result<Value, TemplateError> {
    serde_json::from_str(input.text()?).map_err(|error| input.wrong(&format!("a JSON text ({error})")))
}

/// `rate(value unit)`, as the page "Setting a schedule pattern for scheduled rules" of the `EventBridge` user guide has
/// it. A calendar (`cron(...)`) is nothing that a service could keep that runs now and then.
fn read_rate(schedule: &Node<'_>) -> Result<Duration, TemplateError> {
    let Some(rate) = schedule.text()?.strip_prefix("rate(").and_then(|rest| rest.strip_suffix(')')) else {
        return Err(TemplateError::Unsupported {
            path: format!("{} of another form than rate(...)", schedule.path()),
        });
    };
    rate.split_once(' ').and_then(|(value, unit)| duration(value.parse().ok()?, unit)).ok_or_else(|| {
        schedule.wrong(
            "rate(1 minute), rate(1 hour), rate(1 day), or rate(N minutes), rate(N hours), rate(N days)",
        )
    })
}

fn duration(value: u32, unit: &str) -> Option<Duration> {
    let seconds = match (value, unit) {
        (1, "minute") | (2.., "minutes") => 60,
        (1, "hour") | (2.., "hours") => 60 * 60,
        (1, "day") | (2.., "days") => 24 * 60 * 60,
        _ => return None,
    };
    Some(Duration::from_secs(u64::from(value) * seconds))
}
