//! The tokenizer's output: texts and the tags after them.

use std::collections::VecDeque;
use std::mem;

use html5gum::{Emitter, Error, State};

use crate::read::capped::Capped;
use crate::read::html::attributes::{Attribute, Attributes};
use crate::read::html::lines::LineCount;

/// The longest name of a tag that the reader knows.
const LONGEST_TAG: usize = 2;

/// A text, and the tag that ends it.
#[derive(Debug)]
pub(crate) struct Piece {
    pub(crate) text: Capped,
    pub(crate) tag: Tag,
}

/// A tag, or the end of the file.
#[derive(Debug)]
pub(crate) enum Tag {
    Start {
        name: Name,
        attributes: Attributes,
        line: u64,
    },
    End(Name),
    /// The end of the file. The line is that of a tag or comment that the file ends in.
    EndOfFile {
        unfinished: Option<u64>,
    },
}

/// The tags with a meaning for bookmarks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Name {
    /// A link.
    A,
    /// A line break.
    Br,
    /// A note.
    Dd,
    /// The contents of a folder.
    Dl,
    /// A link or a folder comes next.
    Dt,
    /// The title of the file, or of a list of Pocket.
    H1,
    /// The name of a folder.
    H3,
    /// A separator.
    Hr,
    /// A link of Pocket comes next.
    Li,
    /// A paragraph.
    P,
    Other,
}

impl Name {
    fn named(name: &[u8]) -> Self {
        match name {
            b"a" => Self::A,
            b"br" => Self::Br,
            b"dd" => Self::Dd,
            b"dl" => Self::Dl,
            b"dt" => Self::Dt,
            b"h1" => Self::H1,
            b"h3" => Self::H3,
            b"hr" => Self::Hr,
            b"li" => Self::Li,
            b"p" => Self::P,
            _ => Self::Other,
        }
    }
}

/// Collects the texts and tags in bounded memory: it keeps the beginning of each text, and only known
/// attributes.
#[derive(Debug)]
pub(crate) struct PieceEmitter {
    count: LineCount,
    text_bytes: usize,
    text: Capped,
    tag_line: u64,
    tag_ends: bool,
    tag_name: Capped,
    attributes: Attributes,
    attribute_name: Capped,
    attribute_value: Capped,
    unfinished: bool,
    pieces: VecDeque<Piece>,
}

impl PieceEmitter {
    pub(crate) fn new(count: LineCount, text_bytes: usize) -> Self {
        Self {
            count,
            text_bytes,
            text: Capped::default(),
            tag_line: 1,
            tag_ends: false,
            tag_name: Capped::default(),
            attributes: Attributes::default(),
            attribute_name: Capped::default(),
            attribute_value: Capped::default(),
            unfinished: false,
            pieces: VecDeque::new(),
        }
    }

    fn emit(&mut self, tag: Tag) {
        self.pieces.push_back(Piece { text: mem::take(&mut self.text), tag });
    }

    fn init_tag(&mut self, ends: bool) {
        self.tag_ends = ends;
        self.tag_name.clear();
        self.attributes = Attributes::default();
        self.attribute_name.clear();
        self.attribute_value.clear();
    }

    fn finish_attribute(&mut self) {
        let value = mem::take(&mut self.attribute_value);
        if let Some(attribute) = self.attribute() {
            self.attributes.add(attribute, value);
        }
        self.attribute_name.clear();
    }

    fn attribute(&self) -> Option<Attribute> {
        if self.attribute_name.is_cut() { None } else { Attribute::named(self.attribute_name.kept()) }
    }
}

impl Emitter for PieceEmitter {
    type Token = Piece;

    fn pop_token(&mut self) -> Option<Piece> {
        self.pieces.pop_front()
    }

    fn emit_string(&mut self, text: &[u8]) {
        self.text.push(text, self.text_bytes);
    }

    fn start_open_tag(&mut self) {
        self.tag_line = self.count.line();
    }

    fn init_start_tag(&mut self) {
        self.init_tag(false);
    }

    fn init_end_tag(&mut self) {
        self.init_tag(true);
    }

    fn push_tag_name(&mut self, name: &[u8]) {
        self.tag_name.push(name, LONGEST_TAG);
    }

    fn init_attribute(&mut self) {
        self.finish_attribute();
    }

    fn push_attribute_name(&mut self, name: &[u8]) {
        self.attribute_name.push(name, Attribute::LONGEST_NAME);
    }

    fn push_attribute_value(&mut self, value: &[u8]) {
        // Icons are data URLs of many kilobytes in most files.
        if self.attribute().is_some() {
            self.attribute_value.push(value, self.text_bytes);
        }
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.finish_attribute();
        let name = if self.tag_name.is_cut() { Name::Other } else { Name::named(self.tag_name.kept()) };
        if self.tag_ends {
            self.emit(Tag::End(name));
        } else {
            let attributes = mem::take(&mut self.attributes);
            self.emit(Tag::Start { name, attributes, line: self.tag_line });
        }
        // A title with an unescaped `<script>` or `<textarea>` must not hide the rest of the file, so the
        // state never changes.
        None
    }

    fn emit_error(&mut self, error: Error) {
        if matches!(error, Error::EofInTag | Error::EofInComment) {
            self.unfinished = true;
        }
    }

    fn emit_eof(&mut self) {
        let unfinished = self.unfinished.then_some(self.tag_line);
        self.emit(Tag::EndOfFile { unfinished });
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        false
    }

    fn set_last_start_tag(&mut self, _: Option<&[u8]>) {}
    fn init_comment(&mut self) {}
    fn emit_current_comment(&mut self) {}
    fn push_comment(&mut self, _: &[u8]) {}
    fn init_doctype(&mut self) {}
    fn emit_current_doctype(&mut self) {}
    fn push_doctype_name(&mut self, _: &[u8]) {}
    fn set_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn set_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_public_identifier(&mut self, _: &[u8]) {}
    fn push_doctype_system_identifier(&mut self, _: &[u8]) {}
    fn set_self_closing(&mut self) {}
    fn set_force_quirks(&mut self) {}
}
