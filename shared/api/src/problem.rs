//! Errors as RFC 9457 problem details.

use favorites::Error;
use http::StatusCode;
use serde_json::{Map, Value, json};
use url::form_urlencoded;

use crate::fault::InputFault;

/// The beginning of every problem `type`. The addresses are names, not pages: `.example` never resolves (RFC 2606). They are
/// stable, so a client may compare them.
pub const PROBLEM_BASE: &str = "https://favorites.example/problems/";

/// The most faults one answer lists. A body of nothing but unknown members must not make an answer larger than Lambda
/// passes on (6 MB, see "Lambda quotas" in its developer guide).
pub const LISTED_FAULTS: usize = 100;

/// The kinds of problems.
///
/// | type | status | when | members of its own |
/// |---|---|---|---|
/// | `invalid-input` | 400 | body, query or header is wrong | `errors`, one entry for each fault |
/// | `unauthenticated` | 401 | no verified token with a `sub` claim | |
/// | `account-erased` | 403 | the account is being erased, and takes no changes until that has ended | |
/// | `route-not-found` | 404 | no route has the path | |
/// | `favorite-not-found` | 404 | the person has no such favorite, or it has expired | |
/// | `not-in-trash` | 404 | the person's trash has no such favorite | |
/// | `tag-not-found` | 404 | the person has no such tag | |
/// | `job-not-found` | 404 | the person has no such job, or it is older than jobs are kept | |
/// | `method-not-allowed` | 405 | no route of the path has the method; `Allow` lists those that there are | |
/// | `in-trash` | 409 | the person's trash has a favorite with the id that the client chose | `dataId` of that favorite |
/// | `link-taken` | 409 | another favorite keeps this link | `dataId` of that favorite |
/// | `tag-name-taken` | 409 | another tag has this name, whatever its case | `tagId` of that tag |
/// | `too-many-tags` | 409 | the person has as many tags as one may have | |
/// | `too-many-tags-on-favorite` | 409 | the favorite would have more tags than one may have | |
/// | `too-many-jobs` | 409 | the user has as many jobs that wait or run as a user may have | |
/// | `job-not-cancellable` | 409 | the job erases an account | |
/// | `job-not-undoable` | 409 | the job still runs, or nothing undoes it | |
/// | `file-not-uploaded` | 409 | the file of the import is not there yet | |
/// | `not-an-import` | 409 | the job is not an import | |
/// | `favorite-gone` | 410 | the favorite with the id that the client chose was deleted for good, has expired, or has another id | |
/// | `cursor-expired` | 410 | the changes since this cursor are not known any more: begin again without one | |
/// | `version-mismatch` | 412 | `If-Match` names another version than the current one | `currentVersion` |
/// | `too-large` | 413 | the body or the favorite is too large | |
/// | `unsupported-media-type` | 415 | the body is not declared as JSON | |
/// | `idempotency-key-reused` | 422 | the key came with another request before | |
/// | `internal` | 500 | a fault of the service; the log has it under the request's id | |
/// | `busy` | 503 | the table is throttled, contended or out of reach; `Retry-After` says when to come back | |
/// | `storage-full` | 507 | the table, or the disk of the local service, has no room for more of the user's items | |
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemType {
    /// Body, query or header is wrong.
    InvalidInput,
    /// No verified token with a `sub` claim.
    Unauthenticated,
    /// The account is being erased.
    AccountErased,
    /// No route has the path.
    RouteNotFound,
    /// The person has no such favorite.
    FavoriteNotFound,
    /// The person's trash has no such favorite.
    NotInTrash,
    /// The person has no such tag.
    TagNotFound,
    /// The person has no such job.
    JobNotFound,
    /// No route of the path has the method.
    MethodNotAllowed,
    /// The person's trash has a favorite with the chosen id.
    InTrash,
    /// Another favorite keeps this link.
    LinkTaken,
    /// Another tag has this name.
    TagNameTaken,
    /// The person has as many tags as one may have.
    TooManyTags,
    /// The favorite would have more tags than one may have.
    TooManyTagsOnFavorite,
    /// The user has as many jobs that wait or run as a user may have.
    TooManyJobs,
    /// The job erases an account.
    JobNotCancellable,
    /// The job still runs, or nothing undoes it.
    JobNotUndoable,
    /// The file of the import is not there yet.
    FileNotUploaded,
    /// The job is not an import.
    NotAnImport,
    /// The favorite with the chosen id is gone for good.
    FavoriteGone,
    /// The changes since a cursor of the change feed are not known any more.
    CursorExpired,
    /// `If-Match` names another version than the current one.
    VersionMismatch,
    /// The body or the favorite is too large.
    TooLarge,
    /// The body is not declared as JSON.
    UnsupportedMediaType,
    /// The idempotency key came with another request before.
    IdempotencyKeyReused,
    /// A fault of the service.
    Internal,
    /// The table is throttled, contended or out of reach.
    Busy,
    /// DynamoDB has no room for more of the user's items.
    StorageFull,
}

