//! The generated `Policies` of the functions: exactly what they requested.

use std::collections::{BTreeMap, BTreeSet};

use favorites_local::template::{Permission, Resource, Role, Statement, Template};
use favorites_tests::template_text::{TemplateText, logical_id};

use crate::compare::Requested;

/// The longest line of the template, in columns, without the indentation of statements.
const COLUMNS: usize = 110;

/// Everything that a statement has beside its actions.
type On = (BTreeSet<String>, BTreeSet<String>);

/// Writes the policies of all functions into a copy of the template.
pub(crate) fn with_policies(requested: &Requested) -> TemplateText {
    let mut template = TemplateText::read();
    for (function, permissions) in requested {
        let statements = statements(permissions);
        let policy = ["- Version: \"2012-10-17\"".to_owned(), "  Statement:".to_owned()];
        let lines = statements.into_iter().flat_map(|(on, actions)| lines(&actions, &on));
        let lines = lines.map(|line| format!("    {line}"));
        template.generate(&logical_id(function), "Policies", policy.into_iter().chain(lines));
    }
    template
}

/// Groups permissions into statements. IAM may compare all partition keys of a transaction with a single statement, so
/// all keys of an action on a resource are in one. Statements that differ only in the resource or the action are joined.
fn statements(permissions: &BTreeSet<Permission>) -> Vec<(On, BTreeSet<String>)> {
    let mut keys = BTreeMap::<(&str, &Resource), BTreeSet<String>>::new();
    for Permission { action, resource, leading_key } in permissions {
        keys.entry((action, resource)).or_default().extend(leading_key.clone());
    }
    let mut resources = BTreeMap::<(&str, BTreeSet<String>), BTreeSet<String>>::new();
    for ((action, resource), keys) in keys {
        resources.entry((action, keys)).or_default().insert(yaml(resource));
    }
    let mut actions = BTreeMap::<On, BTreeSet<String>>::new();
    for ((action, keys), resources) in resources {
        actions.entry((resources, keys)).or_default().insert(action.to_owned());
    }
    let mut statements: Vec<_> = actions.into_iter().collect();
    statements.sort_by(|(_, one), (_, other)| one.cmp(other));
    statements
}

/// Returns a resource as the template names it.
fn yaml(resource: &Resource) -> String {
    match resource {
        Resource::Table => "!GetAtt FavoritesTable.Arn".to_owned(),
        Resource::Index(name) => format!("!Sub \"${{FavoritesTable.Arn}}/index/{name}\""),
        Resource::Bucket => "!GetAtt FilesBucket.Arn".to_owned(),
        Resource::Objects(folder) => format!("!Sub \"${{FilesBucket.Arn}}/{folder}*\""),
        Resource::Other(text) => {
            panic!("a function requests {text}, which is neither the table nor the bucket")
        }
    }
}

/// Returns the lines of a statement.
fn lines(actions: &BTreeSet<String>, (resources, keys): &On) -> Vec<String> {
    let start = format!("- {{ Effect: Allow, Action: {}, Resource: {}", list(actions), list(resources));
    if keys.is_empty() {
        return vec![format!("{start} }}")];
    }
    let mut lines = vec![format!("{start}, Condition: {{")];
    lines.push(
        "    \"Null\": { \"dynamodb:LeadingKeys\": \"false\" }, \"ForAllValues:StringLike\": {".to_owned(),
    );
    let mut line = "    \"dynamodb:LeadingKeys\": [".to_owned();
    for (number, key) in keys.iter().enumerate() {
        let word = format!("{}\"{key}*\"", if number == 0 { "" } else { ", " });
        if line.len() + word.len() > COLUMNS {
            lines.push(format!("{line},"));
            line = format!("      {}", word.trim_start_matches(", "));
        } else {
            line.push_str(&word);
        }
    }
    lines.push(format!("{line}] }} }} }}"));
    lines
}

fn list(values: &BTreeSet<String>) -> String {
    let joined = values.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    if values.len() == 1 { joined } else { format!("[{joined}]") }
}

/// Returns the template with roles that allow everything, to record what the functions request.
pub(crate) fn permissive() -> Template {
    let mut template = Template::project().expect("the project's template is well-formed");
    let table = &template.table;
    let indexes = table.global_indexes.keys().chain(table.local_indexes.keys()).cloned().map(Resource::Index);
    let folders = ["exports/", "imports/"].map(|folder| Resource::Objects(folder.to_owned()));
    let everywhere: BTreeSet<_> = indexes.chain(folders).chain([Resource::Table, Resource::Bucket]).collect();
    let actions = [
        "dynamodb:BatchGetItem",
        "dynamodb:BatchWriteItem",
        "dynamodb:ConditionCheckItem",
        "dynamodb:DeleteItem",
        "dynamodb:GetItem",
        "dynamodb:PutItem",
        "dynamodb:Query",
        "dynamodb:Scan",
        "dynamodb:UpdateItem",
        "s3:DeleteObject",
        "s3:GetObject",
        "s3:ListBucket",
        "s3:PutObject",
    ];
    let all =
        Statement { actions: actions.map(str::to_owned).into(), resources: everywhere, leading_keys: None };
    for role in template.roles.values_mut() {
        *role = Role { statements: vec![all.clone()] };
    }
    template
}
