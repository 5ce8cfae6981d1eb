//! `docs/operations.md` against `template.yaml`: alarms, the names in commands, and the edit that moves the stack to a restored table.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use favorites_local::template::Template;
use regex::Regex;
use serde_yaml_ng::Value;

const RUNBOOK: &str = include_str!("../../docs/operations.md");
const TEMPLATE: &str = include_str!("../../template.yaml");

#[test]
fn every_alarm_has_a_section_and_every_section_has_alarms_of_the_template() {
    let listed: Vec<String> = sections().into_values().flatten().collect();
    let distinct: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(listed.len(), distinct.len(), "an alarm has two sections: {listed:?}");
    let declared: BTreeSet<String> = alarms().into_keys().collect();
    assert_eq!(distinct, declared);
}

#[test]
fn every_alarm_links_to_its_section() {
    let sections = sections();
    for (alarm, resource) in alarms() {
        let description = resource["Properties"]["AlarmDescription"].as_str().unwrap_or_default();
        let anchor = description.rsplit_once("docs/operations.md#").map_or("", |(_, anchor)| anchor.trim());
        let of_section = sections.get(anchor).unwrap_or_else(|| panic!("{alarm}: no section {anchor:?}"));
        assert!(of_section.contains(&alarm), "{alarm} links to {anchor}, which is about {of_section:?}");
    }
}

#[test]
fn the_table_of_alarms_says_which_monitoring_has_them_and_how_many_metrics_they_watch() {
    let sections = sections();
    let alarms = alarms();
    let mut metrics: BTreeMap<(String, bool), usize> = BTreeMap::new();
    for (anchor, of_section) in &sections {
        for alarm in of_section.iter().map(|alarm| &alarms[alarm]) {
            // The alarm of gradual deployments belongs to neither.
            let is_basic = match alarm["Condition"].as_str() {
                None => true,
                Some("MonitorsFully") => false,
                Some(_) => continue,
            };
            let several = alarm["Properties"]["Metrics"].as_sequence();
            let stats =
                several.map(|several| several.iter().filter(|one| one.get("MetricStat").is_some()).count());
            *metrics.entry((anchor.clone(), is_basic)).or_default() += stats.unwrap_or(1);
        }
    }
    let expression = Regex::new(r"(?m)^\| \[[^\]]+\]\(#([a-z-]+)\) \| (yes)? ?\| yes \| (\d+) \|$")
        .expect("a regular expression");
    let listed = expression.captures_iter(RUNBOOK).map(|row| {
        let figure = row[3].parse().expect("digits are a number");
        ((row[1].to_owned(), row.get(2).is_some()), figure)
    });
    assert_eq!(listed.collect::<BTreeMap<_, usize>>(), metrics);
}

#[test]
fn the_costs_of_an_idle_stack_add_up_to_less_than_a_dollar() {
    let (_, rest) = RUNBOOK.split_once("<!-- idle -->\n").expect("the runbook has the table");
    let (table, _) = rest.split_once("<!-- end -->").expect("the table has an end");
    let cents = |cell: &str| {
        cell.trim().trim_matches('*').replace('.', "").parse::<u32>().expect("dollars and cents")
    };
    let rows: Vec<(u32, u32)> = table
        .lines()
        .skip(2)
        .map(|row| {
            let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
            (cents(cells[3]), cents(cells[4]))
        })
        .collect();
    let (sum, items) = rows.split_last().expect("the last row is the sum");
    assert!(items.len() > 10, "{}", items.len());
    assert_eq!(*sum, (items.iter().map(|item| item.0).sum(), items.iter().map(|item| item.1).sum()));
    assert!(sum.0 <= 100, "{sum:?}");
    let shown = [sum.0, sum.1].map(|cents| format!("${}.{:02}", cents / 100, cents % 100));
    assert!(shown.iter().all(|sum| RUNBOOK.contains(&format!("**{sum}"))), "{shown:?}");
}

#[test]
fn every_link_within_the_runbook_leads_to_a_heading() {
    let headings: BTreeSet<String> = headings(RUNBOOK).map(anchor).collect();
    for link in captures(r"\]\(#([^)]*)\)", RUNBOOK) {
        assert!(headings.contains(&link), "no heading for #{link}");
    }
}

#[test]
fn every_command_of_the_runbook_is_understood_by_the_shell() {
    let commands: Vec<String> = blocks().collect();
    assert!(commands.len() > 20, "{} blocks", commands.len());
    for command in commands {
        let checked = Command::new("bash").args(["-n", "-c", &command]).output().expect("bash is there");
        assert!(checked.status.success(), "{}\n{command}", String::from_utf8_lossy(&checked.stderr));
    }
}

#[test]
fn every_output_and_resource_that_a_command_asks_for_is_in_the_template() {
    let template = template();
    let outputs = template["Outputs"].as_mapping().expect("the template has outputs");
    for name in captures(r"\$\(output (\w+)\)", RUNBOOK) {
        assert!(outputs.contains_key(&*name), "the template has no output {name}");
    }
    let resources = template["Resources"].as_mapping().expect("the template has resources");
    // SAM names the resource of an event by the function and the event.
    let of_events = resources.iter().flat_map(|(function, resource)| {
        let events =
            resource["Properties"]["Events"].as_mapping().into_iter().flat_map(|events| events.keys());
        events.map(move |event| [function, event].map(|name| name.as_str().unwrap_or_default()).concat())
    });
    let names = resources.keys().filter_map(Value::as_str).map(str::to_owned);
    let names: BTreeSet<String> = names.chain(of_events).collect();
    for name in captures(r"\$\(resource (\w+)\)", RUNBOOK) {
        assert!(names.contains(&name), "the template has no resource {name}");
    }
}

