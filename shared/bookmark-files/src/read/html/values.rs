//! Repairs the quotes of a tag's attributes.

use std::io::Read;

use memchr::memchr;

use crate::read::html::attributes::{Attribute, MENDED};
use crate::read::html::mended::{Mended, State, WINDOW};
use crate::read::html::quotes::{ends_value, is_name, next_attribute, unclosed};

impl<R: Read> Mended<R> {
    /// Reads the names of attributes, and values without quotes.
    pub(super) fn tag(&mut self) {
        let length = self.input.rest().iter().position(|byte| matches!(byte, b'>' | b'='));
        let read = length.map_or(self.input.rest().len(), |length| length + 1);
        for byte in &self.input.rest()[..read] {
            if byte.is_ascii_whitespace() {
                self.name_ended = true;
            } else if is_name(*byte) {
                if std::mem::take(&mut self.name_ended) {
                    self.name.clear();
                }
                if self.name.len() < Attribute::LONGEST_NAME {
                    self.name.push(byte.to_ascii_lowercase());
                }
            }
        }
        self.copy(read);
        match self.output.last() {
            Some(b'>') if length.is_some() => self.state = State::Text,
            Some(b'=') if length.is_some() => self.state = State::BeforeValue,
            _ => {}
        }
    }

    pub(super) fn before_value(&mut self) {
        let space = self.input.rest().iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.copy(space);
        match self.input.rest().first() {
            Some(quote @ (b'"' | b'\'')) => {
                self.state = State::Value(*quote);
                self.copy(1);
            }
            Some(_) => self.unquoted_value(),
            None => {}
        }
    }

    /// Reads a value without quotes. Marks an address with spaces, because the tokenizer ends it at the first
    /// space.
    fn unquoted_value(&mut self) {
        self.state = State::Tag;
        if self.name != b"href" {
            return;
        }
        let end =
            self.find(|bytes| bytes.iter().position(|byte| *byte == b'>' || byte.is_ascii_whitespace()));
        if let Some(end) = end {
            self.input.fill(end + 64);
            if !ends_value(&self.input.rest()[end..]) {
                self.copy(end);
                self.changed = true;
                self.end_value();
            }
        }
    }

    pub(super) fn value(&mut self, quote: u8) {
        let quoted = self.find(|bytes| memchr(quote, bytes));
        let Some(end) = quoted else {
            // The value is long, such as an icon, or the file ends in it.
            return match unclosed(self.input.rest(), &self.name) {
                Some(end) => self.close(end, quote),
                None => self.copy(self.input.rest().len()),
            };
        };
        // The name of the next attribute is short.
        self.input.fill((end + 64).min(WINDOW));
        let (value, after) = (&self.input.rest()[..end], &self.input.rest()[end + 1..]);
        if ends_value(after) {
            self.copy(end + 1);
            self.end_value();
        } else if let Some(end) = unclosed(value, &self.name).or_else(|| next_attribute(value)) {
            self.close(end, quote);
        } else {
            self.copy(end);
            self.output.extend_from_slice(if quote == b'"' { b"&quot;" } else { b"&#39;" });
            self.pass(1);
            self.changed = true;
        }
    }

    /// Ends a value whose closing quote is missing.
    fn close(&mut self, end: usize, quote: u8) {
        self.copy(end);
        self.output.push(quote);
        self.changed = true;
        self.end_value();
    }

    fn end_value(&mut self) {
        if std::mem::take(&mut self.changed) {
            self.output.push(b' ');
            self.output.extend_from_slice(MENDED);
            self.output.push(b'=');
            self.output.extend_from_slice(&self.name);
            self.output.push(b' ');
        }
        self.state = State::Tag;
        self.name_ended = true;
    }
}
