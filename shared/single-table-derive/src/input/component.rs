//! The pieces of a key, as an attribute writes them.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, LitStr, Result, Token, Type, parenthesized};

/// The most components of a partition key or of a sort key. The library implements its traits for tuples of
/// up to 8 components.
pub(crate) const MOST_COMPONENTS: usize = 8;

/// The refusal of a component after the last possible one.
pub(crate) const TOO_MANY: &str = "a partition key and a sort key have at most 8 components each, and this is \
                                   the ninth: remove it, or store several values in one component of a type of \
                                   your own";

/// The components of a key, and the literals of a raw key around them.
#[derive(Default)]
pub(crate) struct DeclaredKey {
    pub(crate) components: Vec<DeclaredComponent>,
    pub(crate) literals: Vec<DeclaredLiteral>,
}

/// A text in a raw key.
#[derive(Clone)]
pub(crate) struct DeclaredLiteral {
    /// The number of components in front of the literal.
    pub(crate) place: usize,
    pub(crate) text: LitStr,
}

/// A component of a key: the name of a field, or `name: Type = expression` for a computed value.
pub(crate) struct DeclaredComponent {
    pub(crate) name: Ident,
    /// The component is written as `name?`: an item is in the index only while the value exists.
    pub(crate) optional: bool,
    /// The texts of `except("...")`, which no value begins with.
    pub(crate) except: Vec<LitStr>,
    /// The type and the expression of a computed component.
    pub(crate) computed: Option<(Type, Expr)>,
}

enum Piece {
    Literal(LitStr),
    Component(Box<DeclaredComponent>),
}

impl Parse for Piece {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) {
            input.parse().map(Self::Literal)
        } else {
            input.parse().map(|component| Self::Component(Box::new(component)))
        }
    }
}

impl Parse for DeclaredComponent {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.parse()?;
        let optional = input.parse::<Option<Token![?]>>()?.is_some();
        let except = except(input)?;
        if !input.peek(Token![:]) {
            return Ok(Self { name, optional, except, computed: None });
        }
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, optional, except, computed: Some((ty, input.parse()?)) })
    }
}

/// Parses `except("...", "...")` after the name of a component.
fn except(input: ParseStream<'_>) -> Result<Vec<LitStr>> {
    if !input.peek(Ident) {
        return Ok(Vec::new());
    }
    let word: Ident = input.parse()?;
    if word != "except" {
        return Err(syn::Error::new(word.span(), "expected `except(\"...\")`, `,` or the end of the key"));
    }
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<LitStr, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

/// Parses the pieces of a key in parentheses, separated by commas.
pub(super) fn key(input: ParseStream<'_>) -> Result<DeclaredKey> {
    let content;
    parenthesized!(content in input);
    let mut key = DeclaredKey::default();
    for piece in Punctuated::<Piece, Token![,]>::parse_terminated(&content)? {
        match piece {
            Piece::Literal(text) => key.literals.push(DeclaredLiteral { place: key.components.len(), text }),
            Piece::Component(component) => key.components.push(*component),
        }
    }
    Ok(key)
}
