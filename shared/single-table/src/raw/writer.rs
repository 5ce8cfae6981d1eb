//! Writes the text of a raw key.

use table_keys::{ComponentError, KeyError};

use super::component::WriteRaw;
use super::separator::check_component;
use crate::model::Piece;

/// Writes the text of a key, piece by piece.
#[derive(Debug)]
pub struct RawWriter {
    pub(crate) text: String,
    format: &'static [Piece],
    index: usize,
}

impl RawWriter {
    /// Begins a text with the literals in front of the first component.
    pub(crate) fn new(format: &'static [Piece]) -> Self {
        let mut writer = Self { text: String::new(), format, index: 0 };
        writer.write_literals();
        writer
    }

    /// Returns the pieces that are left to write.
    pub(crate) fn rest(&self) -> &'static [Piece] {
        self.format
    }

    /// Writes a component and the literals behind it.
    pub(crate) fn write(&mut self, value: &(impl WriteRaw + ?Sized)) -> Result<(), KeyError> {
        let index = self.index;
        let bad = |source| KeyError::BadComponent { index, source };
        let Some((Piece::Component { attribute, except, .. }, rest)) = self.format.split_first() else {
            return Err(bad(ComponentError::refused("the key has no such component")));
        };
        let start = self.text.len();
        value.write_raw(&mut self.text).map_err(bad)?;
        self.format = rest;
        self.index += 1;
        check_component(attribute, except, rest, &self.text[start..]).map_err(bad)?;
        self.write_literals();
        Ok(())
    }

    fn write_literals(&mut self) {
        while let Some((Piece::Literal(literal), rest)) = self.format.split_first() {
            self.text.push_str(literal);
            self.format = rest;
        }
    }
}
