//! Requests on several favorites: a result for each of them.

use std::collections::BTreeSet;

use favorites::{DataId, Error, FavoriteData, TagId};
use serde::Serialize;
use serde_json::Value;

use crate::problem::Problem;
use crate::request::Request;

/// The result for one favorite. All requests on several favorites share it, because each type that serde writes adds to the size of the
/// functions.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PartResult<'a> {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    data_id: Option<DataId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    version: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tag_ids: Option<&'a BTreeSet<TagId>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ignored: Option<&'a [&'static str]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Value>,
}

impl<'a> PartResult<'a> {
    /// The favorite was created.
    pub(crate) fn created(favorite: &'a FavoriteData) -> Self {
        Self { outcome: "created", ..Self::of(favorite) }
    }

    /// The favorite existed before, without these members of the request.
    pub(crate) fn already_there(favorite: &'a FavoriteData, ignored: &'a [&'static str]) -> Self {
        Self { outcome: "alreadyThere", ignored: Some(ignored), ..Self::of(favorite) }
    }

    /// An action was applied to the favorite, which has this version now.
    pub(crate) fn done(data_id: DataId, version: Option<u64>) -> Self {
        Self { outcome: "done", data_id: Some(data_id), version, ..Self::default() }
    }

    /// Nothing happened to the favorite.
    pub(crate) fn refused(data_id: Option<DataId>, problem: Value) -> Self {
        Self { outcome: "refused", data_id, problem: Some(problem), ..Self::default() }
    }

    /// The members that the client does not know.
    fn of(favorite: &'a FavoriteData) -> Self {
        let FavoriteData { data_id, version, tag_ids, .. } = favorite;
        Self { data_id: Some(*data_id), version: Some(*version), tag_ids: Some(tag_ids), ..Self::default() }
    }
}

/// The problems with single favorites of a request.
#[derive(Debug)]
pub(crate) struct PartProblems<'a> {
    request_id: &'a str,
    failure: Option<Problem>,
}

impl<'a> PartProblems<'a> {
    pub(crate) fn of(request: &'a Request) -> Self {
        Self { request_id: request.id(), failure: None }
    }

    /// Returns the problem that the caller is told.
    pub(crate) fn told(&mut self, error: Error) -> Value {
        let problem = Problem::from(error);
        let body = problem.body(self.request_id);
        if problem.problem_type().status().is_server_error() {
            self.failure = Some(problem);
        }
        body
    }

    /// Returns the last failure of the service, for the log.
    pub(crate) fn failure(self) -> Option<Problem> {
        self.failure
    }
}
