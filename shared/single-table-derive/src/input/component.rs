//! One component of a key, as an attribute writes it.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, Ident, Result, Token, Type, parenthesized};

/// A component of a key: the name of a field, or `name: Type = expression` for a computed value.
pub(crate) struct DeclaredComponent {
    pub(crate) name: Ident,
    /// The component is written as `name?`: an item is in the index only while the value exists.
    pub(crate) optional: bool,
    /// The type and the expression of a computed component.
    pub(crate) computed: Option<(Type, Expr)>,
}

impl Parse for DeclaredComponent {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let name = input.parse()?;
        let optional = input.parse::<Option<Token![?]>>()?.is_some();
        if !input.peek(Token![:]) {
            return Ok(Self { name, optional, computed: None });
        }
        input.parse::<Token![:]>()?;
        let ty = input.parse()?;
        input.parse::<Token![=]>()?;
        Ok(Self { name, optional, computed: Some((ty, input.parse()?)) })
    }
}

/// Parses components in parentheses, separated by commas.
pub(super) fn components(input: ParseStream<'_>) -> Result<Vec<DeclaredComponent>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<DeclaredComponent, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}
