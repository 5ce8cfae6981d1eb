//! The rows of an HTML file.

use std::io::Read;

use html5gum::Tokenizer;

use crate::entry::data::Flag;
use crate::error::FileError;
use crate::format::Format;
use crate::limits::Limits;
use crate::read::capped::Capped;
use crate::read::draft::{Draft, INSTAPAPER_LISTS, state};
use crate::read::html::attributes::Attributes;
use crate::read::html::emitter::{Name, Piece, PieceEmitter, Tag};
use crate::read::html::folders::Folders;
use crate::read::html::lines::{LineCount, LineReader};
use crate::read::html::link::Link;
use crate::read::opening::Opening;
use crate::row::{Position, Row};

/// The place whose text comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A link's title.
    Title,
    /// A link's note.
    Note,
    /// A folder's name.
    Folder,
    /// The heading of a list of Pocket or Instapaper.
    Heading,
    /// Text without a meaning, such as the space between tags, or the description of a folder.
    Elsewhere,
}

/// The headings of Pocket's lists.
const POCKET_LISTS: [(&str, Flag); 2] = [("Unread", Flag::Unread), ("Read Archive", Flag::Archived)];

/// Reads an HTML file row by row.
pub(crate) struct HtmlRows<R: Read> {
    format: Format,
    limits: Limits,
    tokens: Tokenizer<LineReader<R>, PieceEmitter>,
    folders: Folders,
    place: Place,
    link: Option<Link>,
    /// Whether the file has had a `<DT>`. Such files have one before each link and folder.
    has_dt: bool,
    heading: Capped,
    /// The flag of all links of the current list of Pocket or Instapaper.
    list_flag: Option<Flag>,
    /// The folder of all links of the current list of Instapaper.
    list_folder: Option<Capped>,
    /// The line of the tag that the file ends in.
    unfinished: Option<u64>,
}

impl<R: Read> HtmlRows<R> {
    pub(crate) fn new(format: Format, reader: R, opening: &Opening) -> Self {
        let limits = opening.limits;
        let count = LineCount::default();
        let emitter = PieceEmitter::new(count.clone(), limits.text_bytes);
        Self {
            format,
            limits,
            tokens: Tokenizer::new_with_emitter(LineReader::new(opening.text(reader), count), emitter),
            folders: Folders::new(limits.depth),
            place: Place::Elsewhere,
            link: None,
            has_dt: false,
            heading: Capped::default(),
            list_flag: None,
            list_folder: None,
            unfinished: None,
        }
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        while let Some(piece) = self.tokens.next() {
            let Piece { text, tag } = piece?;
            self.read_text(&text);
            let row = match tag {
                Tag::Start { name, attributes, line } => self.start(name, &attributes, line)?,
                Tag::End(name) => self.end(name),
                Tag::EndOfFile { unfinished } => {
                    self.unfinished = unfinished;
                    self.finish_link()
                }
            };
            if row.is_some() {
                return Ok(row);
            }
        }
        match self.unfinished.take() {
            Some(line) => Err(FileError::Truncated { format: self.format, line }),
            None => Ok(None),
        }
    }

    fn read_text(&mut self, text: &Capped) {
        let limit = self.limits.text_bytes;
        match (self.place, &mut self.link) {
            (Place::Title, Some(link)) => link.title.append(text, limit),
            (Place::Note, Some(link)) => link.note.append(text, limit),
            (Place::Folder, _) => self.folders.name(text, limit),
            (Place::Heading, _) => self.heading.append(text, limit),
            _ => {}
        }
    }

