//! Tags in one text.

use crate::entry::data::Entry;
use crate::entry::folder_tag::folder_tag;

/// The comma of Chinese and Japanese, which takes the place of a comma inside a tag.
const FULL_WIDTH_COMMA: &str = "\u{ff0c}";

/// Returns the entry's tags with a comma between two.
///
/// No service has an escape for a comma inside a tag: it would become two tags. So it is written as a
/// full-width comma. An entry has one folder in a file, so each folder after the first is a tag.
pub(crate) fn joined_tags(entry: &Entry) -> String {
    let folders = entry.folders.iter().skip(1).filter_map(|path| folder_tag(path));
    let tags = entry.tags.iter().cloned().chain(folders);
    let tags: Vec<_> = tags.map(|tag| tag.replace(',', FULL_WIDTH_COMMA)).collect();
    tags.join(",")
}
