//! The parts of `template.yaml` for operations: alarms, retention of logs, parameters, limits of routes.

use std::collections::{BTreeMap, BTreeSet};

use favorites_local::template::{Route, Template};
use regex::Regex;
use serde_yaml_ng::{Mapping, Value};

/// The most metrics that an alarm on a metric math expression takes ("Limits that apply to alarms based on metric math
/// expressions", Amazon CloudWatch user guide).
const METRICS_OF_AN_ALARM: usize = 10;

/// The longest description of a Lambda function's version (`AWS::Lambda::Version` in the CloudFormation template reference).
const DESCRIPTION_CHARACTERS: usize = 256;

#[test]
fn every_alarm_notifies_and_says_what_to_do_first_and_where_to_read_on() {
    let description = Regex::new(r"^.+\. (First|On) .+\. See docs/operations\.md#[a-z]+(-[a-z]+)*$").unwrap();
    let alarms = resources("AWS::CloudWatch::Alarm");
    assert!(alarms.len() > 10, "{}", alarms.len());
    for (id, alarm) in &alarms {
        let properties = &alarm["Properties"];
        for actions in ["AlarmActions", "OKActions"] {
            assert!(text(&properties[actions]).contains("AlarmTopicArn"), "{id} has no {actions}");
        }
        let said = properties["AlarmDescription"].as_str().unwrap_or_default();
        assert!(
            description.is_match(said),
            "{id} does not say what to do first and where to read on: {said}"
        );
        assert!(properties["TreatMissingData"].is_string(), "{id} does not say what missing data means");
        assert!(properties["EvaluationPeriods"].is_u64(), "{id} does not say how many periods it looks at");
    }
}

#[test]
fn no_alarm_has_more_metrics_than_cloudwatch_takes() {
    for (id, alarm) in resources("AWS::CloudWatch::Alarm") {
        let metrics = alarm["Properties"]["Metrics"].as_sequence().cloned().unwrap_or_default();
        let used = metrics.iter().filter(|metric| metric.get("MetricStat").is_some()).count();
        assert!(used <= METRICS_OF_AN_ALARM, "{id} has {used} metrics");
        let results = metrics.iter().filter(|metric| metric["ReturnData"] != Value::Bool(false)).count();
        assert!(metrics.is_empty() || results == 1, "{id} returns {results} series");
    }
}

#[test]
fn every_function_is_covered_by_alarms_for_errors_and_for_throttles() {
    let functions = function_ids();
    for metric in ["Errors", "Throttles"] {
        let watched: Vec<String> = resources("AWS::CloudWatch::Alarm")
            .values()
            .flat_map(|alarm| watched_functions(&alarm["Properties"], metric))
            .collect();
        let once: BTreeSet<String> = watched.iter().cloned().collect();
        assert_eq!(once, functions, "{metric}");
        assert_eq!(watched.len(), once.len(), "a function's {metric} are in two alarms: {watched:?}");
    }
}

#[test]
fn every_alarm_on_a_log_line_has_a_filter_that_makes_its_metric() {
    let made: BTreeSet<String> = resources("AWS::Logs::MetricFilter")
        .values()
        .map(|filter| text(&filter["Properties"]["MetricTransformations"][0]["MetricName"]))
        .collect();
    let watched: BTreeSet<String> = resources("AWS::CloudWatch::Alarm")
        .values()
        .flat_map(|alarm| metrics(&alarm["Properties"]))
        .filter(|metric| text(&metric["Namespace"]).contains("AWS::StackName"))
        .map(|metric| text(&metric["MetricName"]))
        .collect();
    assert_eq!(watched, made);
}

#[test]
fn every_log_group_has_a_retention_and_every_function_writes_to_one() {
    let groups = resources("AWS::Logs::LogGroup");
    assert!(!groups.is_empty());
    for (id, group) in &groups {
        assert!(!group["Properties"]["RetentionInDays"].is_null(), "{id} keeps logs for ever");
    }
    let function = &template()["Globals"]["Function"];
    let group =
        reference(&function["LoggingConfig"]["LogGroup"]).expect("functions write to a group of the stack");
    assert!(groups.contains_key(&group), "{group}");
    for (id, function) in resources("AWS::Serverless::Function") {
        assert!(function["Properties"].get("LoggingConfig").is_none(), "{id} logs elsewhere");
    }
}

#[test]
fn lambda_filters_no_line_that_a_metric_is_made_of() {
    let logging = &template()["Globals"]["Function"]["LoggingConfig"];
    assert_eq!(logging["LogFormat"], "JSON");
    assert_eq!(logging["ApplicationLogLevel"], "TRACE");
}

#[test]
fn every_parameter_condition_and_mapping_is_used() {
    let template = template();
    let mut rest = template.clone();
    let declared = rest.as_mapping_mut().expect("the template is a mapping");
    let parameters = declared.remove("Parameters").expect("there are parameters");
    let used = references(&rest);
    for name in keys(&parameters) {
        assert!(used.contains(&name), "nothing uses the parameter {name}");
    }
    for section in ["Conditions", "Mappings"] {
        for name in keys(&template[section]) {
            assert!(used.contains(&name), "nothing uses {name} of {section}");
        }
    }
}

