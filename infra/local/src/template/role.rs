//! The roles of functions: the inline statements of `Policies`, of which SAM makes one role for each function.

use std::collections::BTreeSet;
use std::fmt;

use super::error::TemplateError;
use super::node::Node;

const POLICY: [&str; 2] = ["Version", "Statement"];
const STATEMENT: [&str; 5] = ["Sid", "Effect", "Action", "Resource", "Condition"];
const CONDITION: [&str; 2] = ["Null", "ForAllValues:StringLike"];
const LEADING_KEYS: &str = "dynamodb:LeadingKeys";

/// The rights of a function on the table and the bucket.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Role {
    /// Each allows something. Nothing else is allowed.
    pub statements: Vec<Statement>,
}

/// A statement with the effect `Allow`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Statement {
    /// Such as `dynamodb:GetItem`, without wildcards.
    pub actions: BTreeSet<String>,
    /// On what the actions are allowed.
    pub resources: BTreeSet<Resource>,
    /// With which partition keys they are allowed, by the part up to the first `#`: `FavoriteData#` for the condition
    /// `ForAllValues:StringLike` on `dynamodb:LeadingKeys` with `FavoriteData#*`. `None`: with all.
    pub leading_keys: Option<BTreeSet<String>>,
}

/// The logical ids that the resources of statements are compared with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Named<'a> {
    pub(super) table: &'a str,
    pub(super) bucket: Option<&'a str>,
}

/// The thing that an action is allowed on.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Resource {
    /// The table.
    Table,
    /// A secondary index of the table.
    Index(String),
    /// The bucket.
    Bucket,
    /// The objects of the bucket whose keys begin with this text, which ends with the key's first `/`.
    Objects(String),
    /// Something else, as it is written: another service's resource in a template, another table in a request.
    Other(String),
}

/// The smallest thing that a statement allows, and that a request needs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Permission {
    /// Such as `dynamodb:GetItem`.
    pub action: String,
    /// On what.
    pub resource: Resource,
    /// The partition key up to its first `#`. `None`: any key in a statement, none in a request (a scan has none).
    pub leading_key: Option<String>,
}

impl Role {
    /// Everything that the statements allow.
    #[must_use]
    pub fn permissions(&self) -> BTreeSet<Permission> {
        self.statements.iter().flat_map(Statement::permissions).collect()
    }

    /// Reads `Policies` of an `AWS::Serverless::Function`. Managed policies, policy templates of SAM, wildcards and roles of the
    /// template's own are errors: nobody could say what they allow too much.
    pub(super) fn read(properties: &Node<'_>, named: Named<'_>) -> Result<Self, TemplateError> {
        if let Some(role) = properties.get("Role") {
            return Err(TemplateError::Unsupported { path: role.path().to_owned() });
        }
        let Some(policies) = properties.get("Policies") else { return Ok(Self::default()) };
        let mut statements = Vec::new();
        for policy in policies.items()? {
            policy.only(&POLICY)?;
            for statement in policy.require("Statement")?.items()? {
                statements.push(Statement::read(&statement, named)?);
            }
        }
        Ok(Self { statements })
    }
}

impl Statement {
    fn permissions(&self) -> impl Iterator<Item = Permission> {
        let keys = match &self.leading_keys {
            Some(keys) => keys.iter().cloned().map(Some).collect(),
            None => vec![None],
        };
        let resources = self
            .actions
            .iter()
            .flat_map(|action| self.resources.iter().map(move |resource| (action.clone(), resource.clone())));
        resources.flat_map(move |(action, resource)| {
            let permission =
                |leading_key| Permission { action: action.clone(), resource: resource.clone(), leading_key };
            keys.clone().into_iter().map(permission).collect::<Vec<_>>()
        })
    }