impl ProblemType {
    /// All of them, in the order of the table above.
    pub const ALL: [Self; 28] = [
        Self::InvalidInput,
        Self::Unauthenticated,
        Self::AccountErased,
        Self::RouteNotFound,
        Self::FavoriteNotFound,
        Self::NotInTrash,
        Self::TagNotFound,
        Self::JobNotFound,
        Self::MethodNotAllowed,
        Self::InTrash,
        Self::LinkTaken,
        Self::TagNameTaken,
        Self::TooManyTags,
        Self::TooManyTagsOnFavorite,
        Self::TooManyJobs,
        Self::JobNotCancellable,
        Self::JobNotUndoable,
        Self::FileNotUploaded,
        Self::NotAnImport,
        Self::FavoriteGone,
        Self::CursorExpired,
        Self::VersionMismatch,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::IdempotencyKeyReused,
        Self::Internal,
        Self::Busy,
        Self::StorageFull,
    ];

    /// The last part of its `type`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.facts().0
    }

    /// The HTTP status that it is answered with.
    #[must_use]
    pub fn status(self) -> StatusCode {
        self.facts().1
    }

    /// Its `title`, the same for every occurrence.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.facts().2
    }

    /// Its `type`.
    ///
    /// ```
    /// # use favorites_api::ProblemType;
    /// assert_eq!(ProblemType::Busy.uri(), "https://favorites.example/problems/busy");
    /// ```
    #[must_use]
    pub fn uri(self) -> String {
        format!("{PROBLEM_BASE}{}", self.name())
    }

    fn facts(self) -> (&'static str, StatusCode, &'static str) {
        match self {
            Self::InvalidInput => ("invalid-input", StatusCode::BAD_REQUEST, "The input is not valid"),
            Self::Unauthenticated => {
                ("unauthenticated", StatusCode::UNAUTHORIZED, "A verified token is needed")
            }
            Self::AccountErased => ("account-erased", StatusCode::FORBIDDEN, "The account is being erased"),
            Self::RouteNotFound => ("route-not-found", StatusCode::NOT_FOUND, "The route does not exist"),
            Self::FavoriteNotFound => {
                ("favorite-not-found", StatusCode::NOT_FOUND, "There is no such favorite")
            }
            Self::NotInTrash => ("not-in-trash", StatusCode::NOT_FOUND, "The trash has no such favorite"),
            Self::TagNotFound => ("tag-not-found", StatusCode::NOT_FOUND, "There is no such tag"),
            Self::JobNotFound => ("job-not-found", StatusCode::NOT_FOUND, "There is no such job"),
            Self::MethodNotAllowed => {
                ("method-not-allowed", StatusCode::METHOD_NOT_ALLOWED, "The path does not have this method")
            }
            Self::InTrash => ("in-trash", StatusCode::CONFLICT, "The favorite is in the trash"),
            Self::LinkTaken => ("link-taken", StatusCode::CONFLICT, "Another favorite keeps this link"),
            Self::TagNameTaken => ("tag-name-taken", StatusCode::CONFLICT, "Another tag has this name"),
            Self::TooManyTags => ("too-many-tags", StatusCode::CONFLICT, "There are too many tags"),
            Self::TooManyTagsOnFavorite => {
                ("too-many-tags-on-favorite", StatusCode::CONFLICT, "The favorite would have too many tags")
            }
            Self::TooManyJobs => ("too-many-jobs", StatusCode::CONFLICT, "There are too many jobs"),
            Self::JobNotCancellable => {
                ("job-not-cancellable", StatusCode::CONFLICT, "The job can't be cancelled")
            }
            Self::JobNotUndoable => ("job-not-undoable", StatusCode::CONFLICT, "The job can't be undone"),
            Self::FileNotUploaded => {
                ("file-not-uploaded", StatusCode::CONFLICT, "The file was not uploaded yet")
            }
            Self::NotAnImport => ("not-an-import", StatusCode::CONFLICT, "The job is not an import"),
            Self::FavoriteGone => ("favorite-gone", StatusCode::GONE, "The favorite is gone for good"),
            Self::CursorExpired => {
                ("cursor-expired", StatusCode::GONE, "The changes since the cursor are not known any more")
            }
            Self::VersionMismatch => {
                ("version-mismatch", StatusCode::PRECONDITION_FAILED, "The version is not the current one")
            }
            Self::TooLarge => ("too-large", StatusCode::PAYLOAD_TOO_LARGE, "It is too large"),
            Self::UnsupportedMediaType => {
                ("unsupported-media-type", StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body must be JSON")
            }
            Self::IdempotencyKeyReused => (
                "idempotency-key-reused",
                StatusCode::UNPROCESSABLE_ENTITY,
                "The idempotency key was used for another request",
            ),
            Self::Internal => ("internal", StatusCode::INTERNAL_SERVER_ERROR, "The service failed"),
            Self::Busy => ("busy", StatusCode::SERVICE_UNAVAILABLE, "The service is busy"),
            Self::StorageFull => ("storage-full", StatusCode::INSUFFICIENT_STORAGE, "The library is full"),
        }
    }
}

