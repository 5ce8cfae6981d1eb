//! The parts of `template.yaml` for operations.

mod monitoring;
mod stack;

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use serde_yaml_ng::{Mapping, Value};

pub(crate) fn template() -> Value {
    serde_yaml_ng::from_str(include_str!("../../../template.yaml")).expect("the template is YAML")
}

/// The resources of a type by logical id.
pub(crate) fn resources(kind: &str) -> BTreeMap<String, Value> {
    let template = template();
    let resources = template["Resources"].as_mapping().expect("there are resources");
    let of_the_kind = resources.iter().filter(|(_, resource)| resource["Type"] == kind);
    of_the_kind.map(|(id, resource)| (text(id), resource.clone())).collect()
}

pub(crate) fn function_ids() -> BTreeSet<String> {
    resources("AWS::Serverless::Function").into_keys().collect()
}

/// Returns the metrics that an alarm looks at: its own, or those that its expression is made of.
pub(crate) fn metrics(alarm: &Value) -> Vec<Value> {
    match alarm["Metrics"].as_sequence() {
        Some(metrics) => metrics
            .iter()
            .filter_map(|metric| metric.get("MetricStat"))
            .map(|stat| stat["Metric"].clone())
            .collect(),
        None => vec![alarm.clone()],
    }
}

/// The condition of a resource. Without one, every stack has it.
pub(crate) fn condition(resource: &Value) -> Option<String> {
    resource.get("Condition").map(text)
}

pub(crate) fn is_of_lambda(metric: &Value, name: &str) -> bool {
    metric["Namespace"] == "AWS/Lambda" && metric["MetricName"] == name
}

pub(crate) fn keys(mapping: &Value) -> Vec<String> {
    mapping.as_mapping().map(Mapping::keys).into_iter().flatten().map(text).collect()
}

/// The logical id that a `!Ref` names.
pub(crate) fn reference(value: &Value) -> Option<String> {
    match value {
        Value::Tagged(tagged) if tagged.tag == "Ref" => Some(text(&tagged.value)),
        _ => None,
    }
}

pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => {
            serde_yaml_ng::to_string(other).expect("what was YAML can be written as YAML").trim().to_owned()
        }
    }
}

/// Every name that an intrinsic function somewhere in `value` may mean.
pub(crate) fn references(value: &Value) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    collect(value, &mut names);
    names
}

fn collect(value: &Value, names: &mut BTreeSet<String>) {
    match value {
        Value::Sequence(items) => items.iter().for_each(|item| collect(item, names)),
        Value::Mapping(entries) => {
            let condition = entries.get("Condition").and_then(Value::as_str);
            names.extend(condition.map(str::to_owned));
            entries.values().for_each(|entry| collect(entry, names));
        }
        Value::Tagged(tagged) => {
            names.extend(named(&tagged.tag.to_string(), &tagged.value));
            collect(&tagged.value, names);
        }
        _ => {}
    }
}

/// The names in one intrinsic function, without those in functions inside it.
fn named(function: &str, value: &Value) -> Vec<String> {
    let first = || value.get(0).and_then(Value::as_str).or(value.as_str()).map(str::to_owned);
    match function {
        "!Ref" | "!Condition" | "!If" | "!FindInMap" => first().into_iter().collect(),
        "!Sub" => {
            let name = Regex::new(r"\$\{([A-Za-z0-9]+)").expect("the pattern is well-formed");
            let text = first().unwrap_or_default();
            name.captures_iter(&text).map(|found| found[1].to_owned()).collect()
        }
        _ => Vec::new(),
    }
}
