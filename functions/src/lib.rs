//! The Lambda functions: a module for each, with its handler.
//!
//! They are six programs, so that they are built, linked and uploaded six times and not 43 times. One program would be too large. Each
//! function is a Lambda function of its own, with its own role, memory and timeout: `Handler` in `template.yaml` chooses the function that
//! a program serves. `docs/cold-start.md` has the figures behind this.
//!
//! | program | functions |
//! |---|---|
//! | `http` | all other routes |
//! | `jobs` | the routes of jobs, and the work on jobs |
//! | `transfers` | imports, exports and batches |
//! | `account` | the account, its erasure, and the change feed |
//! | `stream` | the consumers of the stream |
//! | `reconcile` | the reconciliation |

pub mod act_on_favorites;
pub mod background;
pub mod http;

pub mod cancel_job;
pub mod change_consumer;
pub mod create_export;
pub mod create_favorite;
pub mod create_favorites;
pub mod create_import;
pub mod create_tag;
pub mod delete_account;
pub mod delete_favorite;
pub mod delete_tag;
pub mod empty_trash;
pub mod get_account;
pub mod get_changes;
pub mod get_counts;
pub mod get_favorite;
pub mod get_import_report;
pub mod get_job;
pub mod get_tag;
pub mod get_trashed_favorite;
pub mod list_favorite_tags;
pub mod list_favorites;
pub mod list_jobs;
pub mod list_tag_favorites;
pub mod list_tags;
pub mod list_trash;
pub mod merge_tag;
pub mod purge_favorite;
pub mod put_favorite;
pub mod reconcile;
pub mod rename_tag;
pub mod replace_favorite_tags;
pub mod restore_favorite;
pub mod run_erasures;
pub mod run_jobs;
pub mod run_transfers;
pub mod search_favorites;
pub mod start_import;
pub mod tag_cleanup;
pub mod tag_favorite;
pub mod undo_job;
pub mod untag_favorite;
pub mod update_favorite;

use favorites_api::ServeError;

/// The function that the variable `_HANDLER` names. Lambda sets it to the function's `Handler`.
///
/// # Errors
/// [`ServeError::Handler`] where `functions` has none of that name.
pub fn chosen<F: Copy>(functions: &[(&str, F)]) -> Result<F, ServeError> {
    let name = std::env::var("_HANDLER").unwrap_or_default();
    named(functions, &name).ok_or(ServeError::Handler(name))
}

/// The function `name`.
///
/// ```
/// use functions::{http, named};
///
/// assert!(named(&http::FUNCTIONS, "create-favorite").is_some());
/// assert!(named(&http::FUNCTIONS, "create-nothing").is_none());
/// ```
#[must_use]
pub fn named<F: Copy>(functions: &[(&str, F)], name: &str) -> Option<F> {
    functions.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}