/// Why a request is not served, as the caller is told.
///
/// It is made from the domain's [`Error`] with `?`. What the caller is told holds nothing internal: the cause of an
/// `internal` or `busy` problem goes to the log, under the id that the problem shows as its `instance`.
#[derive(Debug, thiserror::Error)]
#[error("{}: {detail}", .kind.name())]
pub struct Problem {
    kind: ProblemType,
    detail: String,
    faults: Vec<InputFault>,
    // Boxed, as few problems have them and every result has room for a problem.
    member: Option<Box<(&'static str, Value)>>,
    #[source]
    cause: Option<Box<Error>>,
}

impl Problem {
    pub(crate) fn new(kind: ProblemType, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into(), faults: Vec::new(), member: None, cause: None }
    }

    /// The input has these faults.
    pub(crate) fn invalid(faults: impl IntoIterator<Item = impl Into<InputFault>>) -> Self {
        let faults: Vec<InputFault> = faults.into_iter().map(Into::into).collect();
        let detail = match faults.len() {
            1 => "the input has 1 fault".to_owned(),
            given if given > LISTED_FAULTS => {
                format!("the input has {given} faults; the first {LISTED_FAULTS} are listed")
            }
            given => format!("the input has {given} faults"),
        };
        Self { faults, ..Self::new(ProblemType::InvalidInput, detail) }
    }

    /// The table did not answer before the function had to.
    pub(crate) fn late() -> Self {
        let detail = "the table did not answer in time; a change may have been made or not; try again";
        Self::new(ProblemType::Busy, detail)
    }

    fn with(self, member: &'static str, value: Value) -> Self {
        Self { member: Some(Box::new((member, value))), ..self }
    }

    fn caused_by(self, cause: Error) -> Self {
        Self { cause: Some(Box::new(cause)), ..self }
    }

    /// The domain's error that it was made from, where the caller is not told all of it.
    pub(crate) fn cause(&self) -> Option<&Error> {
        self.cause.as_deref()
    }

    /// Its kind.
    #[must_use]
    pub fn problem_type(&self) -> ProblemType {
        self.kind
    }

    /// The reason for this occurrence.
    #[must_use]
    pub fn detail(&self) -> &str {
        &self.detail
    }

    /// The faults of the input. Empty for every other problem.
    #[must_use]
    pub fn faults(&self) -> &[InputFault] {
        &self.faults
    }

