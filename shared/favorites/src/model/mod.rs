//! Favorites and tags as they are stored and asked for: entities, their ids, and values that hold their own limits.

pub(crate) mod action;
pub(crate) mod chosen_id;
pub(crate) mod content;
pub(crate) mod counts;
pub(crate) mod data_type;
pub(crate) mod details;
pub(crate) mod epoch;
pub(crate) mod favorite;
pub(crate) mod favorite_data_tag;
pub(crate) mod ids;
pub mod json;
pub(crate) mod life;
pub(crate) mod new_favorite;
pub(crate) mod new_tag;
pub(crate) mod origin;
pub(crate) mod page;
pub(crate) mod patch;
pub(crate) mod tag;
pub(crate) mod tag_times;
pub(crate) mod times;
pub(crate) mod title;
pub(crate) mod value;
