//! Repairs HTML in which texts are not escaped.

use std::io::{self, Read};

use memchr::{memchr, memchr2, memmem};

use crate::read::html::tags::{LONGEST_NAME, is_tag};
use crate::read::lookahead::Lookahead;

/// The maximum number of bytes to search for the end of a comment or of an attribute's value.
pub(super) const WINDOW: usize = 65_536;
/// The number of bytes to write at once.
const CHUNK: usize = 8_192;

/// Escapes bytes that a tokenizer would take for markup and that the user meant as text:
///
/// - In titles, names of folders and notes, `<!`, `<?`, `</` without a name, and unknown tags become text.
///   Elsewhere, unclosed comments and declarations do, so that they hide no entry.
/// - A quote within an attribute's value becomes text, and a value without a closing quote gets one. The tag
///   then also gets the attribute [`MENDED`](crate::read::html::attributes::MENDED), whose value is the name
///   of the changed attribute.
///
/// Line breaks stay the same. Memory is bounded by a few windows.
pub(crate) struct Mended<R> {
    pub(super) input: Lookahead<R>,
    /// The number of consumed bytes.
    position: u64,
    /// A comment that begins before this position is text, so that the reader searches for its end only once.
    no_comment_before: u64,
    place: Place,
    pub(super) state: State,
    /// Whether the line has had only white space so far.
    is_at_line: bool,
    /// The beginning of the name of the current attribute.
    pub(super) name: Vec<u8>,
    /// Whether the next byte of a name starts another name.
    pub(super) name_ended: bool,
    /// Whether a quote of the current value was escaped.
    pub(super) changed: bool,
    pub(super) output: Vec<u8>,
    returned: usize,
}

/// The place of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The title of a link, or the name of a folder.
    Title,
    /// A note, in which links are text.
    Note,
    Elsewhere,
}

#[derive(Debug, Clone, Copy)]
pub(super) enum State {
    Text,
    Tag,
    /// After the `=` of an attribute.
    BeforeValue,
    /// Within a value in these quotes.
    Value(u8),
}

