//! The costs of a million requests: the measured units at the prices of [`prices`](crate::prices).

use std::collections::BTreeMap;
use std::fmt::Write as _;

use favorites_local::template::Template;
use favorites_tests::generated;
use serde_yaml_ng::Value;

use crate::prices::{self, Price};
use crate::report::Row;

/// Assumed, because no function has run on AWS: the billed time of a call without its requests, and of each request.
/// `docs/catalogue.md` assumes the same for a round trip.
const CALL_MILLIS: f64 = 2.0;
const ROUND_TRIP_MILLIS: f64 = 6.0;

/// Assumed: the bytes of a function's log line, and of the API's access log line.
const FUNCTION_LOG_BYTES: f64 = 400.0;
const ACCESS_LOG_BYTES: f64 = 500.0;

const MILLION: f64 = 1e6;
const GB: f64 = 1e9;

/// An access pattern: all requests to DynamoDB that one request of a user, or one call of the consumer, makes.
struct Pattern {
    endpoint: &'static str,
    case: &'static str,
    read: f64,
    write: f64,
    round_trips: f64,
    /// GB of the function.
    memory: f64,
    is_http: bool,
}

/// The costs of a million requests of a pattern, in dollars.
struct Cost {
    table: f64,
    x86: f64,
    arm: f64,
    gateway: f64,
    logs: f64,
}

impl Pattern {
    fn cost(&self) -> Cost {
        let seconds = (CALL_MILLIS + ROUND_TRIP_MILLIS * self.round_trips) / 1e3;
        let function = |price: Price| prices::CALLS.dollars + MILLION * seconds * self.memory * price.dollars;
        let log_bytes = FUNCTION_LOG_BYTES + if self.is_http { ACCESS_LOG_BYTES } else { 0.0 };
        Cost {
            table: self.read * prices::READ_UNITS.dollars + self.write * prices::WRITE_UNITS.dollars,
            x86: function(prices::X86_SECONDS),
            arm: function(prices::ARM_SECONDS),
            gateway: if self.is_http { prices::REQUESTS.dollars } else { 0.0 },
            logs: MILLION * log_bytes / GB * prices::LOGS.dollars,
        }
    }
}

const COSTS: &str = "
## Costs

US dollars for a million requests, or a million calls of a function without a route, in us-east-1 without
the free tier, data transfer and X-Ray, by the [prices](operations.md#costs). Assumed, because no function
has run on AWS: 2 ms for a call and 6 ms for each request to DynamoDB, one after the other; 400 bytes for a
function's log line and 500 for the access log's. Memory is that of `template.yaml`. Lambda reads the stream
free of charge. In full batches, a change costs the change consumer about a tenth of a single change: see [the
catalogue](catalogue.md#what-it-costs).

| endpoint | case | RCU | WCU | table | function, x86_64 | function, arm64 | gateway | logs | sum, x86_64 |
|---|---|--:|--:|--:|--:|--:|--:|--:|--:|
";

/// Compares the prices in `docs/operations.md` with those of [`prices`], or writes them.
pub(crate) fn check_prices() {
    generated::check("operations.md", "prices", &price_list());
}

fn patterns(rows: &[Row]) -> Vec<Pattern> {
    let memory = memory_of_functions();
    let is_same = |one: &Row, other: &Row| (one.endpoint, one.case) == (other.endpoint, other.case);
    let patterns = rows.chunk_by(is_same).map(|rows| {
        let Row { endpoint, case, .. } = rows[0];
        Pattern {
            endpoint,
            case,
            read: rows.iter().map(|row| row.units.read).sum(),
            write: rows.iter().map(|row| row.units.write).sum(),
            round_trips: f64::from(u32::try_from(rows.len()).expect("a pattern has few requests")),
            memory: memory[endpoint],
            is_http: endpoint.contains('/'),
        }
    });
    patterns.collect()
}

/// Returns the section with the costs of the requests in `rows`.
pub(crate) fn section(rows: &[Row]) -> String {
    let mut table = COSTS.to_owned();
    for pattern in patterns(rows) {
        let Cost { table: units, x86, arm, gateway, logs } = pattern.cost();
        let Pattern { endpoint, case, read, write, .. } = pattern;
        let sum = units + x86 + gateway + logs;
        let _ = writeln!(
            table,
            "| `{endpoint}` | {case} | {read} | {write} | {units:.2} | {x86:.2} | {arm:.2} | {gateway:.2} | {logs:.2} | **{sum:.2}** |"
        );
    }
    table
}

fn price_list() -> String {
    let mut table = "| price | $ | for each | AWS's page | read from |\n|---|--:|---|---|---|\n".to_owned();
    for Price { what, unit, dollars, page, read } in prices::ALL {
        let _ = writeln!(table, "| {what} | {dollars} | {unit} | <{page}> | {read} |");
    }
    table
}

/// The memory of the function behind each route, and of those that no route leads to by their names, in GB.
fn memory_of_functions() -> BTreeMap<String, f64> {
    let text = include_str!("../../../template.yaml");
    let yaml: Value = serde_yaml_ng::from_str(text).expect("the project's template is YAML");
    let megabytes = |properties: &Value| properties.get("MemorySize").and_then(Value::as_f64);
    let usual = megabytes(&yaml["Globals"]["Function"]).expect("the template sets the usual memory");
    let of_name: BTreeMap<&str, f64> = yaml["Resources"]
        .as_mapping()
        .expect("the template has resources")
        .values()
        .filter_map(|resource| {
            let name = resource["Properties"]["Handler"].as_str()?;
            Some((name, megabytes(&resource["Properties"]).unwrap_or(usual) / 1024.0))
        })
        .collect();
    let template = Template::project().expect("the project's template is well-formed");
    let routes = template.routes.iter().map(|route| (route.key(), of_name[&*route.function.name]));
    let mapped = template.mappings.iter().map(|mapping| {
        let name = &mapping.function.name;
        (name.clone(), of_name[&**name])
    });
    routes.chain(mapped).collect()
}
