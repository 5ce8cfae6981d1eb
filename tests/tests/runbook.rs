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
