//! Actions on selected favorites: reads one, and answers with its results.

use favorites::limits::{BATCH_FAVORITES, JOB_EXCEPTIONS, SEARCH_QUERY_CHARS};
use favorites::{Acted, Action, ActionName, DataId, Fault, Selector, Text, Timestamp};
use http::StatusCode;
use serde::Serialize;
use serde_json::Value;

use crate::body;
use crate::part::{PartProblems, PartResult};
use crate::problem::Problem;
use crate::request::Request;
use crate::response::Response;
use favorites::json::{Fields, FromJson};

/// An action, and the favorites that it applies to.
#[derive(Debug)]
pub struct Selection {
    /// The action.
    pub action: Action,
    /// The favorites.
    pub selected: Selected,
}

/// The favorites that an action applies to.
#[derive(Debug)]
pub enum Selected {
    /// These, each once.
    Ids(Vec<DataId>),
    /// Everything that a list or a search has.
    All(Selector),
}

impl Request {
    /// Reads the body as an action on favorites.
    ///
    /// # Errors
    /// `invalid-input` with every fault of the body, `unsupported-media-type`, `too-large`.
    pub fn selection(&self) -> Result<Selection, Problem> {
        body::read(self)
    }
}

impl FromJson for Selection {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let action = action(&mut fields);
        let selected = if fields.has("select") {
            fields.forbidden("dataIds", "cannot be given together with \"select\"");
            fields.required("select").map(|SelectorBody(selector)| Selected::All(selector))
        } else {
            data_ids(&mut fields, at).map(Selected::Ids)
        };
        fields.finish();
        Some(Self { action: action?, selected: selected? })
    }
}

fn data_ids(fields: &mut Fields<'_>, at: &str) -> Option<Vec<DataId>> {
    let data_ids: Option<Vec<DataId>> = fields.elements("dataIds", (1, BATCH_FAVORITES));
    for place in data_ids.iter().flat_map(|ids| repeated(ids)) {
        fields.faults().push(Fault::new(format!("{at}/dataIds/{place}"), "is repeated"));
    }
    data_ids
}

/// The member that selects the favorites of an action.
struct SelectorBody(Selector);

impl FromJson for SelectorBody {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let query: Option<Text<SEARCH_QUERY_CHARS>> = fields.optional("q");
        let data_type = fields.optional("type");
        let tag_id = fields.optional("tag");
        let except: Option<Vec<DataId>> =
            if fields.has("except") { fields.elements("except", (0, JOB_EXCEPTIONS)) } else { None };
        fields.finish();
        let query = query.map(|text| text.as_str().to_owned());
        let except = except.into_iter().flatten().collect();
        Some(Self(Selector { query, data_type, tag_id, except }))
    }
}

fn action(fields: &mut Fields<'_>) -> Option<Action> {
    Some(match fields.required("action")? {
        ActionName::Tag => Action::Tag(fields.required("tagId")?),
        ActionName::Untag => Action::Untag(fields.required("tagId")?),
        ActionName::SetExpiry => Action::SetExpiry(expiry(fields)?),
        ActionName::Delete => Action::Delete,
        ActionName::Restore => Action::Restore,
        ActionName::Purge => Action::Purge,
    })
}

/// Reads the expiry. It must be there, so that a misspelt member does not end all expiries.
#[allow(clippy::option_option, reason = "null is a value here")]
fn expiry(fields: &mut Fields<'_>) -> Option<Option<Timestamp>> {
    let time = fields.patched("expireTime");
    if time.is_none() && !fields.has("expireTime") {
        fields.fault("expireTime", "is required; null means that they never expire");
    }
    time
}

/// Returns the places of the ids that stand at an earlier place too.
fn repeated(ids: &[DataId]) -> Vec<usize> {
    (0..ids.len()).filter(|place| ids[..*place].contains(&ids[*place])).collect()
}

#[derive(Serialize)]
struct ActionResults<'a> {
    results: Vec<PartResult<'a>>,
}

impl Response {
    /// 200 with the result for each favorite, in the order of the request.
    #[must_use]
    pub fn acted(results: Vec<Acted>, data_ids: &[DataId], request: &Request) -> Self {
        let mut problems = PartProblems::of(request);
        let results = data_ids.iter().zip(results).map(|(data_id, result)| match result {
            Ok(version) => PartResult::done(*data_id, version),
            Err(error) => PartResult::refused(Some(*data_id), problems.told(error)),
        });
        let body = ActionResults { results: results.collect() };
        Self::json(StatusCode::OK, &body).noting(problems.failure())
    }
}
