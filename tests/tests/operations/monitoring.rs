//! Alarms, the dashboard, log groups and the metrics that are made of log lines.

use std::collections::{BTreeMap, BTreeSet};

use regex::Regex;
use serde_yaml_ng::Value;

use crate::{
    condition, function_ids, is_of_lambda, metrics, reference, references, resources, template, text,
};

/// The most metrics that an alarm on a metric math expression takes ("Limits that apply to alarms based on metric math
/// expressions", Amazon CloudWatch user guide).
const METRICS_OF_AN_ALARM: usize = 10;

/// The alarm metrics that `CloudWatch` watches free of charge ("Free tier", Amazon CloudWatch pricing).
const FREE_ALARM_METRICS: usize = 10;

/// The alarm metrics of `Monitoring: full`, without that of gradual deployments.
const ALARM_METRICS: usize = 21;

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
fn basic_monitoring_watches_as_many_metrics_as_are_free_and_full_monitoring_21() {
    let mut watched: BTreeMap<Option<String>, usize> = BTreeMap::new();
    for alarm in resources("AWS::CloudWatch::Alarm").values() {
        *watched.entry(condition(alarm)).or_default() += metrics(&alarm["Properties"]).len();
    }
    let of = |name: Option<&str>| watched[&name.map(str::to_owned)];
    let (basic, full, gradual) = (of(None), of(Some("MonitorsFully")), of(Some("DeploysGradually")));
    assert_eq!((basic, basic + full), (FREE_ALARM_METRICS, ALARM_METRICS), "{watched:?}");
    assert_eq!(basic + full + gradual, watched.values().sum::<usize>(), "another condition: {watched:?}");
    let template = template();
    assert_eq!(template["Parameters"]["Monitoring"]["Default"], "basic");
    let description = text(&template["Parameters"]["Monitoring"]["Description"]);
    let figures = [basic, basic + full].map(|figure| figure.to_string());
    assert!(figures.iter().all(|figure| description.contains(figure)), "{description}");
}

// A query or a search of an alarm is billed for each metric that it finds, so nobody could say what it costs.
#[test]
fn every_metric_that_an_alarm_watches_is_named_in_it() {
    for (id, alarm) in resources("AWS::CloudWatch::Alarm") {
        assert!(!metrics(&alarm["Properties"]).is_empty(), "{id}");
        for expression in alarm["Properties"]["Metrics"].as_sequence().into_iter().flatten() {
            let expression = text(&expression["Expression"]);
            assert!(
                !["SELECT", "SEARCH"].iter().any(|finds| expression.contains(finds)),
                "{id}: {expression}"
            );
        }
    }
}

#[test]
fn one_alarm_each_watches_the_errors_and_the_throttles_of_all_functions() {
    for name in ["Errors", "Throttles"] {
        let watching: Vec<Value> = resources("AWS::CloudWatch::Alarm")
            .into_values()
            .filter(|alarm| metrics(&alarm["Properties"]).iter().any(|metric| is_of_lambda(metric, name)))
            .collect();
        let [alarm] = watching.as_slice() else { panic!("one alarm on {name}: {watching:?}") };
        assert_eq!(condition(alarm), None, "{name}");
        // Without dimensions, the metric is that of all functions.
        assert!(alarm["Properties"].get("Dimensions").is_none(), "{name}");
        assert_eq!(alarm["Properties"]["Threshold"], 0, "{name}");
    }
}

#[test]
fn an_alarm_on_a_duration_goes_off_before_the_functions_timeout_and_not_in_the_first_half_of_its_time() {
    let functions = resources("AWS::Serverless::Function");
    let mut checked = 0;
    for (id, alarm) in resources("AWS::CloudWatch::Alarm") {
        for metric in metrics(&alarm["Properties"]).iter().filter(|metric| is_of_lambda(metric, "Duration")) {
            let function = reference(&metric["Dimensions"][0]["Value"]).expect("an alarm names a function");
            let timeout =
                functions[&function]["Properties"]["Timeout"].as_u64().expect("it has a timeout") * 1000;
            let threshold = alarm["Properties"]["Threshold"].as_u64().expect("the threshold is a number");
            assert!(threshold < timeout && threshold > timeout / 2, "{id}: {threshold} of {timeout} ms");
            checked += 1;
        }
    }
    assert!(checked >= 2, "{checked}");
}