#[test]
fn a_parameter_that_a_function_is_configured_with_is_in_the_description_of_its_version() {
    let template = template();
    let parameters: BTreeSet<String> = keys(&template["Parameters"]).into_iter().collect();
    let mut configured = template["Globals"]["Function"].clone();
    let sections = configured.as_mapping_mut().expect("the globals of functions are a mapping");
    // A version does not include tags, the code's address changes with the processor, and the rest is about the alias.
    for other in ["Tags", "Architectures", "DeploymentPreference"] {
        sections.remove(other).unwrap_or_else(|| panic!("no {other}"));
    }
    let configuration: BTreeSet<String> =
        references(&configured).intersection(&parameters).cloned().collect();
    assert!(configuration.contains("LogLevel"), "{configuration:?}");
    for (id, function) in resources("AWS::Serverless::Function") {
        let description = &function["Properties"]["VersionDescription"];
        let described: BTreeSet<String> =
            references(description).intersection(&parameters).cloned().collect();
        assert_eq!(described, configuration, "{id}");
        // A key's address has some 80 characters, in place of its name.
        assert!(text(description).len() + 100 < DESCRIPTION_CHARACTERS, "{id}");
    }
}

#[test]
fn every_bucket_is_encrypted_and_not_public() {
    let buckets = resources("AWS::S3::Bucket");
    assert!(buckets.len() >= 2, "{}", buckets.len());
    for (id, bucket) in buckets {
        let properties = &bucket["Properties"];
        let rule = &properties["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
        let algorithm = text(&rule["ServerSideEncryptionByDefault"]["SSEAlgorithm"]);
        assert!(algorithm.contains("aws:kms") && algorithm.contains("AES256"), "{id}: {algorithm}");
        for block in ["BlockPublicAcls", "BlockPublicPolicy", "IgnorePublicAcls", "RestrictPublicBuckets"] {
            assert_eq!(properties["PublicAccessBlockConfiguration"][block], true, "{id} has no {block}");
        }
    }
}

#[test]
fn the_key_may_be_used_by_the_role_of_every_function() {
    let policy = &resources("AWS::IAM::ManagedPolicy")["KeyPolicy"];
    let roles: BTreeSet<String> =
        policy["Properties"]["Roles"].as_sequence().into_iter().flatten().filter_map(reference).collect();
    assert_eq!(roles, function_ids().into_iter().map(|id| format!("{id}Role")).collect());
}

#[test]
fn every_route_that_writes_and_the_search_have_limits_of_their_own() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
    assert_eq!(api["FailOnWarnings"], Value::Bool(true));
    assert!(!api["DefaultRouteSettings"]["ThrottlingRateLimit"].is_null());
    let limited: BTreeSet<String> = keys(&api["RouteSettings"]).into_iter().collect();
    let project = Template::project().expect("the project's template is well-formed");
    let costly: BTreeSet<String> = project
        .routes
        .iter()
        .filter(|route| route.method != "GET" || route.path == "/search")
        .map(Route::key)
        .collect();
    assert_eq!(limited, costly);
}

#[test]
fn the_access_log_has_the_request_id_and_nothing_personal() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
    let format = api["AccessLogSettings"]["Format"].as_str().expect("the format is written out");
    let line: BTreeMap<String, String> = serde_json::from_str(format).expect("a line is JSON");
    assert_eq!(line["requestId"], "$context.requestId");
    // The variables of "Customize HTTP API access logs" that say who asks or what for.
    let personal =
        ["identity", "claims", "path", "querystring", "domainName", "principalId", "requestOverride"];
    for (member, variable) in &line {
        assert!(!personal.iter().any(|part| variable.contains(part)), "{member}: {variable}");
    }
}

fn template() -> Value {
    serde_yaml_ng::from_str(include_str!("../../template.yaml")).expect("the template is YAML")
}

/// The resources of a type by logical id.
fn resources(kind: &str) -> BTreeMap<String, Value> {
    let template = template();
    let resources = template["Resources"].as_mapping().expect("there are resources");
    let of_the_kind = resources.iter().filter(|(_, resource)| resource["Type"] == kind);
    of_the_kind.map(|(id, resource)| (text(id), resource.clone())).collect()
}

fn function_ids() -> BTreeSet<String> {
    resources("AWS::Serverless::Function").into_keys().collect()
}

/// Returns the metrics that an alarm looks at: its own, or those that its expression is made of.
fn metrics(alarm: &Value) -> Vec<Value> {
    match alarm["Metrics"].as_sequence() {
        Some(metrics) => metrics
            .iter()
            .filter_map(|metric| metric.get("MetricStat"))
            .map(|stat| stat["Metric"].clone())
            .collect(),
        None => vec![alarm.clone()],
    }
}

/// The functions whose metric of Lambda an alarm looks at.
fn watched_functions(alarm: &Value, name: &str) -> Vec<String> {
    metrics(alarm)
        .iter()
        .filter(|metric| metric["Namespace"] == "AWS/Lambda" && metric["MetricName"] == name)
        .flat_map(|metric| metric["Dimensions"].as_sequence().cloned().unwrap_or_default())
        .filter_map(|dimension| reference(&dimension["Value"]))
        .collect()
}

fn keys(mapping: &Value) -> Vec<String> {
    mapping.as_mapping().map(Mapping::keys).into_iter().flatten().map(text).collect()
}

/// The logical id that a `!Ref` names.
fn reference(value: &Value) -> Option<String> {
    match value {
        Value::Tagged(tagged) if tagged.tag == "Ref" => Some(text(&tagged.value)),
        _ => None,
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        other => {
            serde_yaml_ng::to_string(other).expect("what was YAML can be written as YAML").trim().to_owned()
        }
    }
}

/// Every name that an intrinsic function somewhere in `value` may mean.
fn references(value: &Value) -> BTreeSet<String> {
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
