//! Writing the Netscape file.

use std::borrow::Cow;
use std::io::{self, Write};

use crate::entry::data::{Entry, Flag};
use crate::entry::timestamp::Timestamp;
use crate::linkding;
use crate::write::error::WriteError;
use crate::write::tags::joined_tags;

/// Writes the HTML file that browsers, linkding, Shaarli, Karakeep, Linkwarden and Raindrop.io import.
///
/// - Dates are whole seconds in `ADD_DATE` and `LAST_MODIFIED`.
/// - Tags are in `TAGS` with a comma between two. A comma inside a tag is written as `，` (U+FF0C), because
///   the format has no escape for it.
/// - The note is in `<DD>`. An entry with an excerpt and a note has both there with linkding's marks. An
///   excerpt without a note is there like a note.
/// - Entries that follow each other in the same folder share it. An entry's second folder and those after it
///   become tags as in [`folder_tag`](crate::folder_tag).
/// - Flags are `TOREAD`, `PRIVATE`, `DATA-IMPORTANT` and `ARCHIVED` (which only this crate reads), and the
///   cover is `DATA-COVER`.
/// - The kind and the id of the entry in the service are `DATA-TYPE` and `DATA-ID` (which only this crate
///   reads).
/// - Each link and each name of a folder is on one line, because Chrome requires it. Line breaks in titles,
///   tags and names become spaces.
/// - U+0000 is written as U+FFFD, because HTML can't have it.
///
/// ```
/// use bookmark_files::{Entry, NetscapeWriter};
///
/// let mut writer = NetscapeWriter::begin(Vec::new())?;
/// let mut entry = Entry { url: Some("https://example.com/?a&b".into()), ..Default::default() };
/// entry.title = Some("1 < 2".into());
/// writer.entry(&entry)?;
/// let file = String::from_utf8(writer.end()?)?;
/// assert!(file.contains(r#"<DT><A HREF="https://example.com/?a&amp;b">1 &lt; 2</A>"#));
/// # Ok::<_, Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct NetscapeWriter<W> {
    output: W,
    /// The folder of the last entry.
    folder: Vec<String>,
}

const HEAD: &str = r#"<!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- This is an automatically generated file.
     It will be read and overwritten.
     DO NOT EDIT! -->
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p>
"#;

/// The attributes for flags.
const FLAGS: [(Flag, &str); 4] = [
    (Flag::Unread, "TOREAD=\"1\""),
    (Flag::Private, "PRIVATE=\"1\""),
    (Flag::Favorite, "DATA-IMPORTANT=\"true\""),
    (Flag::Archived, "ARCHIVED=\"1\""),
];

impl<W: Write> NetscapeWriter<W> {
    /// Writes the beginning of the file.
    pub fn begin(mut output: W) -> io::Result<Self> {
        output.write_all(HEAD.as_bytes())?;
        Ok(Self { output, folder: Vec::new() })
    }

    /// Continues a file whose beginning is written and whose folders are closed.
    pub fn resume(output: W) -> Self {
        Self { output, folder: Vec::new() }
    }

    /// Closes the folders, and returns the output without the end of the file. Another writer can
    /// [continue](Self::resume) it.
    pub fn pause(mut self) -> io::Result<W> {
        self.close_to(0)?;
        Ok(self.output)
    }

    /// Writes one entry.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError::NoUrl`] for an entry without an address, and writes nothing of it.
    pub fn entry(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let url = entry.url.as_deref().ok_or(WriteError::NoUrl)?;
        self.go_to(entry.folders.first().map_or(&[], Vec::as_slice))?;
        self.indent()?;
        write!(self.output, "<DT><A HREF=\"{}\"", escaped_line(url))?;
        self.attributes(entry)?;
        writeln!(self.output, ">{}</A>", escaped_line(entry.title.as_deref().unwrap_or_default()))?;
        if let Some(note) = note(entry) {
            self.indent()?;
            writeln!(self.output, "<DD>{}", escaped(&note))?;
        }
        Ok(())
    }

    /// Writes the end of the file, and returns the output.
    pub fn end(mut self) -> io::Result<W> {
        self.close_to(0)?;
        self.output.write_all(b"</DL><p>\n")?;
        self.output.flush()?;
        Ok(self.output)
    }

    fn attributes(&mut self, entry: &Entry) -> io::Result<()> {
        self.date("ADD_DATE", entry.created)?;
        self.date("LAST_MODIFIED", entry.modified)?;
        for (flag, attribute) in FLAGS {
            if entry.flags.contains(&flag) {
                write!(self.output, " {attribute}")?;
            }
        }
        let tags = joined_tags(entry);
        if !tags.is_empty() {
            write!(self.output, " TAGS=\"{}\"", escaped_line(&tags))?;
        }
        for (name, value) in
            [("DATA-COVER", &entry.cover), ("DATA-TYPE", &entry.kind), ("DATA-ID", &entry.id)]
        {
            if let Some(value) = value {
                write!(self.output, " {name}=\"{}\"", escaped_line(value))?;
            }
        }
        Ok(())
    }

    fn date(&mut self, name: &str, time: Option<Timestamp>) -> io::Result<()> {
        match time {
            Some(time) => write!(self.output, " {name}=\"{}\"", time.as_seconds()),
            None => Ok(()),
        }
    }

    /// Closes and opens folders until the current one is `path`.
    fn go_to(&mut self, path: &[String]) -> io::Result<()> {
        let shared = self.folder.iter().zip(path).take_while(|(open, wanted)| open == wanted).count();
        self.close_to(shared)?;
        for name in &path[shared..] {
            self.indent()?;
            writeln!(self.output, "<DT><H3>{}</H3>", escaped_line(name))?;
            self.indent()?;
            writeln!(self.output, "<DL><p>")?;
            self.folder.push(name.clone());
        }
        Ok(())
    }

    fn close_to(&mut self, depth: usize) -> io::Result<()> {
        while self.folder.len() > depth {
            self.folder.pop();
            self.indent()?;
            writeln!(self.output, "</DL><p>")?;
        }
        Ok(())
    }

    fn indent(&mut self) -> io::Result<()> {
        write!(self.output, "{:1$}", "", 4 * (self.folder.len() + 1))
    }
}

/// Returns the text below the link.
fn note(entry: &Entry) -> Option<Cow<'_, str>> {
    match (&entry.excerpt, &entry.note) {
        (Some(excerpt), Some(note)) => Some(linkding::join_notes(excerpt, note).into()),
        (Some(text), None) | (None, Some(text)) => Some(text.into()),
        (None, None) => None,
    }
}

/// Escapes a text and replaces its line breaks, because Chrome reads the file line by line.
fn escaped_line(text: &str) -> Cow<'_, str> {
    if text.contains(['\n', '\r']) {
        return escaped(&text.replace(['\n', '\r'], " ")).into_owned().into();
    }
    escaped(text)
}

/// Escapes a text for both elements and attributes.
fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(['&', '<', '>', '"', '\'', '\r', '\0']) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            // HTML reads a carriage return as a line feed unless it is a reference.
            '\r' => escaped.push_str("&#13;"),
            '\0' => escaped.push(char::REPLACEMENT_CHARACTER),
            other => escaped.push(other),
        }
    }
    escaped.into()
}
