//! Tags as text.

use super::text::{minute, one_line};
use crate::client::Tag;

/// Returns the line of a tag in a list: its id, the time of its creation, the number of its favorites, and its name.
pub(crate) fn tag_line(tag: &Tag) -> String {
    let Tag { id, name, create_time, count } = tag;
    let count = count.map_or(String::new(), |count| format!("{count:>6}  "));
    format!("{id}  {}  {count}{}", minute(create_time), one_line(name.as_str()))
}
