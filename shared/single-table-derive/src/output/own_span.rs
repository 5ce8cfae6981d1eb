//! Places in the user's code where the derive's names are known.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};

/// Returns the place of `span`, with the hygiene of the derive's own code. Tokens of a declarative macro have
/// the macro's hygiene, in which the variables and the `self` of the derive's functions don't exist.
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
