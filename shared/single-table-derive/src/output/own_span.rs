//! Places in the user's code where the derive's names are known.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// Returns the place of `span`, with the names of the derive's own code. A declarative macro that wrote the declaration has other
/// variables, and another `self`, than the derive's functions.
pub(super) fn own_span(span: Span) -> Span {
    Span::call_site().located_at(span)
}

/// Returns an expression whose `self` is that of the derive's function around it.
pub(super) fn with_own_self(expression: TokenStream) -> TokenStream {
    let own = |token| match token {
        TokenTree::Ident(name) if name == "self" => Ident::new("self", own_span(name.span())).into(),
        TokenTree::Group(group) => {
            let mut own = Group::new(group.delimiter(), with_own_self(group.stream()));
            own.set_span(group.span());
            own.into()
        }
        other => other,
    };
    expression.into_iter().map(own).collect()
}