#[test]
fn the_edit_for_a_restored_table_names_it_and_leaves_no_reference_to_the_old_one() {
    let (_, rest) =
        RUNBOOK.split_once("<!-- restore: template -->\n```sh\n").expect("the runbook has the edit");
    let (edit, _) = rest.split_once("```").expect("a block has an end");
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("template.yaml"), TEMPLATE).expect("the template is copied");
    let mut shell = Command::new("bash");
    let edited = shell.args(["-e", "-c", edit]).env("NEW", "favorites-restored").current_dir(folder.path());
    let edited = edited.output().expect("bash is there");
    assert!(edited.status.success(), "{}", String::from_utf8_lossy(&edited.stderr));
    let edited = std::fs::read_to_string(folder.path().join("template.yaml")).expect("it is there");
    assert_eq!(captures(r"\b(FavoritesTable)\b", &edited), Vec::<String>::new());
    let mut expected = Template::parse(TEMPLATE).expect("the project's template is well-formed");
    "favorites-restored".clone_into(&mut expected.table.name);
    assert_eq!(Template::parse(&edited).expect("it is a template"), expected);
}

#[test]
fn the_key_policy_of_the_runbook_is_json_and_names_every_service_that_gets_the_key() {
    let (_, rest) = RUNBOOK.split_once("<!-- key policy -->\n```json\n").expect("the runbook has the policy");
    let (policy, _) = rest.split_once("```").expect("a block has an end");
    let statements: serde_json::Value = serde_json::from_str(policy).expect("the policy is JSON");
    let services = |statement: &serde_json::Value| -> BTreeSet<String> {
        captures(r#""(\w+)\.REGION\.amazonaws\.com""#, &statement.to_string()).into_iter().collect()
    };
    let condition = &statements[0]["Condition"]["StringEquals"];
    // Without these two conditions, everybody could use the key.
    assert_eq!(statements[0]["Principal"]["AWS"], "*");
    assert_eq!(condition["kms:CallerAccount"], "ACCOUNT");
    let mut allowed = services(&condition["kms:ViaService"]);
    allowed.extend(services(&statements[1]["Principal"]));
    let template = template();
    let resources = template["Resources"].as_mapping().expect("the template has resources");
    let with_key = resources.values().filter(|resource| {
        let written = serde_yaml_ng::to_string(resource).expect("what was YAML can be written as YAML");
        written.contains("!Ref KmsKeyArn")
    });
    let mut services: BTreeSet<&str> = with_key
        .map(|resource| match resource["Type"].as_str().expect("a resource has a type") {
            "AWS::DynamoDB::Table" => "dynamodb",
            "AWS::S3::Bucket" => "s3",
            "AWS::SecretsManager::Secret" => "secretsmanager",
            "AWS::Logs::LogGroup" => "logs",
            other => panic!("{other} gets the key"),
        })
        .collect();
    // The variables of the functions.
    services.insert("lambda");
    assert_eq!(allowed, services.into_iter().map(str::to_owned).collect());
}

/// The alarms of each section of the runbook, by the section's anchor.
fn sections() -> BTreeMap<String, Vec<String>> {
    let (_, rest) = RUNBOOK.split_once("\n## Alarms\n").expect("the runbook has the alarms");
    let (alarms, _) = rest.split_once("\n## ").expect("more follows");
    let sections = alarms.split("\n### ").skip(1).map(|section| {
        let (heading, text) = section.split_once('\n').expect("a section has text");
        let line = text.lines().find(|line| line.starts_with("Alarms: "));
        let line = line.unwrap_or_else(|| panic!("the section {heading} names no alarm"));
        (anchor(heading), captures(r"`(\w+)`", line))
    });
    sections.collect()
}

/// The alarms of the template by their logical ids.
fn alarms() -> BTreeMap<String, Value> {
    let template = template();
    let resources = template["Resources"].as_mapping().expect("the template has resources").clone();
    let alarms = resources.into_iter().filter(|(_, resource)| resource["Type"] == "AWS::CloudWatch::Alarm");
    alarms.map(|(name, alarm)| (name.as_str().expect("ids are text").to_owned(), alarm)).collect()
}

fn template() -> Value {
    serde_yaml_ng::from_str(TEMPLATE).expect("the template is YAML")
}

fn headings(text: &str) -> impl Iterator<Item = &str> {
    let headings = text.lines().filter(|line| line.starts_with("##"));
    headings.map(|line| line.trim_start_matches('#').trim())
}

/// The anchor that GitHub gives a heading.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-")
}

/// The shell commands of the runbook.
fn blocks() -> impl Iterator<Item = String> {
    RUNBOOK.split("```sh\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0.to_owned()))
}

/// Everything in `text` that the group of a regular expression finds.
fn captures(expression: &str, text: &str) -> Vec<String> {
    let expression = Regex::new(expression).expect("a regular expression");
    expression.captures_iter(text).map(|found| found[1].to_owned()).collect()
}