    fn start(&mut self, name: Name, attributes: &Attributes, line: u64) -> Result<Option<Row>, FileError> {
        if self.place == Place::Note && self.is_of_note(name, attributes) {
            self.start_in_note(name, attributes);
            return Ok(None);
        }
        // The end tags of links, notes and folder names are missing in some files, so the next start tag ends
        // them.
        let row = match name {
            Name::A | Name::Dl | Name::Dt | Name::H1 | Name::H3 | Name::Hr | Name::Li => self.finish_link(),
            Name::Br | Name::Dd | Name::P | Name::Other => None,
        };
        match name {
            Name::A => self.start_link(attributes, line),
            Name::Br => self.break_line(),
            Name::Dd => self.place = Place::Note,
            Name::Dl => {
                self.folders.enter()?;
                self.place = Place::Elsewhere;
            }
            Name::H1 => {
                self.heading.clear();
                self.place = Place::Heading;
            }
            Name::H3 => {
                self.folders.start_name(attributes);
                self.place = Place::Folder;
            }
            Name::Dt | Name::Hr | Name::Li => self.place = Place::Elsewhere,
            Name::P | Name::Other => {}
        }
        self.has_dt |= name == Name::Dt;
        Ok(row)
    }

    /// Returns whether a tag belongs to a note whose HTML was not escaped.
    ///
    /// In a file with `<DT>`, each link and folder has one. A link without it is an entry only if it has
    /// attributes of bookmarks and a line of its own. In other files, either is enough.
    fn is_of_note(&self, name: Name, attributes: &Attributes) -> bool {
        match name {
            Name::A => {
                let is_plain = attributes.are_of_text();
                let is_within = !self.link.as_ref().is_some_and(Link::is_at_line);
                if self.has_dt { is_plain || is_within } else { is_plain && is_within && self.link.is_some() }
            }
            Name::H3 => self.has_dt,
            Name::Br | Name::H1 | Name::Li | Name::P => true,
            Name::Dd | Name::Dl | Name::Dt | Name::Hr | Name::Other => false,
        }
    }

    fn start_in_note(&mut self, name: Name, attributes: &Attributes) {
        match (name, &mut self.link) {
            (Name::A, Some(link)) => link.begin_inner(attributes, self.limits.text_bytes),
            _ => self.break_line(),
        }
    }

    fn break_line(&mut self) {
        self.read_text(&Capped::of(b"\n", self.limits.text_bytes));
    }

    fn end(&mut self, name: Name) -> Option<Row> {
        match (name, &mut self.link) {
            (Name::Dl, _) => {
                let row = self.finish_link();
                self.folders.leave();
                self.place = Place::Elsewhere;
                return row;
            }
            (Name::H1, _) if self.place == Place::Heading => self.end_heading(),
            (Name::A, Some(link)) if self.place == Place::Note => link.end_inner(self.limits.text_bytes),
            (Name::A | Name::H3, _) if self.place == Place::Note => {}
            (Name::A | Name::Dd | Name::H3, _) => self.place = Place::Elsewhere,
            _ => {}
        }
        None
    }

    /// Reads the heading of a list of Pocket or Instapaper. Headings for states are not translated. Other
    /// headings of Instapaper are folders.
    fn end_heading(&mut self) {
        let heading = std::mem::take(&mut self.heading);
        match self.format {
            Format::PocketHtml => self.list_flag = state(&heading, &POCKET_LISTS),
            Format::InstapaperHtml => {
                self.list_flag = state(&heading, &INSTAPAPER_LISTS);
                self.list_folder = self.list_flag.is_none().then_some(heading);
            }
            _ => {}
        }
        self.place = Place::Elsewhere;
    }

    fn start_link(&mut self, attributes: &Attributes, line: u64) {
        let mut draft = Draft::new(Position { file: None, line }, self.limits);
        draft.folder_named(self.list_folder.iter().chain(self.folders.names()));
        if let Some(flag) = self.list_flag {
            draft.flag(flag);
        }
        self.link = Some(Link::new(draft, attributes));
        self.place = Place::Title;
    }

    fn finish_link(&mut self) -> Option<Row> {
        Some(self.link.take()?.finish(self.limits.text_bytes))
    }
}
