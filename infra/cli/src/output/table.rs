//! Favorites as a table for scripts.

use csv::{QuoteStyle, WriterBuilder};

use super::text::one_line;
use crate::client::Favorite;

/// The columns, named as in the API. Scripts rely on their order, so add new ones at the end.
const COLUMNS: [&str; 8] =
    ["dataId", "dataType", "clipTime", "updateTime", "title", "contentUrl", "tagNames", "purgeTime"];

/// The format of a table. Each cell is on one line, without characters that control a terminal.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Table {
    /// RFC 4180.
    Csv,
    /// Cells without tabs, separated by tabs, without quotes.
    Tsv,
}

impl Table {
    /// Returns the names of the columns.
    pub(crate) fn header(self) -> String {
        self.line(&COLUMNS.map(str::to_owned))
    }

    /// Returns the row of a favorite. `tags` are the names of its tags.
    pub(crate) fn row(self, favorite: &Favorite, tags: &[String]) -> String {
        let some = |value: &Option<String>| value.clone().unwrap_or_default();
        let Favorite { data_id, data_type, clip_time, update_time, title, content_url, purge_time, .. } =
            favorite;
        self.line(&[
            data_id.to_string(),
            data_type.to_string(),
            clip_time.clone(),
            update_time.clone(),
            title.clone(),
            some(content_url),
            joined(tags),
            some(purge_time),
        ])
    }

    fn line(self, cells: &[String; COLUMNS.len()]) -> String {
        let mut builder = WriterBuilder::new();
        if let Self::Tsv = self {
            builder.delimiter(b'\t').quote_style(QuoteStyle::Never);
        }
        let mut line = Vec::new();
        let mut writer = builder.from_writer(&mut line);
        let written = writer.write_record(cells.iter().map(|cell| one_line(cell)));
        written.and_then(|()| Ok(writer.flush()?)).expect("writing to memory succeeds");
        drop(writer);
        String::from_utf8_lossy(&line).trim_end_matches('\n').to_owned()
    }
}

/// Joins names with commas. A comma in a name becomes a full-width comma, as in exports.
fn joined(tags: &[String]) -> String {
    let tags: Vec<_> = tags.iter().map(|tag| tag.replace(',', "\u{ff0c}")).collect();
    tags.join(",")
}
