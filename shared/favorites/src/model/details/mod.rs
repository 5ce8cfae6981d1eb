//! The details of a favorite: the members that its user writes and that every type has. This file lists them once.
//!
//! To add a member, add a line to the list below. `declare.rs` makes of it a field of all three types, under one name in requests,
//! answers and items. The member is then read, stored, copied to tag entries and the trash, changed by a patch, merged, and shown.
//! `shared/api/openapi.json` describes it.

#[macro_use]
mod declare;

use serde::{Deserialize, Serialize};

use crate::error::Fault;
use crate::model::data_type::DataType;
use crate::model::json::{CANNOT_CHANGE, Fields};
use crate::model::value::{CreatorId, Title, WebUrl};

details! {
    required {
        /// The title.
        title "title": Title,
    }
    optional {
        /// The address of a small picture of it.
        thumbnail_url "thumbnailUrl": WebUrl,
        /// The address of the favorite itself; required for the types that [need it](DataType::needs_content_url).
        content_url "contentUrl": WebUrl,
    }
    fixed {
        /// The id of the person who made it.
        creator_id "creatorId": CreatorId,
    }
}

/// The fault of a favorite that lacks the address that its type needs.
pub(crate) fn content_url_fault(data_type: DataType, url: Option<&WebUrl>) -> Option<Fault> {
    (data_type.needs_content_url() && url.is_none())
        .then(|| Fault::new("/contentUrl", format!("is required for the type {data_type}")))
}

/// Gives a member that is missing its new value.
pub(crate) fn fill<T: Clone>(member: &mut Option<T>, new: Option<&T>) {
    if member.is_none() {
        *member = new.cloned();
    }
}

/// Returns true if a value was given and is not the one that is kept.
pub(crate) fn differs<T: PartialEq>(given: Option<&T>, kept: Option<&T>) -> bool {
    given.is_some() && given != kept
}

#[cfg(test)]
#[path = "details_tests.rs"]
mod tests;
