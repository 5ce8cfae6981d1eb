//! The fields that a computed component reads.

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens as _;
use syn::{Error, Expr, Ident, Result};

use crate::input::Field;

/// Returns the fields whose names occur in an expression.
pub(super) fn fields_read(expression: &Expr, fields: &[Field]) -> Vec<Ident> {
    let mut read = Vec::new();
    identifiers(expression.to_token_stream(), &mut read);
    read.retain(|name| fields.iter().any(|field| field.ident == *name));
    read
}

fn identifiers(tokens: TokenStream, found: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => found.push(ident),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Refuses an expression that reads fields without naming them, as a call of the entity's own method does.
///
/// An update of a field must also update the keys made from it, so the derive has to know all fields that a key reads.
pub(super) fn refuse_hidden_reads(expression: &Expr, fields: &[Field]) -> Result<()> {
    refuse_in_tokens(expression.to_token_stream(), fields)
}

fn refuse_in_tokens(tokens: TokenStream, fields: &[Field]) -> Result<()> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => refuse_in_tokens(group.stream(), fields)?,
            TokenTree::Ident(own) if own == "self" && !is_field_access(&tokens[at..], fields) => {
                let refused = "a computed component must name the fields that it reads, as in `f(&self.name)`: a method \
                               of the entity could read a field that an update changes without this key";
                return Err(Error::new(own.span(), refused));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Returns true if the tokens begin with `self.field`, and not with `self.method(...)`.
fn is_field_access(tokens: &[TokenTree], fields: &[Field]) -> bool {
    let is_called = matches!(tokens.get(3), Some(TokenTree::Group(_)));
    match tokens.get(2) {
        Some(TokenTree::Ident(name)) => !is_called && fields.iter().any(|field| field.ident == *name),
        _ => false,
    }
}
