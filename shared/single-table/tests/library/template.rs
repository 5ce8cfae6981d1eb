//! Schemas, compared with `CloudFormation` templates. The tests change each value of a template and expect
//! exactly the differences of that value.

use serde_json::{Value, json};
use single_table::Schema;

use crate::schema::FullTable;

fn template() -> Value {
    Schema::of::<FullTable>().cloud_formation()
}

fn differences(template: &Value) -> Vec<String> {
    let differences = Schema::of::<FullTable>().differences_to_template(template);
    differences.iter().map(ToString::to_string).collect()
}

/// Returns the JSON pointers of all values within a value.
fn pointers(value: &Value) -> Vec<String> {
    let members: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, member)| (name.clone(), member)).collect(),
        Value::Array(items) => items.iter().enumerate().map(|(at, item)| (at.to_string(), item)).collect(),
        _ => Vec::new(),
    };
    let below = |(name, member): &(String, &Value)| {
        let inner = pointers(member).into_iter().map(|pointer| format!("/{name}{pointer}"));
        std::iter::once(format!("/{name}")).chain(inner).collect::<Vec<_>>()
    };
    members.iter().flat_map(below).collect()
}

/// Returns the pointers of all compared values. Billing is not part of the schema.
fn compared() -> Vec<String> {
    pointers(&template()).into_iter().filter(|pointer| pointer != "/BillingMode").collect()
}

/// Returns another value that `CloudFormation` would accept there, or `None` for a value with parts of its own.
fn another(property: &str, value: &Value) -> Option<Value> {
    let another = match (property, value.as_str()) {
        ("Enabled", _) => json!(false),
        ("AttributeName" | "IndexName", _) => json!("renamed"),
        ("AttributeType", Some("S")) => json!("N"),
        ("AttributeType", _) => json!("S"),
        ("KeyType", Some("HASH")) => json!("RANGE"),
        ("KeyType", _) => json!("HASH"),
        ("ProjectionType", _) => json!("KEYS_ONLY"),
        ("StreamViewType", _) => json!("NEW_IMAGE"),
        _ => return None,
    };
    Some(another)
}

/// Returns the expected differences after a change to the value at this path.
fn expected(path: &[&str], template: &Value) -> Vec<String> {
    let name_of = |property: &str| {
        let name = template.pointer(&format!("/{}/{}/{property}", path[0], path[1]));
        name.and_then(Value::as_str).expect("it has a name").to_owned()
    };
    match path {
        ["AttributeDefinitions", _, "AttributeName"] => vec![
            format!("key attribute {} is not defined", name_of("AttributeName")),
            "attribute renamed is defined, but no key uses it".to_owned(),
        ],
        ["AttributeDefinitions", ..] => {
            vec![format!("key attribute {} has type", name_of("AttributeName"))]
        }
        ["KeySchema", ..] => vec!["the table's key is".to_owned()],
        [_, _, "IndexName"] => {
            vec![format!("index {} (", name_of("IndexName")), "index renamed is not declared".to_owned()]
        }
        [_, _, "KeySchema", ..] => vec![format!("the key of index {} is", name_of("IndexName"))],
        [_, _, "Projection", ..] => {
            vec![format!("index {} projects KEYS_ONLY, not ALL", name_of("IndexName"))]
        }
        ["TimeToLiveSpecification", "Enabled"] => vec!["the TTL attribute is off, not ttl".to_owned()],
        ["TimeToLiveSpecification", _] => vec!["the TTL attribute is renamed, not ttl".to_owned()],
        ["StreamSpecification", _] => vec!["the stream is NEW_IMAGE, not NEW_AND_OLD_IMAGES".to_owned()],
        _ => panic!("a part that no rule is for: {path:?}"),
    }
}

#[test]
fn the_own_template_does_not_differ() {
    assert!(differences(&template()).is_empty());
    assert!(
        differences(&json!({"Type": "AWS::DynamoDB::Table", "Properties": template()})).is_empty(),
        "as a whole resource"
    );
}

#[test]
fn each_value_that_is_changed_is_named_and_nothing_else() {
    let mut changed = 0;
    for pointer in compared() {
        let mut template = template();
        let path: Vec<&str> = pointer[1..].split('/').collect();
        let value = template.pointer(&pointer).unwrap();
        let Some(another) = another(path[path.len() - 1], value) else { continue };
        let expected = expected(&path, &template);
        *template.pointer_mut(&pointer).unwrap() = another;
        let found = differences(&template);
        assert_eq!(found.len(), expected.len(), "{pointer}: {found:?}");
        for (found, expected) in found.iter().zip(&expected) {
            assert!(found.contains(expected), "{pointer}: {found} should say: {expected}");
        }
        changed += 1;
    }
    // 9 definitions, 10 key elements, 3 names and projections, 2 values for the TTL attribute and 1 for the stream.
    assert_eq!(changed, 2 * 9 + 2 * 10 + 2 * 3 + 2 + 1);
}

