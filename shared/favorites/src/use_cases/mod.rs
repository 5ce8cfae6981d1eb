//! The use cases: functions of [`Favorites`](crate::Favorites) in a file for each family of endpoints, and the steps that they
//! share.

pub(crate) mod actions;
pub(crate) mod batch;
pub(crate) mod chosen_ids;
pub(crate) mod counts;
pub(crate) mod edit;
pub(crate) mod favorite_tags;
pub(crate) mod favorite_write;
pub(crate) mod favorites;
pub(crate) mod idempotency;
mod lists;
pub(crate) mod merged_tag;
pub(crate) mod tag_changes;
pub(crate) mod tag_cleanup;
mod tag_descendants;
mod tag_merge;
pub(crate) mod tag_names;
mod tag_removal;
pub(crate) mod tags;
pub(crate) mod trash;
pub(crate) mod tries;
mod value_owners;
