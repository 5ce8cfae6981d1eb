//! Actions on selected favorites: reads one, and answers with its results.

use favorites::limits::BATCH_FAVORITES;
use favorites::{Acted, Action, ActionName, DataId, Fault, Timestamp};
use http::StatusCode;
use serde::Serialize;
use serde_json::Value;

use crate::body;
use crate::fields::{Fields, FromJson};
use crate::part::{PartProblems, PartResult};
use crate::problem::Problem;
use crate::request::Request;
use crate::response::Response;

/// An action, and the favorites that it applies to.
#[derive(Debug)]
pub struct Selection {
    /// The action.
    pub action: Action,
    /// The favorites, each once.
    pub data_ids: Vec<DataId>,
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
        let data_ids: Option<Vec<DataId>> = fields.elements("dataIds", (1, BATCH_FAVORITES));
        for place in data_ids.iter().flat_map(|ids| repeated(ids)) {
            fields.faults().push(Fault::new(format!("{at}/dataIds/{place}"), "is repeated"));
        }
        fields.finish();
        Some(Self { action: action?, data_ids: data_ids? })
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
    pub fn acted(results: Vec<Acted>, selection: &Selection, request: &Request) -> Self {
        let mut problems = PartProblems::of(request);
        let results = selection.data_ids.iter().zip(results).map(|(data_id, result)| match result {
            Ok(version) => PartResult::done(*data_id, version),
            Err(error) => PartResult::refused(Some(*data_id), problems.told(error)),
        });
        let body = ActionResults { results: results.collect() };
        Self::json(StatusCode::OK, &body).noting(problems.failure())
    }
}
