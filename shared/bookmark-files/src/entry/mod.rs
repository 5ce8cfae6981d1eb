//! Entries and their parts.

pub(crate) mod data;
pub(crate) mod date_text;
pub(crate) mod field;
pub(crate) mod folder_tag;
pub(crate) mod remark;
pub(crate) mod timestamp;
