//! XBEL, the XML Bookmark Exchange Language.

use std::io::{self, BufReader, Read};

use quick_xml::XmlVersion;
use quick_xml::events::{BytesRef, BytesStart, Event};

use crate::entry::field::Field;
use crate::error::{FileError, FileLimit, LimitUnit};
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::Draft;
use crate::read::opening::{Opening, Text};
use crate::row::{Position, Row};

/// Reads an XBEL file row by row.
pub(crate) struct XbelRows<R: Read> {
    limits: Limits,
    xml: quick_xml::Reader<BufReader<Text<R>>>,
    buffer: Vec<u8>,
    /// The line of the next byte.
    line: u64,
    /// The open elements, outermost first.
    open: Vec<Element>,
    ended: bool,
}

enum Element {
    /// A folder with its name.
    Folder(Capped),
    Bookmark(Box<Bookmark>),
    Title,
    Description,
    Other,
}

struct Bookmark {
    draft: Draft,
    title: Capped,
    note: Capped,
}

impl Bookmark {
    fn finish(mut self) -> Row {
        self.draft.set(Field::Title, &self.title);
        self.draft.set(Field::Note, &self.note);
        self.draft.finish()
    }
}

impl<R: Read> XbelRows<R> {
    pub(crate) fn new(reader: R, opening: &Opening) -> Self {
        let mut xml = quick_xml::Reader::from_reader(BufReader::new(opening.text(reader)));
        xml.config_mut().allow_dangling_amp = true;
        let buffer = Vec::new();
        Self { limits: opening.limits, xml, buffer, line: 1, open: Vec::new(), ended: false }
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        while !self.ended {
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.clear();
            let row = self.next_event(&mut buffer);
            self.buffer = buffer;
            if let Some(row) = row? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    fn next_event(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Row>, FileError> {
        let line = self.line;
        let event = self.xml.read_event_into(buffer).map_err(|error| xml_error(error, line))?;
        self.line += memchr::memchr_iter(b'\n', &event).count() as u64;
        match event {
            Event::Start(tag) => {
                if self.open.len() == self.limits.depth {
                    return Err(FileLimit::new(LimitUnit::Depth, self.limits.depth).into());
                }
                // The parser holds the names of all open elements.
                if tag.name().as_ref().len() > self.limits.text_bytes {
                    return Err(FileLimit::new(LimitUnit::NameBytes, self.limits.text_bytes).into());
                }
                let element = self.element(&tag, line);
                self.open.push(element);
            }
            Event::Empty(tag) => return Ok(finished(self.element(&tag, line))),
            Event::End(_) => return Ok(self.open.pop().and_then(finished)),
            Event::Text(text) => self.text(&text),
            Event::CData(text) => self.text(&text),
            Event::GeneralRef(reference) => {
                let text = replacement(&reference);
                self.text(text.as_bytes());
            }
            Event::Eof if self.open.is_empty() => self.ended = true,
            Event::Eof => return Err(FileError::Truncated { format: Format::Xbel, line }),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
        Ok(None)
    }

    fn element(&self, tag: &BytesStart<'_>, line: u64) -> Element {
        match tag.local_name().as_ref() {
            b"folder" => Element::Folder(Capped::default()),
            b"bookmark" => Element::Bookmark(Box::new(self.bookmark(tag, line))),
            b"title" => Element::Title,
            b"desc" => Element::Description,
            _ => Element::Other,
        }
    }

    fn bookmark(&self, tag: &BytesStart<'_>, line: u64) -> Bookmark {
        let mut draft = Draft::new(Position { file: None, line }, self.limits);
        draft.folder_named(self.open.iter().filter_map(|element| match element {
            Element::Folder(name) => Some(name),
            _ => None,
        }));
        for attribute in tag.attributes().with_checks(false).flatten() {
            let field = match attribute.key.local_name().as_ref() {
                b"href" => Field::Url,
                b"added" => Field::Created,
                b"modified" => Field::Modified,
                _ => continue,
            };
            // An unescaped `&` stays as it is.
            let value = attribute.normalized_value(XmlVersion::Implicit1_0);
            let value =
                value.map_or_else(|_| attribute.value.to_vec(), |value| value.into_owned().into_bytes());
            draft.set(field, &Capped::of(&value, self.limits.text_bytes));
        }
        Bookmark { draft, title: Capped::default(), note: Capped::default() }
    }

    /// Reads a text of the innermost element.
    fn text(&mut self, text: &[u8]) {
        let limit = self.limits.text_bytes;
        if let [.., parent, element] = self.open.as_mut_slice() {
            match (element, parent) {
                (Element::Title, Element::Folder(name)) => name.push(text, limit),
                (Element::Title, Element::Bookmark(bookmark)) => bookmark.title.push(text, limit),
                (Element::Description, Element::Bookmark(bookmark)) => bookmark.note.push(text, limit),
                _ => {}
            }
        }
    }
}

fn finished(element: Element) -> Option<Row> {
    match element {
        Element::Bookmark(bookmark) => Some(bookmark.finish()),
        _ => None,
    }
}

/// Returns the text of a reference such as `&amp;` or `&#233;`. An unknown reference stays as it is.
fn replacement(reference: &BytesRef<'_>) -> String {
    if let Ok(Some(character)) = reference.resolve_char_ref() {
        return character.into();
    }
    let name = String::from_utf8_lossy(reference);
    match quick_xml::escape::resolve_predefined_entity(&name) {
        Some(text) => text.to_owned(),
        None => format!("&{name};"),
    }
}

fn xml_error(error: quick_xml::Error, line: u64) -> FileError {
    match error {
        quick_xml::Error::Io(error) => match FileLimit::in_io(&error) {
            Some(limit) => limit.into(),
            None => FileError::Io(io::Error::new(error.kind(), error)),
        },
        error => FileError::Malformed { format: Format::Xbel, line, source: Box::new(error) },
    }
}
