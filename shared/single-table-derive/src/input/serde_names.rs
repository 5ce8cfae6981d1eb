//! Serde's attributes: the rule for attribute names, and the option that an entity can't have.

use syn::ext::IdentExt as _;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Ident, LitStr, Result, Token, parenthesized};

/// The rule by which serde makes an attribute's name from a field's.
#[derive(Clone, Copy)]
pub(crate) enum RenameRule {
    /// The attribute has the field's name.
    Unchanged,
    /// `rename_all = "camelCase"`.
    CamelCase,
}

impl RenameRule {
    /// Reads the serde attributes of a struct.
    pub(super) fn of(attributes: &[Attribute]) -> Result<Self> {
        let mut rule = Self::Unchanged;
        for serde in serde_attributes(attributes) {
            serde.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename_all") {
                    rule = Self::parse(&meta)?;
                    return Ok(());
                }
                refuse_unknown_fields_denied(&meta)?;
                skip_value(&meta)
            })?;
        }
        Ok(rule)
    }

    fn parse(meta: &ParseNestedMeta<'_>) -> Result<Self> {
        let refused = "an entity's attributes are named in camelCase or snake_case: write `rename_all = \"camelCase\"` or \
                       `rename_all = \"snake_case\"`";
        if meta.input.peek(syn::token::Paren) {
            return Err(meta.error(refused));
        }
        let rule: LitStr = meta.value()?.parse()?;
        match rule.value().as_str() {
            "camelCase" => Ok(Self::CamelCase),
            "snake_case" => Ok(Self::Unchanged),
            _ => Err(Error::new(rule.span(), refused)),
        }
    }

    /// Returns the name of the attribute of a field or component.
    pub(crate) fn attribute_name(self, ident: &Ident) -> String {
        let name = ident.unraw().to_string();
        match self {
            Self::Unchanged => name,
            Self::CamelCase => to_camel(&name),
        }
    }
}

fn refuse_unknown_fields_denied(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.path.is_ident("deny_unknown_fields") {
        return Err(meta.error(
            "remove `deny_unknown_fields`: besides its fields an item holds its keys and its type, so serde would refuse \
             every item",
        ));
    }
    Ok(())
}

pub(super) fn serde_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("serde"))
}

/// Consumes the value of an option that has no meaning here: `= value` or `(...)`.
pub(super) fn skip_value(meta: &ParseNestedMeta<'_>) -> Result<()> {
    if meta.input.peek(Token![=]) {
        meta.value()?.parse::<syn::Expr>()?;
    } else if meta.input.peek(syn::token::Paren) {
        let content;
        parenthesized!(content in meta.input);
        content.parse::<proc_macro2::TokenStream>()?;
    }
    Ok(())
}

fn to_camel(snake: &str) -> String {
    let mut camel = String::with_capacity(snake.len());
    let mut after_underscore = false;
    for c in snake.chars() {
        if c == '_' {
            after_underscore = true;
            continue;
        }
        camel.push(match (camel.is_empty(), after_underscore) {
            (true, _) => c.to_ascii_lowercase(),
            (false, true) => c.to_ascii_uppercase(),
            (false, false) => c,
        });
        after_underscore = false;
    }
    camel
}
