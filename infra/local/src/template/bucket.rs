//! The bucket of a template, and its lifecycle rules.

use std::collections::BTreeSet;
use std::time::Duration;

use super::error::TemplateError;
use super::node::Node;

const RULE: [&str; 5] = ["Id", "Status", "Prefix", "ExpirationInDays", "AbortIncompleteMultipartUpload"];
const ABORT: [&str; 1] = ["DaysAfterInitiation"];

/// The most days of a rule. S3 takes any positive number, and this one is a hundred years.
const MAX_DAYS: i64 = 36_500;

const DAY: Duration = Duration::from_hours(24);

/// An `AWS::S3::Bucket`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bucket {
    /// `BucketName` where it is written out, else the logical id with hyphens: `files-bucket` for `FilesBucket`.
    pub name: String,
    /// The lifecycle rules that are enabled.
    pub rules: Vec<LifecycleRule>,
}

/// A lifecycle rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LifecycleRule {
    /// The beginning of the keys that the rule is about. If it is empty, the rule is about all keys.
    pub prefix: String,
    /// The age at which objects are deleted.
    pub expires_after: Option<Duration>,
    /// The age at which multipart uploads that are not complete are aborted.
    pub aborts_after: Option<Duration>,
}

impl Bucket {
    pub(super) fn read(logical_id: &str, resource: &Node<'_>) -> Result<Self, TemplateError> {
        let name = resource.find(&["Properties", "BucketName"]).and_then(|name| name.text().ok());
        let rules = resource.find(&["Properties", "LifecycleConfiguration", "Rules"]);
        let rules = rules.map(|rules| rules.items()).transpose()?.unwrap_or_default();
        let rules = rules.iter().filter_map(|rule| LifecycleRule::read(rule).transpose());
        Ok(Self {
            name: name.map_or_else(|| hyphenated(logical_id), str::to_owned),
            rules: rules.collect::<Result<_, _>>()?,
        })
    }

    /// Returns the age at which the object `key` is deleted.
    #[must_use]
    pub fn expires_after(&self, key: &str) -> Option<Duration> {
        let rules = self.rules.iter().filter(|rule| key.starts_with(&rule.prefix));
        rules.filter_map(|rule| rule.expires_after).min()
    }

    /// Returns the age at which a multipart upload to `key` that is not complete is aborted.
    #[must_use]
    pub fn aborts_after(&self, key: &str) -> Option<Duration> {
        let rules = self.rules.iter().filter(|rule| key.starts_with(&rule.prefix));
        rules.filter_map(|rule| rule.aborts_after).min()
    }
}

impl LifecycleRule {
    /// Reads a rule. Returns `None` if it is not enabled.
    fn read(rule: &Node<'_>) -> Result<Option<Self>, TemplateError> {
        rule.only(&RULE)?;
        let status = rule.require("Status")?;
        match status.text()? {
            "Enabled" => {}
            "Disabled" => return Ok(None),
            _ => return Err(status.wrong("Enabled or Disabled")),
        }
        let prefix = rule.get("Prefix").map(|prefix| prefix.text()).transpose()?;
        let abort = rule.get("AbortIncompleteMultipartUpload");
        let abort =
            abort.map(|abort| abort.only(&ABORT).and_then(|()| abort.require(ABORT[0]))).transpose()?;
        Ok(Some(Self {
            prefix: prefix.unwrap_or_default().to_owned(),
            expires_after: rule.get("ExpirationInDays").map(|days| read_days(&days)).transpose()?,
            aborts_after: abort.map(|days| read_days(&days)).transpose()?,
        }))
    }
}

/// Returns the logical ids of the buckets that a function's event source mappings put failed records into.
pub(super) fn failure_destinations(function: &Node<'_>) -> Result<BTreeSet<String>, TemplateError> {
    let Some(events) = function.find(&["Properties", "Events"]) else { return Ok(BTreeSet::new()) };
    let path = ["Properties", "DestinationConfig", "OnFailure", "Destination"];
    let events = events.entries()?;
    Ok(events.iter().filter_map(|(_, event)| event.find(&path)?.reference()).collect())
}

fn read_days(days: &Node<'_>) -> Result<Duration, TemplateError> {
    let days = u32::try_from(days.number(1, MAX_DAYS)?).expect("the number was checked to be from 1");
    Ok(DAY * days)
}

/// Returns `files-bucket` for `FilesBucket`: names of buckets have no capital letters.
fn hyphenated(logical_id: &str) -> String {
    let mut name = String::new();
    for letter in logical_id.chars() {
        if letter.is_ascii_uppercase() && !name.is_empty() {
            name.push('-');
        }
        name.push(letter.to_ascii_lowercase());
    }
    name
}
