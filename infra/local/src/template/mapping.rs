//! The event source mappings of a template.

use std::time::Duration;

use super::error::TemplateError;
use super::function::Function;
use super::node::Node;
use crate::mapping::filter::Filter;

/// The supported properties of an event of type `DynamoDB`. AWS supports others, which the local service refuses.
const PROPERTIES: [&str; 14] = [
    "BatchSize",
    "BisectBatchOnFunctionError",
    "DestinationConfig",
    "Enabled",
    "FilterCriteria",
    "FunctionResponseTypes",
    "MaximumBatchingWindowInSeconds",
    "MaximumRecordAgeInSeconds",
    "MaximumRetryAttempts",
    "MetricsConfig",
    "ParallelizationFactor",
    "StartingPosition",
    "Stream",
    "Tags",
];

/// An event source mapping of a stream. Limits and defaults are those of the page "Process DynamoDB records with
/// Lambda" and its parameter list in the Lambda developer guide.
#[derive(Debug, Clone, PartialEq)]
pub struct Mapping {
    /// The function that consumes the stream.
    pub function: Function,
    /// The most records of one call.
    pub batch_size: usize,
    /// The most batches of a shard that are under way at once.
    pub parallelization: usize,
    /// The time that a batch waits for more records if it is not full.
    pub batching_window: Duration,
    /// The place where a mapping without a checkpoint starts.
    pub starting_position: StartingPosition,
    /// True if a failed batch is bisected before it is retried.
    pub bisect: bool,
    /// The number of retries of a failed batch. `None`: until its records are too old.
    pub retries: Option<u32>,
    /// The greatest age of a record. `None`: as old as the stream keeps it.
    pub record_age: Option<Duration>,
    /// True if the function reports the records that failed.
    pub partial_failures: bool,
    /// The filter of the function's records. Without one, it gets all.
    pub filter: Filter,
    /// True if discarded records are kept.
    pub keeps_failures: bool,
}

/// The place where a mapping without a checkpoint starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StartingPosition {
    /// At the oldest record.
    TrimHorizon,
    /// After the newest record.
    Latest,
}

impl Mapping {
    /// Reads the properties of an event of type `DynamoDB`. `None` where it is not enabled.
    pub(super) fn read(properties: &Node<'_>, function: &Function) -> Result<Option<Self>, TemplateError> {
        properties.only(&PROPERTIES)?;
        if !flag(properties, "Enabled", true)? {
            return Ok(None);
        }
        let stream = properties.require("Stream")?;
        stream.reference().ok_or_else(|| stream.wrong("a !GetAtt of the table's StreamArn"))?;
        Ok(Some(Self {
            function: function.clone(),
            batch_size: count(number(properties, "BatchSize", (1, 10_000), 100)?),
            parallelization: count(number(properties, "ParallelizationFactor", (1, 10), 1)?),
            batching_window: seconds(number(properties, "MaximumBatchingWindowInSeconds", (0, 300), 0)?),
            starting_position: read_starting_position(properties)?,
            bisect: flag(properties, "BisectBatchOnFunctionError", false)?,
            retries: u32::try_from(number(properties, "MaximumRetryAttempts", (-1, 10_000), -1)?).ok(),
            record_age: read_record_age(properties)?,
            partial_failures: read_response_types(properties)?,
            filter: read_filter(properties)?,
            keeps_failures: properties.find(&["DestinationConfig", "OnFailure"]).is_some(),
        }))
    }
}

fn number(
    properties: &Node<'_>,
    name: &str,
    (low, high): (i64, i64),
    default: i64,
) -> Result<i64, TemplateError> {
    properties.get(name).map_or(Ok(default), |value| value.number(low, high))
}

fn flag(properties: &Node<'_>, name: &str, default: bool) -> Result<bool, TemplateError> {
    properties.get(name).map_or(Ok(default), |value| value.flag())
}

fn count(number: i64) -> usize {
    usize::try_from(number).expect("the number was checked to be from 1 to 10,000")
}

fn seconds(number: i64) -> Duration {
    Duration::from_secs(number.unsigned_abs())
}

fn read_starting_position(properties: &Node<'_>) -> Result<StartingPosition, TemplateError> {
    let position = properties.require("StartingPosition")?;
    match position.text()? {
        "TRIM_HORIZON" => Ok(StartingPosition::TrimHorizon),
        "LATEST" => Ok(StartingPosition::Latest),
        _ => Err(position.wrong("TRIM_HORIZON or LATEST")),
    }
}

fn read_record_age(properties: &Node<'_>) -> Result<Option<Duration>, TemplateError> {
    let Some(age) = properties.get("MaximumRecordAgeInSeconds") else { return Ok(None) };
    match age.number(-1, 604_800)? {
        -1 => Ok(None),
        0..60 => Err(age.wrong("-1 or a whole number from 60 to 604800")),
        age => Ok(Some(seconds(age))),
    }
}

fn read_response_types(properties: &Node<'_>) -> Result<bool, TemplateError> {
    let Some(types) = properties.get("FunctionResponseTypes") else { return Ok(false) };
    let types = types.items()?;
    match types.iter().find(|kind| kind.text().ok() != Some("ReportBatchItemFailures")) {
        Some(unknown) => Err(unknown.wrong("ReportBatchItemFailures")),
        None => Ok(!types.is_empty()),
    }
}

fn read_filter(properties: &Node<'_>) -> Result<Filter, TemplateError> {
    let Some(filters) = properties.find(&["FilterCriteria", "Filters"]) else { return Ok(Filter::default()) };
    let mut filter = Filter::default();
    for entry in filters.items()? {
        let pattern = entry.require("Pattern")?;
        filter.add(pattern.text()?).map_err(|error| pattern.wrong(&format!("a filter pattern ({error})")))?;
    }
    Ok(filter)
}
