//! The Lambda functions: a module for each, with its handler.
//!
//! All of them are one program, so they are built, linked and uploaded once. Each is a Lambda function of its own all the same,
//! with its own role, memory and timeout: `Handler` in `template.yaml` chooses what the program serves. `docs/cold-start.md` has
//! the figures behind this.

mod function;

pub mod change_consumer;
pub mod create_favorite;
pub mod create_tag;
pub mod delete_favorite;
pub mod delete_tag;
pub mod get_counts;
pub mod get_favorite;
pub mod get_tag;
pub mod list_favorite_tags;
pub mod list_favorites;
pub mod list_tag_favorites;
pub mod list_tags;
pub mod list_trash;
pub mod purge_favorite;
pub mod reconcile;
pub mod rename_tag;
pub mod replace_favorite_tags;
pub mod restore_favorite;
pub mod search_favorites;
pub mod tag_favorite;
pub mod untag_favorite;
pub mod update_favorite;

pub use function::Function;

use function::{http, job, stream};

/// Every function, by the name that `Handler` in the template gives it.
pub const FUNCTIONS: [(&str, Function); 22] = [
    ("change-consumer", stream!(change_consumer)),
    ("reconcile", job!(reconcile)),
    ("create-favorite", http!(create_favorite)),
    ("create-tag", http!(create_tag)),
    ("delete-favorite", http!(delete_favorite)),
    ("delete-tag", http!(delete_tag)),
    ("get-counts", http!(get_counts)),
    ("get-favorite", http!(get_favorite)),
    ("get-tag", http!(get_tag)),
    ("list-favorite-tags", http!(list_favorite_tags)),
    ("list-favorites", http!(list_favorites)),
    ("list-tag-favorites", http!(list_tag_favorites)),
    ("list-tags", http!(list_tags)),
    ("list-trash", http!(list_trash)),
    ("purge-favorite", http!(purge_favorite)),
    ("rename-tag", http!(rename_tag)),
    ("replace-favorite-tags", http!(replace_favorite_tags)),
    ("restore-favorite", http!(restore_favorite)),
    ("search-favorites", http!(search_favorites)),
    ("tag-favorite", http!(tag_favorite)),
    ("untag-favorite", http!(untag_favorite)),
    ("update-favorite", http!(update_favorite)),
];

/// The function `name`.
///
/// ```
/// assert!(functions::named("create-favorite").is_some());
/// assert!(functions::named("create-nothing").is_none());
/// ```
#[must_use]
pub fn named(name: &str) -> Option<Function> {
    FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
}
