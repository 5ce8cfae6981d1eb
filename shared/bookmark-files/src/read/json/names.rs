//! The limit on the names in JSON objects.

use crate::error::{FileLimit, LimitUnit};

/// Measures the names in the objects of a JSON text.
///
/// The parser holds each name as a whole, while it reads texts in parts. So a name must be measured before
/// the parser has all of it. The text can be any bytes: after its first mistake the parser reads no further,
/// and the measures don't matter.
#[derive(Debug)]
pub(crate) struct NameMeter {
    limit: usize,
    /// The open arrays and objects that the parser accepts. `true` is an object.
    open: Vec<bool>,
    depth: usize,
    state: State,
}

#[derive(Debug, Clone, Copy)]
enum State {
    /// Between strings. A string would be a name if `name` is set.
    Outside { name: bool },
    /// In a string.
    String { name: bool, size: usize },
    /// After a backslash in a string.
    Escape { name: bool, size: usize },
}

impl NameMeter {
    /// Measures a text with at most `depth` arrays and objects in each other. A name may have `limit` bytes,
    /// with its escapes.
    pub(crate) fn new(depth: usize, limit: usize) -> Self {
        Self { limit, open: Vec::new(), depth, state: State::Outside { name: false } }
    }

    /// Measures the next bytes of the text.
    pub(crate) fn pass(&mut self, mut bytes: &[u8]) -> Result<(), FileLimit> {
        while let Some(&byte) = bytes.first() {
            let mut passed = 1;
            self.state = match self.state {
                State::Outside { name } => self.outside(byte, name),
                State::Escape { name, size } => State::String { name, size: size + 1 },
                State::String { name, size } => {
                    let plain = memchr::memchr2(b'"', b'\\', bytes).unwrap_or(bytes.len());
                    let size = size.saturating_add(plain);
                    if name && size > self.limit {
                        return Err(FileLimit::new(LimitUnit::NameBytes, self.limit));
                    }
                    passed = (plain + 1).min(bytes.len());
                    match bytes.get(plain) {
                        Some(b'"') => State::Outside { name: false },
                        Some(_) => State::Escape { name, size: size + 1 },
                        None => State::String { name, size },
                    }
                }
            };
            bytes = &bytes[passed..];
        }
        Ok(())
    }

    fn outside(&mut self, byte: u8, name: bool) -> State {
        let name = match byte {
            b'"' => return State::String { name, size: 0 },
            b'{' | b'[' => {
                if self.open.len() < self.depth {
                    self.open.push(byte == b'{');
                }
                byte == b'{'
            }
            b'}' | b']' => {
                self.open.pop();
                false
            }
            b',' => self.open.last() == Some(&true),
            b':' => false,
            _ => name,
        };
        State::Outside { name }
    }
}

#[cfg(test)]
#[path = "names_tests.rs"]
mod tests;
