//! The links between the operations of the `OpenAPI` document, by which a client or a tester goes on from an
//! answer.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::OPENAPI;
use serde_json::{Map, Value};

struct Document(Value);

/// An operation, and the names of its parameters.
struct Operation<'a> {
    path: &'a str,
    described: &'a Value,
    parameters: BTreeSet<&'a str>,
}

/// A link of an answer.
struct Link<'a> {
    from: &'a str,
    target: &'a str,
    /// The members of the answers' bodies, and the parameters of the request, by the parameters that they
    /// become.
    parameters: BTreeMap<&'a str, &'a str>,
    answer: &'a Value,
}

impl Document {
    fn read() -> Self {
        Self(serde_json::from_str(OPENAPI).expect("the document is JSON"))
    }

    /// Returns what a reference refers to.
    fn resolved<'a>(&'a self, value: &'a Value) -> &'a Value {
        let pointer = value["$ref"].as_str().map(|reference| reference.trim_start_matches('#'));
        pointer.map_or(value, |pointer| self.0.pointer(pointer).expect("a reference leads somewhere"))
    }

    fn operations(&self) -> BTreeMap<&str, Operation<'_>> {
        let mut operations = BTreeMap::new();
        for (path, item) in members(&self.0["paths"]) {
            for (_, described) in
                members(item).filter(|(_, described)| described.get("operationId").is_some())
            {
                let lists = [&item["parameters"], &described["parameters"]];
                let parameters = lists.into_iter().filter_map(Value::as_array).flatten();
                let parameters = parameters.map(|it| text(&self.resolved(it)["name"])).collect();
                operations.insert(text(&described["operationId"]), Operation { path, described, parameters });
            }
        }
        operations
    }

    fn links(&self) -> Vec<Link<'_>> {
        let mut links = Vec::new();
        for (from, operation) in self.operations() {
            for (_, answer) in members(&operation.described["responses"]) {
                let answer = self.resolved(answer);
                for (_, link) in members(&answer["links"]) {
                    let link = self.resolved(link);
                    let parameters = members(&link["parameters"]).map(|(name, value)| (name, text(value)));
                    let (target, parameters) = (text(&link["operationId"]), parameters.collect());
                    links.push(Link { from, target, parameters, answer });
                }
            }
        }
        links
    }

    /// Returns true if some value of the schema has something at these steps of a JSON pointer.
    fn has(&self, schema: &Value, steps: &[&str]) -> bool {
        let schema = self.resolved(schema);
        let Some((first, rest)) = steps.split_first() else { return true };
        let parts = ["allOf", "oneOf", "anyOf"].iter().filter_map(|name| schema[name].as_array()).flatten();
        let element = first.parse::<usize>().ok().and_then(|_| schema.get("items"));
        let member = schema["properties"].get(first).or(element);
        member.is_some_and(|member| self.has(member, rest))
            || parts.into_iter().any(|part| self.has(part, steps))
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flat_map(Map::iter).map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_else(|| panic!("{value} is not text"))
}

#[test]
fn each_link_names_an_operation_its_parameters_and_members_of_the_answer() {
    let document = Document::read();
    let operations = document.operations();
    let links = document.links();
    assert!(links.len() > 50, "{}", links.len());
    for Link { from, target, parameters, answer } in links {
        let operation = operations.get(target).unwrap_or_else(|| panic!("{from} links to {target}"));
        let schema = &answer["content"]["application/json"]["schema"];
        for (name, expression) in parameters {
            assert!(operation.parameters.contains(name), "{from} gives {target} {name}");
            let found = if let Some(pointer) = expression.strip_prefix("$response.body#/") {
                document.has(schema, &pointer.split('/').collect::<Vec<_>>())
            } else {
                let parameter =
                    expression.strip_prefix("$request.path.").expect("the expression is of a known kind");
                operations[from].path.contains(&format!("{{{parameter}}}"))
            };
            assert!(found, "{from} has no {expression} for {target}");
        }
    }
}

#[test]
fn each_operation_with_an_id_in_its_path_is_the_target_of_a_link_with_its_ids() {
    let document = Document::read();
    let links = document.links();
    for (name, Operation { path, .. }) in document.operations() {
        let ids: BTreeSet<_> =
            path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}')).collect();
        let is_reached =
            |link: &Link<'_>| link.target == name && ids.iter().all(|id| link.parameters.contains_key(id));
        assert!(ids.is_empty() || links.iter().any(is_reached), "no link leads to {name}");
    }
}

#[test]
fn a_member_that_an_answer_does_not_have_is_noticed() {
    let document = Document::read();
    let favorite = &document.0["components"]["schemas"]["Favorite"];
    assert!(document.has(favorite, &["tagIds", "0"]));
    for wrong in [&["dataID"][..], &["tagIds", "x"], &["dataId", "0"]] {
        assert!(!document.has(favorite, wrong), "{wrong:?}");
    }
}
