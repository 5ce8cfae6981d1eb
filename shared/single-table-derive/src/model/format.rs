//! The format of a key: joined by the library, or raw.

use proc_macro2::Span;
use syn::{Error, Ident, Result};

use crate::input::{DeclaredKey, DeclaredLiteral};

/// The format of one key attribute.
#[derive(Clone)]
pub(crate) enum Format {
    /// The library joins a name and the encoded components.
    Joined,
    /// The key consists of these literals and the components' own texts.
    Raw(Vec<DeclaredLiteral>),
}

impl Format {
    /// Resolves the format of a declared key. `raw` is the word, if the attribute has it.
    pub(super) fn resolve(raw: Option<&Ident>, key: &DeclaredKey) -> Result<Self> {
        match raw {
            Some(_) => {
                refuse_adjacent_components(key)?;
                refuse_empty_literal(&key.literals)?;
                Ok(Self::Raw(key.literals.clone()))
            }
            None => refuse_raw_pieces(key).map(|()| Self::Joined),
        }
    }

    pub(crate) fn is_raw(&self) -> bool {
        matches!(self, Self::Raw(_))
    }
}

/// Two values without a literal between them can't be told apart.
fn refuse_adjacent_components(key: &DeclaredKey) -> Result<()> {
    for (at, component) in key.components.iter().enumerate().skip(1) {
        if key.literals.iter().all(|literal| literal.place != at) {
            let refused = format!(
                "a raw key needs a literal in front of `{}`, because two values without one between them can't be told apart: \
                 write the separator, such as \"#\"",
                component.name
            );
            return Err(Error::new(component.name.span(), refused));
        }
    }
    Ok(())
}

fn refuse_empty_literal(literals: &[DeclaredLiteral]) -> Result<()> {
    match literals.iter().find(|literal| literal.text.value().is_empty()) {
        Some(empty) => {
            refuse(empty.text.span(), "a literal of a raw key has at least one character: remove it")
        }
        None => Ok(()),
    }
}

/// Refuses what only a raw key can have.
pub(super) fn refuse_raw_pieces(key: &DeclaredKey) -> Result<()> {
    if let Some(literal) = key.literals.first() {
        return refuse(
            literal.text.span(),
            "only a raw key has literals: add `raw` to this attribute, or remove them",
        );
    }
    match key.components.iter().find_map(|component| component.except.first()) {
        Some(text) => refuse(
            text.span(),
            "only a component of a raw key has `except(...)`: add `raw` to this attribute, or remove it",
        ),
        None => Ok(()),
    }
}

fn refuse(span: Span, message: &str) -> Result<()> {
    Err(Error::new(span, message))
}