impl<R: Read> Mended<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            // With space for two windows, the buffer moves its bytes only once per window.
            input: Lookahead::new(source, 2 * WINDOW),
            position: 0,
            no_comment_before: 0,
            place: Place::Elsewhere,
            state: State::Text,
            is_at_line: true,
            name: Vec::new(),
            name_ended: true,
            changed: false,
            output: Vec::new(),
            returned: 0,
        }
    }

    /// Returns the place that `find` returns for the next bytes. Reads up to a window of them until `find`
    /// succeeds.
    pub(super) fn find(&mut self, find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
        loop {
            if let Some(place) = find(self.input.rest()) {
                return Some(place);
            }
            let length = self.input.rest().len();
            if self.input.has_ended() || length >= WINDOW {
                return None;
            }
            self.input.fill((2 * length).clamp(CHUNK, WINDOW));
        }
    }

    pub(super) fn pass(&mut self, count: usize) {
        self.input.consume(count);
        self.position += count as u64;
    }

    pub(super) fn copy(&mut self, count: usize) {
        self.output.extend_from_slice(&self.input.rest()[..count]);
        self.pass(count);
    }

    /// Processes the next bytes, at least one if there are any.
    fn step(&mut self) {
        match self.state {
            State::Text => self.text(),
            State::Tag => self.tag(),
            State::BeforeValue => self.before_value(),
            State::Value(quote) => self.value(quote),
        }
    }

    fn text(&mut self) {
        match memchr(b'<', self.input.rest()) {
            None => self.copy(self.input.rest().len()),
            Some(0) => self.markup(),
            Some(text) => {
                let line = self.input.rest()[..text].rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
                self.is_at_line = line.trim_ascii().is_empty() && (line.len() < text || self.is_at_line);
                self.copy(text);
            }
        }
    }

    /// Reads a `<`.
    fn markup(&mut self) {
        // Enough for `<!--`, the longest start of markup.
        self.input.fill(5);
        match self.input.rest() {
            [_, b'/', first, ..] | [_, first, ..] if first.is_ascii_alphabetic() => return self.begin_tag(),
            [_, b'!' | b'?' | b'/', ..] => {}
            // The tokenizer also takes a single `<` for text.
            _ => return self.copy(1),
        }
        let end = if self.input.rest().starts_with(b"<!--") { self.comment() } else { self.declaration() };
        if let Some(end) = end {
            self.copy(end);
        } else {
            self.output.extend_from_slice(b"&lt;");
            self.pass(1);
        }
    }

    /// Returns the end of a declaration, unless the declaration is text.
    fn declaration(&mut self) -> Option<usize> {
        if self.place != Place::Elsewhere {
            return None;
        }
        let end = self.find(|bytes| memchr2(b'<', b'>', &bytes[1..]))? + 1;
        (self.input.rest()[end] == b'>').then_some(end + 1)
    }

    /// Returns the end of a comment, unless the comment is text: in a title, within a line of a note, or if
    /// its end is part of a link after its start.
    fn comment(&mut self) -> Option<usize> {
        if self.place == Place::Title
            || self.place == Place::Note && !self.is_at_line
            || self.position < self.no_comment_before
        {
            return None;
        }
        // `<!-->` is also a comment.
        let Some(end) = self.find(|bytes| memmem::find(&bytes[2..], b"-->")) else {
            self.no_comment_before = self.position + (self.input.rest().len() / 2) as u64;
            return None;
        };
        let end = end + 5;
        let comment = self.input.rest()[..end].to_ascii_lowercase();
        // If a comment with links contains a second `<!--`, the first one was never closed.
        let hides_link = memmem::rfind(&comment, b"<a ").is_some_and(|link| {
            memmem::rfind(&comment, b"</a").is_none_or(|closed| closed < link)
                || memmem::find(&comment[1..], b"<!--").is_some()
        });
        if hides_link || self.place == Place::Note && !self.is_line_after(end) {
            self.no_comment_before = self.position + end as u64;
            return None;
        }
        Some(end)
    }

    /// Returns whether the line ends after `end` and a tag comes next.
    fn is_line_after(&mut self, end: usize) -> bool {
        self.input.fill(end + 64);
        let after = &self.input.rest()[end..];
        let text = after.trim_ascii_start();
        text.starts_with(b"<") && after[..after.len() - text.len()].contains(&b'\n')
    }

    /// Returns whether the next `<` in a text starts a tag.
    fn is_tag(&mut self, name: &[u8], after_name: usize, ends: bool) -> bool {
        let end = self.find(|bytes| memchr2(b'<', b'>', &bytes[1..]).map(|end| end + 1));
        let rest = self.input.rest();
        let is_closed = end.is_some_and(|end| rest[end] == b'>');
        let end = end.unwrap_or(rest.len());
        is_tag(name, &rest[after_name.min(end)..end], ends, is_closed)
    }

    fn begin_tag(&mut self) {
        self.is_at_line = false;
        self.input.fill(LONGEST_NAME + 3);
        let ends = self.input.rest()[1] == b'/';
        let start = if ends { 2 } else { 1 };
        let name = &self.input.rest()[start..];
        let length = name.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let name = name[..length].to_ascii_lowercase();
        if self.place != Place::Elsewhere && !self.is_tag(&name, start + length, ends) {
            self.output.extend_from_slice(b"&lt;");
            self.pass(1);
            return;
        }
        self.place = match (name.as_slice(), ends, self.place) {
            (b"a", _, Place::Note) | (b"dd", false, _) => Place::Note,
            (b"a" | b"h3", false, _) => Place::Title,
            (b"a" | b"h3" | b"dd" | b"dt" | b"dl" | b"hr", _, _) => Place::Elsewhere,
            (_, _, place) => place,
        };
        self.copy(start + length);
        self.state = State::Tag;
        self.name_ended = true;
    }
}

impl<R: Read> Read for Mended<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.returned == self.output.len() {
            self.output.clear();
            self.returned = 0;
            self.input.fill(1);
            if self.input.rest().is_empty() {
                return self.input.take_failure().map_or(Ok(0), Err);
            }
            while !self.input.rest().is_empty() && self.output.len() < CHUNK {
                self.step();
            }
        }
        let output = &self.output[self.returned..];
        let count = output.len().min(buffer.len());
        buffer[..count].copy_from_slice(&output[..count]);
        self.returned += count;
        Ok(count)
    }
}