#[test]
fn each_value_that_cloud_formation_decides_is_named_and_nothing_else() {
    for pointer in compared() {
        for function in [json!({"Ref": "Parameter"}), json!({"Fn::If": ["A", 1, 2]}), json!({"!Sub": "${A}"})]
        {
            let mut template = template();
            *template.pointer_mut(&pointer).unwrap() = function.clone();
            let found = differences(&template);
            let [found] = &found[..] else { panic!("{pointer}: {found:?}") };
            let place =
                pointer[1..].split('/').fold(String::new(), |place, step| match step.parse::<usize>() {
                    Ok(at) => format!("{place}[{at}]"),
                    Err(_) if place.is_empty() => step.to_owned(),
                    Err(_) => format!("{place}.{step}"),
                });
            assert!(found.starts_with(&format!("{place} must be ")), "{place}: {found}");
            assert!(found.ends_with(&format!(", not: {function}")), "{found}");
        }
    }
}

#[test]
fn a_part_that_is_left_out_is_named() {
    let without = |owner: &str, property: &str| {
        let mut template = template();
        template.pointer_mut(owner).unwrap().as_object_mut().unwrap().remove(property).unwrap();
        differences(&template)
    };
    assert_eq!(without("", "KeySchema"), ["the table's key is (), not (pk HASH, sk RANGE)"]);
    assert_eq!(without("", "AttributeDefinitions").len(), 9);
    assert_eq!(
        without("", "GlobalSecondaryIndexes"),
        [
            "global index gsiOne (gsiOnePk HASH, gsiOneSk RANGE) is missing",
            "global index byState (customer HASH, state HASH, date RANGE, digest RANGE) is missing",
        ]
    );
    assert_eq!(
        without("", "LocalSecondaryIndexes"),
        ["local index lsiOne (pk HASH, lsiOneSk RANGE) is missing"]
    );
    assert_eq!(without("", "TimeToLiveSpecification"), ["the TTL attribute is off, not ttl"]);
    assert_eq!(without("", "StreamSpecification"), ["the stream is off, not NEW_AND_OLD_IMAGES"]);
    assert_eq!(
        without("/GlobalSecondaryIndexes/0", "Projection"),
        ["index gsiOne projects nothing, not ALL"]
    );
    assert_eq!(
        without("/GlobalSecondaryIndexes/0", "IndexName"),
        ["GlobalSecondaryIndexes[0].IndexName must be a text that is written out, not: nothing"]
    );
}

#[test]
fn the_order_of_a_key_counts_and_that_of_a_list_does_not() {
    let mut template = template();
    for list in ["AttributeDefinitions", "GlobalSecondaryIndexes"] {
        template[list].as_array_mut().unwrap().reverse();
    }
    assert!(differences(&template).is_empty());
    let by_state = &mut template["GlobalSecondaryIndexes"][0]["KeySchema"];
    by_state.as_array_mut().unwrap().swap(0, 1);
    assert_eq!(
        differences(&template),
        ["the key of index byState is (state HASH, customer HASH, date RANGE, digest RANGE), \
             not (customer HASH, state HASH, date RANGE, digest RANGE)"]
    );
}

#[test]
fn a_local_index_among_the_global_ones_is_named() {
    let mut template = template();
    let local = template["LocalSecondaryIndexes"].as_array_mut().unwrap().remove(0);
    template["GlobalSecondaryIndexes"].as_array_mut().unwrap().push(local);
    assert_eq!(differences(&template), ["index lsiOne is global, not local"]);
}

#[test]
fn repeated_elements_are_named() {
    let mut template = template();
    for list in ["AttributeDefinitions", "LocalSecondaryIndexes"] {
        let first = template[list][0].clone();
        template[list].as_array_mut().unwrap().push(first);
    }
    assert_eq!(
        differences(&template),
        ["index lsiOne is not declared", "attribute customer is defined, but no key uses it"]
    );
}

#[test]
fn several_differences_are_all_named() {
    let mut template = template();
    template["GlobalSecondaryIndexes"][1]["IndexName"] = json!({"Ref": "Name"});
    template["GlobalSecondaryIndexes"][0]["Projection"] = json!({"ProjectionType": "INCLUDE"});
    template["LocalSecondaryIndexes"] = json!([]);
    template["TimeToLiveSpecification"]["Enabled"] = json!("true");
    template["StreamSpecification"]["StreamViewType"] = json!("BOTH");
    assert_eq!(
        differences(&template),
        [
            r#"GlobalSecondaryIndexes[1].IndexName must be a text that is written out, not: {"Ref":"Name"}"#,
            "StreamSpecification.StreamViewType must be KEYS_ONLY, NEW_IMAGE, OLD_IMAGE or NEW_AND_OLD_IMAGES, \
             not: \"BOTH\"",
            "local index lsiOne (pk HASH, lsiOneSk RANGE) is missing",
            "index gsiOne projects INCLUDE, not ALL",
        ]
    );
}

#[test]
fn a_resource_that_is_not_a_table_is_named_once() {
    assert_eq!(
        differences(&json!({"Type": "AWS::S3::Bucket", "Properties": {}})),
        [r#"Type must be AWS::DynamoDB::Table, not: "AWS::S3::Bucket""#]
    );
    assert_eq!(
        differences(&json!({"Type": "AWS::DynamoDB::Table", "Properties": {"Ref": "All"}})),
        [r#"Properties must be a mapping that is written out, not: {"Ref":"All"}"#]
    );
    assert_eq!(
        differences(&json!("FavoritesTable")),
        [r#"the resource must be a mapping that is written out, not: "FavoritesTable""#]
    );
}
