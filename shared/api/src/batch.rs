//! Batches: reads the favorites of one, and answers with their results.

use favorites::limits::BATCH_FAVORITES;
use favorites::{BatchItem, BatchSaved, Error, Fault, FavoriteData, FavoriteDraft, OnExisting, Saved};
use http::StatusCode;
use serde::Serialize;
use serde_json::Value;

use crate::body;
use crate::part::{PartProblems, PartResult};
use crate::problem::Problem;
use crate::representation::TagBody;
use crate::request::Request;
use crate::response::Response;
use favorites::json::{Fields, FromJson, read_item};

/// The favorites of a batch as far as they could be read. A fault of one favorite does not hinder the others.
#[derive(Debug)]
pub struct Batch(Vec<BatchItem>);

impl Request {
    /// Reads the body as a batch of favorites. Each draft has the faults of what could not be read of it.
    ///
    /// # Errors
    /// `invalid-input` when the body is not an object with an array `favorites` of 1 to [`BATCH_FAVORITES`] elements;
    /// `unsupported-media-type`; `too-large`.
    pub fn batch(&self) -> Result<Batch, Problem> {
        body::read(self)
    }
}

impl Batch {
    /// Returns the favorites, each with this action if another favorite has its link.
    #[must_use]
    pub fn items(self, on_existing: OnExisting) -> Vec<BatchItem> {
        let with = |item: BatchItem| BatchItem { draft: FavoriteDraft { on_existing, ..item.draft }, ..item };
        self.0.into_iter().map(with).collect()
    }
}

/// One favorite of a batch. Its faults are its own, with pointers that begin at the favorite, so it can always be read.
struct Element(BatchItem);

impl FromJson for Element {
    fn from_json(value: &Value, _: &str, _: &mut Vec<Fault>) -> Option<Self> {
        let mut faults = Vec::new();
        let item = read_element(value, &mut faults).unwrap_or_default();
        Some(Self(BatchItem { draft: FavoriteDraft { faults, ..item.draft }, ..item }))
    }
}

impl FromJson for Batch {
    fn from_json(value: &Value, at: &str, faults: &mut Vec<Fault>) -> Option<Self> {
        let mut fields = Fields::of(value, at, faults)?;
        let items: Option<Vec<Element>> = fields.elements("favorites", (1, BATCH_FAVORITES));
        fields.finish();
        Some(Self(items?.into_iter().map(|Element(item)| item).collect()))
    }
}

fn read_element(value: &Value, faults: &mut Vec<Fault>) -> Option<BatchItem> {
    let mut fields = Fields::of(value, "", faults)?;
    let (draft, tag_names) = read_item(&mut fields);
    fields.finish();
    Some(BatchItem { draft, tag_names })
}

/// The answer to a batch.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct BatchBody<'a> {
    results: Vec<PartResult<'a>>,
    created_tags: Vec<TagBody<'a>>,
}

impl Response {
    /// 200 with the result of each favorite of a batch, in the order of the request, and the tags that were created.
    #[must_use]
    pub fn batch(saved: BatchSaved, request: &Request) -> Self {
        let mut problems = PartProblems::of(request);
        let results = saved.results.into_iter().enumerate();
        let results: Vec<_> = results
            .map(|(place, result)| result.map_err(|error| problems.told(at_place(error, place))))
            .collect();
        let body = BatchBody {
            results: results.iter().map(result).collect(),
            created_tags: saved.created_tags.iter().map(TagBody::from).collect(),
        };
        Self::json(StatusCode::OK, &body).noting(problems.failure())
    }
}

fn result(saved: &Result<Saved<FavoriteData>, Value>) -> PartResult<'_> {
    match saved {
        Ok(Saved::New(favorite)) => PartResult::created(favorite),
        Ok(Saved::AlreadyThere { favorite, ignored }) => PartResult::already_there(favorite, ignored),
        Err(problem) => PartResult::refused(None, problem.clone()),
    }
}

/// Makes the pointers of a favorite's faults begin at the body.
fn at_place(error: Error, place: usize) -> Error {
    let Error::Invalid(faults) = error else { return error };
    let moved = faults
        .into_iter()
        .map(|Fault { pointer, message }| Fault { pointer: format!("/favorites/{place}{pointer}"), message });
    Error::Invalid(moved.collect())
}