#[test]
fn the_dashboard_shows_every_metric_that_an_alarm_watches() {
    let dashboards = resources("AWS::CloudWatch::Dashboard");
    let [dashboard] = dashboards.values().collect::<Vec<_>>()[..] else {
        panic!("one dashboard: {dashboards:?}")
    };
    // A dashboard costs more than everything else of an idle stack.
    assert_eq!(condition(dashboard).as_deref(), Some("MonitorsFully"));
    let Value::Tagged(body) = &dashboard["Properties"]["DashboardBody"] else { panic!("the body is a !Sub") };
    let body: serde_json::Value = serde_json::from_str(&text(&body.value)).expect("the body is JSON");
    let shown = body.to_string();
    for (id, alarm) in resources("AWS::CloudWatch::Alarm") {
        for metric in metrics(&alarm["Properties"]) {
            let name = text(&metric["MetricName"]);
            assert!(shown.contains(&format!("\"{name}")), "{id}: the dashboard does not show {name}");
        }
    }
    // Functions come and go, so the dashboard finds them.
    let named = function_ids().into_iter().filter(|id| shown.contains(&format!("${{{id}}}")));
    assert!(named.count() <= 3 && shown.contains("SEARCH('{AWS/Lambda,FunctionName}"));
}

#[test]
fn a_gradual_deployment_rolls_back_by_the_alarms_on_failed_calls_and_on_server_errors() {
    let alarms = &template()["Globals"]["Function"]["DeploymentPreference"]["Alarms"];
    let named = references(alarms);
    for alarm in ["FunctionErrorsAlarm", "DeploymentErrorsAlarm"] {
        assert!(named.contains(alarm), "{named:?}");
        let alarm = &resources("AWS::CloudWatch::Alarm")[alarm];
        // An alarm of the API would wait for the API, which waits for the aliases, which wait for the alarm.
        assert!(!text(&alarm["Properties"]).contains("!Ref Api"), "{alarm:?}");
        assert!(matches!(condition(alarm).as_deref(), None | Some("DeploysGradually")), "{alarm:?}");
    }
}

#[test]
fn every_alarm_on_a_log_line_has_a_filter_that_makes_its_metric() {
    let made: BTreeMap<String, Option<String>> = resources("AWS::Logs::MetricFilter")
        .values()
        .map(|filter| {
            (text(&filter["Properties"]["MetricTransformations"][0]["MetricName"]), condition(filter))
        })
        .collect();
    let mut watched = BTreeSet::new();
    for (id, alarm) in resources("AWS::CloudWatch::Alarm") {
        for metric in metrics(&alarm["Properties"]) {
            if text(&metric["Namespace"]).contains("AWS::StackName") {
                let name = text(&metric["MetricName"]);
                let filter = made.get(&name).unwrap_or_else(|| panic!("{id}: no filter makes {name}"));
                assert!(
                    filter.is_none() || *filter == condition(&alarm),
                    "{id}: {name} is made at times only"
                );
                watched.insert(name);
            }
        }
    }
    assert_eq!(watched, made.into_keys().collect());
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

// A template may have 60 dynamic references ("CloudFormation quotas"), and one in Globals counts for each function.
#[test]
fn the_key_of_the_logs_is_a_generated_secret_that_one_dynamic_reference_reads() {
    let template = template();
    let yaml = serde_yaml_ng::to_string(&template).expect("what was YAML can be written as YAML");
    assert_eq!(yaml.matches("{{resolve:").count(), 1);
    let parameter = &template["Resources"]["LogHashKeyParameter"]["Properties"];
    assert!(text(&parameter["Value"]).contains("{{resolve:secretsmanager:${LogHashKey}:SecretString}}"));
    let secret = &template["Resources"]["LogHashKey"]["Properties"]["GenerateSecretString"];
    assert!(secret["PasswordLength"].as_u64().is_some_and(|length| length >= 32), "{secret:?}");
    let variable = &template["Globals"]["Function"]["Environment"]["Variables"]["LOG_HASH_KEY"];
    assert_eq!(text(variable), "!GetAtt LogHashKeyParameter.Value");
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
