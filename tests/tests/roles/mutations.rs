//! Tests roles with a change at one place. Each of them must be noticed.

use std::collections::BTreeMap;

use favorites_local::template::{Role, Template};
use serde_yaml_ng::{Mapping, Value};

use crate::compare::differences;
use crate::requested;

const TEMPLATE: &str = include_str!("../../../template.yaml");

/// Actions for changed roles: on items, on the table, on the stream, and on objects.
const ACTIONS: [&str; 15] = [
    "dynamodb:BatchGetItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:DeleteTable",
    "dynamodb:GetItem",
    "dynamodb:GetRecords",
    "dynamodb:PartiQLSelect",
    "dynamodb:PutItem",
    "dynamodb:Query",
    "dynamodb:Scan",
    "dynamodb:UpdateItem",
    "dynamodb:*",
    "s3:GetObject",
    "s3:ListBucket",
];

/// Partition keys for changed roles. Most roles don't name these entities, and `Tag#` and `TagQuota#` begin alike.
const KEYS: [&str; 4] = ["Tag#*", "FavoriteData#*", "TagQuota#*", "*"];

const RESOURCES: [&str; 8] = [
    "!GetAtt FavoritesTable.Arn",
    "!Sub '${FavoritesTable.Arn}/index/gsiOne'",
    "!Sub '${FavoritesTable.Arn}/index/lsiThree'",
    "!Sub '${FavoritesTable.Arn}/index/*'",
    "!GetAtt FilesBucket.Arn",
    "!Sub '${FilesBucket.Arn}/exports/*'",
    "!Sub '${FilesBucket.Arn}/*'",
    "'*'",
];

/// A function of the template whose statements are changed.
struct Mutant {
    table: Value,
    bucket: Value,
    function: Value,
}

impl Mutant {
    fn all() -> BTreeMap<String, Self> {
        let document: Value = serde_yaml_ng::from_str(TEMPLATE).expect("the template is YAML");
        let table = &document["Resources"]["FavoritesTable"];
        let bucket = &document["Resources"]["FilesBucket"];
        let resources = document["Resources"].as_mapping().expect("resources have names");
        let functions = resources.values().filter(|resource| resource["Type"] == "AWS::Serverless::Function");
        // The function of the web app has no permissions.
        functions
            .filter(|function| !function["Properties"]["Policies"].is_null())
            .map(|function| {
                let name = function["Properties"]["Handler"].as_str().expect("it has a name");
                let (table, bucket) = (table.clone(), bucket.clone());
                (name.to_owned(), Self { table, bucket, function: function.clone() })
            })
            .collect()
    }

    fn statements(&self) -> &Vec<Value> {
        let policies = self.function["Properties"]["Policies"].as_sequence().expect("it has policies");
        let [policy] = policies.as_slice() else { panic!("one policy: {policies:?}") };
        policy["Statement"].as_sequence().expect("it has statements")
    }

    /// Returns the role with one statement replaced or removed, or the error of the template.
    fn role_with(&self, name: &str, at: usize, statement: Option<Value>) -> Result<Role, String> {
        let mut statements = self.statements().clone();
        match statement {
            Some(statement) => statements[at] = statement,
            None => drop(statements.remove(at)),
        }
        let mut function = self.function.clone();
        function["Properties"]["Policies"][0]["Statement"] = statements.into();
        let resources = [
            ("FavoritesTable", self.table.clone()),
            ("FilesBucket", self.bucket.clone()),
            ("Function", function),
        ];
        let resources: Mapping = resources.map(|(name, value)| (name.into(), value)).into_iter().collect();
        let document = Mapping::from_iter([(Value::from("Resources"), resources.into())]);
        let text = serde_yaml_ng::to_string(&document).expect("it was YAML");
        let mut template = Template::parse(&text).map_err(|error| error.to_string())?;
        Ok(template.roles.remove(name).expect("it has the function"))
    }
}

/// Returns the statements that differ from `statement` at one place: one action, resource or key more or less, no
/// condition, or no statement at all. Each has a description of the difference.
fn mutations(statement: &Value) -> Vec<(String, Option<Value>)> {
    const KEY_LIST: [&str; 3] = ["Condition", "ForAllValues:StringLike", "dynamodb:LeadingKeys"];
    let parsed = |text: &&str| serde_yaml_ng::from_str(text).expect("it is YAML");
    let mut changed = vec![("without it".to_owned(), None)];
    changed.extend(list_mutations(statement, &["Action"], &ACTIONS.map(Value::from)));
    changed.extend(list_mutations(statement, &["Resource"], &RESOURCES.each_ref().map(parsed)));
    if statement.get("Condition").is_some() {
        changed.extend(list_mutations(statement, &KEY_LIST, &KEYS.map(Value::from)));
        for operator in ["Null", "ForAllValues:StringLike"] {
            let mut without = statement.clone();
            without["Condition"].as_mapping_mut().expect("it has operators").remove(operator);
            changed.push((format!("without {operator}"), Some(without)));
        }
        let mut without = statement.clone();
        without.as_mapping_mut().expect("it has members").remove("Condition");
        changed.push(("without its condition".to_owned(), Some(without)));
    }
    changed
}

/// Returns the statement without each value of a list, and with each value of `others` that the list lacks.
fn list_mutations(statement: &Value, path: &[&str], others: &[Value]) -> Vec<(String, Option<Value>)> {
    let at = |statement: &mut Value, list: Vec<Value>| {
        *path.iter().fold(statement, |value, name| &mut value[*name]) = list.into();
    };
    let value = path.iter().fold(statement, |value, name| &value[*name]);
    let list = value.as_sequence().cloned().unwrap_or_else(|| vec![value.clone()]);
    let with = |what: &str, value: &Value, list: Vec<Value>| {
        let mut statement = statement.clone();
        at(&mut statement, list);
        let shown = serde_yaml_ng::to_string(value).unwrap_or_default();
        (format!("{what} {}", shown.trim()), Some(statement))
    };
    let less = (0..list.len()).map(|index| {
        let mut rest = list.clone();
        let gone = rest.remove(index);
        with("without", &gone, rest)
    });
    let more = others.iter().filter(|other| !list.contains(other));
    less.chain(more.map(|other| with("with", other, list.iter().chain([other]).cloned().collect()))).collect()
}

#[tokio::test]
async fn a_role_that_is_changed_at_any_place_is_noticed() {
    let requested = requested().await;
    let mut tried = 0;
    let mut unnoticed = Vec::new();
    for (name, mutant) in Mutant::all() {
        let requested = BTreeMap::from([(name.clone(), requested[&name].clone())]);
        for (index, statement) in mutant.statements().iter().enumerate() {
            for (change, statement) in mutations(statement) {
                tried += 1;
                // A policy that can't be read is noticed, too, because no local service starts with it.
                let Ok(role) = mutant.role_with(&name, index, statement) else { continue };
                if differences(&BTreeMap::from([(name.clone(), role)]), &requested).is_empty() {
                    unnoticed.push(format!("{name}, statement {index} {change}"));
                }
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
    assert!(unnoticed.is_empty(), "{tried} tried, not noticed:\n{}", unnoticed.join("\n"));
}

#[tokio::test]
async fn a_function_whose_role_is_not_changed_differs_in_nothing() {
    let requested = requested().await;
    for (name, mutant) in Mutant::all() {
        let requested = BTreeMap::from([(name.clone(), requested[&name].clone())]);
        let first = mutant.statements()[0].clone();
        let role = mutant.role_with(&name, 0, Some(first)).expect("it can be read");
        assert_eq!(differences(&BTreeMap::from([(name, role)]), &requested), [""; 0]);
    }
}
