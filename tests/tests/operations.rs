//! The parts of `template.yaml` for operations: alarms, retention of logs, parameters, limits of routes.

use std::collections::{BTreeMap, BTreeSet};

use favorites_local::template::{Route, Template};
use regex::Regex;
use serde_yaml_ng::{Mapping, Value};

/// The most metrics that an alarm on a metric math expression takes ("Limits that apply to alarms based on metric math
/// expressions", Amazon CloudWatch user guide).
const METRICS_OF_AN_ALARM: usize = 10;

/// The alarm metrics that `CloudWatch` watches free of charge ("Free tier", Amazon CloudWatch pricing).
const FREE_ALARM_METRICS: usize = 10;

/// The alarm metrics of `Monitoring: full`, without that of gradual deployments.
const ALARM_METRICS: usize = 25;

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
fn basic_monitoring_watches_as_many_metrics_as_are_free_and_full_monitoring_25() {
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
    assert!(named.count() <= 2 && shown.contains("SEARCH('{AWS/Lambda,FunctionName}"));
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
fn a_customers_key_encrypts_everything_that_is_stored_and_without_one_no_key_is_paid_for() {
    let chosen = "!If\n- HasKmsKey\n- !Ref KmsKeyArn\n- !Ref AWS::NoValue";
    let stored = [("AWS::Logs::LogGroup", "KmsKeyId"), ("AWS::SecretsManager::Secret", "KmsKeyId")];
    for (kind, property) in stored {
        let resources = resources(kind);
        assert!(!resources.is_empty(), "{kind}");
        for (id, resource) in resources {
            assert_eq!(text(&resource["Properties"][property]), chosen, "{id}");
        }
    }
    for (id, bucket) in resources("AWS::S3::Bucket") {
        let rule = &bucket["Properties"]["BucketEncryption"]["ServerSideEncryptionConfiguration"][0];
        assert_eq!(text(&rule["ServerSideEncryptionByDefault"]["KMSMasterKeyID"]), chosen, "{id}");
    }
    assert_eq!(text(&template()["Globals"]["Function"]["KmsKeyArn"]), chosen);
    for (id, table) in resources("AWS::DynamoDB::Table") {
        let Value::Tagged(choice) = &table["Properties"]["SSESpecification"] else {
            panic!("{id} has no choice")
        };
        assert_eq!(
            (choice.tag.to_string().as_str(), &choice.value[0]),
            ("!If", &Value::from("HasKmsKey")),
            "{id}"
        );
        assert_eq!(reference(&choice.value[1]["KMSMasterKeyId"]).as_deref(), Some("KmsKeyArn"), "{id}");
        assert_eq!(reference(&choice.value[2]).as_deref(), Some("AWS::NoValue"), "{id}");
    }
}

#[test]
fn every_route_that_writes_and_the_search_have_limits_of_their_own() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
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
fn a_warning_about_the_api_stops_the_deployment_unless_the_operator_chose_otherwise() {
    let api = &resources("AWS::Serverless::HttpApi")["Api"]["Properties"];
    assert_eq!(text(&api["FailOnWarnings"]), "!If\n- FailsOnWarnings\n- true\n- false");
    let template = template();
    let condition = text(&template["Conditions"]["FailsOnWarnings"]);
    assert_eq!(condition, "!Equals\n- !Ref FailOnWarnings\n- 'true'");
    assert_eq!(template["Parameters"]["FailOnWarnings"]["Default"], "true");
}

#[test]
fn a_deleted_stack_keeps_what_users_stored_and_a_first_deployment_that_fails_keeps_no_bucket() {
    for (kind, policy) in [
        ("AWS::DynamoDB::Table", "Retain"),
        ("AWS::Cognito::UserPool", "Retain"),
        ("AWS::S3::Bucket", "RetainExceptOnCreate"),
    ] {
        let resources = resources(kind);
        assert!(!resources.is_empty(), "{kind}");
        for (id, resource) in resources {
            assert_eq!(
                (&resource["DeletionPolicy"], &resource["UpdateReplacePolicy"]),
                (&policy.into(), &"Retain".into()),
                "{id}"
            );
        }
    }
}

#[test]
fn versions_of_functions_that_an_update_replaced_are_deleted() {
    assert_eq!(template()["Globals"]["Function"]["VersionDeletionPolicy"], "Delete");
    for (id, function) in resources("AWS::Serverless::Function") {
        assert!(function.get("DeletionPolicy").is_none(), "{id} keeps its versions");
        assert!(
            function["Properties"].get("VersionDeletionPolicy").is_none(),
            "{id} has a policy of its own"
        );
    }
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

/// The condition of a resource. Without one, every stack has it.
fn condition(resource: &Value) -> Option<String> {
    resource.get("Condition").map(text)
}

fn is_of_lambda(metric: &Value, name: &str) -> bool {
    metric["Namespace"] == "AWS/Lambda" && metric["MetricName"] == name
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