    fn read(statement: &Node<'_>, named: Named<'_>) -> Result<Self, TemplateError> {
        statement.only(&STATEMENT)?;
        let effect = statement.require("Effect")?;
        if effect.text()? != "Allow" {
            return Err(effect.wrong("Allow"));
        }
        let actions = statement.require("Action")?.one_or_more()?;
        let resources = statement.require("Resource")?.one_or_more()?;
        Ok(Self {
            actions: actions.iter().map(read_action).collect::<Result<_, _>>()?,
            resources: resources.iter().map(|resource| read_resource(resource, named)).collect(),
            leading_keys: statement
                .get("Condition")
                .map(|condition| read_condition(&condition))
                .transpose()?,
        })
    }
}

/// Refuses a policy that is a resource of its own where the policy could give a function more on the table or the bucket than the
/// function's own statements do.
pub(super) fn check_policy(resource: &Node<'_>) -> Result<(), TemplateError> {
    let unsupported = || TemplateError::Unsupported { path: resource.path().to_owned() };
    let statements = resource.find(&["Properties", "PolicyDocument", "Statement"]).ok_or_else(unsupported)?;
    for statement in statements.items()? {
        for action in statement.require("Action")?.one_or_more()? {
            let action = read_action(&action)?;
            if ["dynamodb:", "s3:"].iter().any(|service| action.starts_with(service)) {
                return Err(unsupported());
            }
        }
    }
    Ok(())
}

fn read_action(action: &Node<'_>) -> Result<String, TemplateError> {
    let text = action.text()?;
    let is_whole = text.split_once(':').is_some_and(|(service, name)| {
        !service.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric())
    });
    if is_whole {
        Ok(text.to_owned())
    } else {
        Err(action.wrong("an action as service:Name, without wildcards"))
    }
}

/// `!GetAtt Table.Arn`, `!Sub "${Table.Arn}/index/name"`, `!GetAtt Bucket.Arn`, or `!Sub "${Bucket.Arn}/name/*"`.
fn read_resource(resource: &Node<'_>, named: Named<'_>) -> Resource {
    let is_arn_of =
        |named: &str| resource.attribute().is_some_and(|(id, attribute)| id == named && attribute == "Arn");
    let below = |named: &str| resource.substitution()?.strip_prefix(&format!("${{{named}.Arn}}/"));
    let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let index = below(named.table).and_then(|rest| rest.strip_prefix("index/"));
    let folder = named.bucket.and_then(below).and_then(|rest| rest.strip_suffix("/*"));
    match (index, folder) {
        _ if is_arn_of(named.table) => Resource::Table,
        _ if named.bucket.is_some_and(is_arn_of) => Resource::Bucket,
        (Some(index), _) if is_name(index) => Resource::Index(index.to_owned()),
        (_, Some(folder)) if is_name(folder) => Resource::Objects(format!("{folder}/")),
        _ => Resource::Other(resource.shown()),
    }
}

/// `ForAllValues` is true where the key is missing in the request ("Single-valued vs. multivalued context keys", IAM user
/// guide), so it must come with a `Null` that asks for the key.
fn read_condition(condition: &Node<'_>) -> Result<BTreeSet<String>, TemplateError> {
    condition.only(&CONDITION)?;
    for operator in CONDITION {
        condition.require(operator)?.only(&[LEADING_KEYS])?;
    }
    let missing = condition.require("Null")?.require(LEADING_KEYS)?;
    if missing.text()? != "false" {
        return Err(missing.wrong("\"false\""));
    }
    let patterns = condition.require("ForAllValues:StringLike")?.require(LEADING_KEYS)?;
    patterns.one_or_more()?.iter().map(read_pattern).collect()
}

fn read_pattern(pattern: &Node<'_>) -> Result<String, TemplateError> {
    let is_entity = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match pattern.text()?.strip_suffix("#*") {
        Some(name) if is_entity(name) => Ok(format!("{name}#")),
        _ => Err(pattern.wrong("the name of an entity and #*, such as Tag#*")),
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.action, self.resource)?;
        match &self.leading_key {
            Some(key) => write!(f, " with {key}*"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Resource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Table => f.write_str("the table"),
            Self::Index(name) => write!(f, "the index {name}"),
            Self::Bucket => f.write_str("the bucket"),
            Self::Objects(prefix) => write!(f, "the objects {prefix}*"),
            Self::Other(text) => f.write_str(text),
        }
    }
}
