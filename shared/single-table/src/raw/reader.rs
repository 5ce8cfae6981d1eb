//! Reads the text of a raw key.

use table_keys::{ComponentError, KeyError, KeyKind};

use super::component::RawComponent;
use super::separator::check_component;
use crate::model::Piece;

/// Reads the text of a key, piece by piece.
#[derive(Debug)]
pub struct RawReader<'a> {
    rest: &'a str,
    format: &'static [Piece],
    index: usize,
    kind: KeyKind,
    text: &'a str,
}

impl<'a> RawReader<'a> {
    pub(super) fn new(kind: KeyKind, format: &'static [Piece], text: &'a str) -> Self {
        Self { rest: text, format, index: 0, kind, text }
    }

    pub(super) fn read<T: RawComponent>(&mut self) -> Result<T, KeyError> {
        self.skip_literals()?;
        let Some((Piece::Component { attribute, except, .. }, after)) = self.format.split_first() else {
            return Err(self.unexpected());
        };
        let value = match after {
            [] => self.rest,
            [Piece::Literal(suffix)] => self.rest.strip_suffix(suffix).ok_or_else(|| self.unexpected())?,
            [Piece::Literal(separator), ..] => {
                self.rest.split_once(separator).ok_or_else(|| self.unexpected())?.0
            }
            [Piece::Component { .. }, ..] => return Err(self.unexpected()),
        };
        let bad = |source| KeyError::BadComponent { index: self.index, source };
        check_component(attribute, except, after, value).map_err(bad)?;
        let component = T::read_raw(value).map_err(bad)?;
        self.rest = &self.rest[value.len()..];
        self.format = after;
        self.index += 1;
        Ok(component)
    }

    pub(super) fn end(&mut self) -> Result<(), KeyError> {
        self.skip_literals()?;
        if self.rest.is_empty() { Ok(()) } else { Err(self.unexpected()) }
    }

    fn skip_literals(&mut self) -> Result<(), KeyError> {
        while let Some((Piece::Literal(literal), rest)) = self.format.split_first() {
            self.rest = self.rest.strip_prefix(literal).ok_or_else(|| self.unexpected())?;
            self.format = rest;
        }
        Ok(())
    }

    fn unexpected(&self) -> KeyError {
        let pieces = self.format.iter().map(|piece| match piece {
            Piece::Literal(literal) => format!("{literal:?}"),
            Piece::Component { attribute: "", .. } => "a value".to_owned(),
            Piece::Component { attribute, .. } => format!("`{attribute}`"),
        });
        let pieces: Vec<_> = pieces.collect();
        let expected = if pieces.is_empty() { "its end".to_owned() } else { pieces.join(" and ") };
        let source = ComponentError::refused(format_args!(
            "the {} {:?} goes on with {:?}, where its format has {expected}",
            self.kind, self.text, self.rest
        ));
        KeyError::BadComponent { index: self.index, source }
    }
}