    /// The JSON object of RFC 9457, section 3. Its `instance` names the request, so that its log line can be found.
    pub(crate) fn body(&self, request_id: &str) -> Value {
        let mut body = Map::from_iter([
            ("type".to_owned(), json!(self.kind.uri())),
            ("title".to_owned(), json!(self.kind.title())),
            ("status".to_owned(), json!(self.kind.status().as_u16())),
            ("detail".to_owned(), json!(self.detail)),
            ("instance".to_owned(), json!(instance(request_id))),
        ]);
        if !self.faults.is_empty() {
            let listed: Vec<_> = self.faults.iter().take(LISTED_FAULTS).collect();
            body.insert("errors".to_owned(), json!(listed));
        }
        if let Some(member) = &self.member {
            body.insert(member.0.to_owned(), member.1.clone());
        }
        Value::Object(body)
    }
}

/// A name for a request that its answer and its log line share.
fn instance(request_id: &str) -> String {
    let id: String = form_urlencoded::byte_serialize(request_id.as_bytes()).collect();
    format!("https://favorites.example/requests/{id}")
}

impl From<Error> for Problem {
    fn from(error: Error) -> Self {
        let detail = error.to_string();
        match error {
            Error::Invalid(faults) => Self::invalid(faults),
            Error::NoFavorite(_) => Self::new(ProblemType::FavoriteNotFound, detail),
            Error::NotInTrash(_) => Self::new(ProblemType::NotInTrash, detail),
            Error::InTrash(data_id) => {
                Self::new(ProblemType::InTrash, detail).with("dataId", json!(data_id.to_string()))
            }
            Error::Gone(_) => Self::new(ProblemType::FavoriteGone, detail),
            Error::NoTag(_) => Self::new(ProblemType::TagNotFound, detail),
            Error::NoJob(_) => Self::new(ProblemType::JobNotFound, detail),
            Error::TooManyJobs => Self::new(ProblemType::TooManyJobs, detail),
            Error::AccountErased(_) => Self::new(ProblemType::AccountErased, detail),
            Error::NotCancellable(_) => Self::new(ProblemType::JobNotCancellable, detail),
            Error::NotUndoable { .. } => Self::new(ProblemType::JobNotUndoable, detail),
            Error::VersionMismatch { current, .. } => {
                Self::new(ProblemType::VersionMismatch, detail).with("currentVersion", json!(current))
            }
            Error::TagNameTaken { tag_id } => {
                Self::new(ProblemType::TagNameTaken, detail).with("tagId", json!(tag_id.to_string()))
            }
            Error::LinkTaken { data_id } => {
                Self::new(ProblemType::LinkTaken, detail).with("dataId", json!(data_id.to_string()))
            }
            Error::TooManyTagsOnFavorite { .. } => Self::new(ProblemType::TooManyTagsOnFavorite, detail),
            Error::TooManyTags => Self::new(ProblemType::TooManyTags, detail),
            Error::TooLarge { .. } => Self::new(ProblemType::TooLarge, detail),
            Error::StorageFull { .. } => Self::new(ProblemType::StorageFull, detail).caused_by(error),
            Error::IdempotencyKeyReused => Self::new(ProblemType::IdempotencyKeyReused, detail),
            Error::CursorExpired(_) => Self::new(ProblemType::CursorExpired, detail),
            Error::Position => Self::invalid([InputFault::parameter("cursor", detail)]),
            // The table's message is for the log: a caller can do nothing about it.
            Error::Busy(_) => {
                Self::new(ProblemType::Busy, "the table did not take the request in time; try again")
                    .caused_by(error)
            }
            Error::NotUploaded(_) => Self::new(ProblemType::FileNotUploaded, detail),
            Error::NotAnImport(_) => Self::new(ProblemType::NotAnImport, detail),
            Error::Files { is_temporary: true, .. } => {
                Self::new(ProblemType::Busy, "S3 did not take the request in time; try again")
                    .caused_by(error)
            }
            Error::Table(_)
            | Error::Files { .. }
            | Error::Json(_)
            | Error::Catalogue { .. }
            | Error::Uncounted { .. }
            | Error::OutOfTime => {
                Self::new(ProblemType::Internal, "the fault is not in the request; it has been logged")
                    .caused_by(error)
            }
        }
    }
}

#[cfg(test)]
#[path = "problem_tests.rs"]
mod tests;
