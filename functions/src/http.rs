//! The functions that answer the routes of the HTTP API.

use std::pin::Pin;

use favorites_api::{Favorites, Problem, Request, Response};

/// The handler of a route. It is a plain function pointer, so that what serves it is compiled once for all of them.
pub type Handler = fn(&Favorites, Request) -> Answer<'_>;

/// The answer to come.
pub type Answer<'a> = Pin<Box<dyn Future<Output = Result<Response, Problem>> + Send + 'a>>;

macro_rules! handler {
    ($module:ident) => {
        |favorites, request| Box::pin(crate::$module::handler(favorites, request))
    };
}

/// The functions of the program `http`, by the names that `Handler` in the template gives them.
pub const FUNCTIONS: [(&str, Handler); 23] = [
    ("create-favorite", handler!(create_favorite)),
    ("create-tag", handler!(create_tag)),
    ("delete-favorite", handler!(delete_favorite)),
    ("delete-tag", handler!(delete_tag)),
    ("get-counts", handler!(get_counts)),
    ("get-favorite", handler!(get_favorite)),
    ("get-tag", handler!(get_tag)),
    ("get-trashed-favorite", handler!(get_trashed_favorite)),
    ("list-favorite-tags", handler!(list_favorite_tags)),
    ("list-favorites", handler!(list_favorites)),
    ("list-tag-favorites", handler!(list_tag_favorites)),
    ("list-tags", handler!(list_tags)),
    ("list-trash", handler!(list_trash)),
    ("merge-tag", handler!(merge_tag)),
    ("purge-favorite", handler!(purge_favorite)),
    ("put-favorite", handler!(put_favorite)),
    ("rename-tag", handler!(rename_tag)),
    ("replace-favorite-tags", handler!(replace_favorite_tags)),
    ("restore-favorite", handler!(restore_favorite)),
    ("search-favorites", handler!(search_favorites)),
    ("tag-favorite", handler!(tag_favorite)),
    ("untag-favorite", handler!(untag_favorite)),
    ("update-favorite", handler!(update_favorite)),
];

/// The functions of the program `jobs` that answer routes, by the names that `Handler` in the template gives them.
pub const JOB_FUNCTIONS: [(&str, Handler); 5] = [
    ("act-on-favorites", handler!(act_on_favorites)),
    ("cancel-job", handler!(cancel_job)),
    ("empty-trash", handler!(empty_trash)),
    ("list-jobs", handler!(list_jobs)),
    ("undo-job", handler!(undo_job)),
];

/// The functions of the program `transfers` that answer routes, by the names that `Handler` in the template gives them. Batches are among
/// them, because an import saves its entries like a batch, and `http` has no room for that code.
pub const TRANSFER_FUNCTIONS: [(&str, Handler); 6] = [
    ("create-export", handler!(create_export)),
    ("create-favorites", handler!(create_favorites)),
    ("create-import", handler!(create_import)),
    ("get-import-report", handler!(get_import_report)),
    ("get-job", handler!(get_job)),
    ("start-import", handler!(start_import)),
];

/// The functions of the program `account`, for everything of a user at once, that answer routes, by the names that `Handler` in the template gives them.
pub const ACCOUNT_FUNCTIONS: [(&str, Handler); 3] = [
    ("delete-account", handler!(delete_account)),
    ("get-account", handler!(get_account)),
    ("get-changes", handler!(get_changes)),
];

/// Returns the functions of all routes.
pub fn functions() -> impl Iterator<Item = (&'static str, Handler)> {
    FUNCTIONS.into_iter().chain(JOB_FUNCTIONS).chain(TRANSFER_FUNCTIONS).chain(ACCOUNT_FUNCTIONS)
}
