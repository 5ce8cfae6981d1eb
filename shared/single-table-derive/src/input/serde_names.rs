//! Serde's attributes: the rule for attribute names, and the options that a struct can't have.

use syn::ext::IdentExt as _;
use syn::meta::ParseNestedMeta;
use syn::{Attribute, Error, Ident, LitStr, Result, Token, parenthesized};

/// The rule by which serde makes an attribute's name from a field's.
#[derive(Clone, Copy)]
pub(crate) enum RenameRule {
    /// The attribute has the field's name.
    Unchanged,
    /// `rename_all = "UPPERCASE"` or `"SCREAMING_SNAKE_CASE"`.
    UpperCase,
    /// `rename_all = "PascalCase"`.
    PascalCase,
    /// `rename_all = "camelCase"`.
    CamelCase,
    /// `rename_all = "kebab-case"`.
    KebabCase,
    /// `rename_all = "SCREAMING-KEBAB-CASE"`.
    UpperKebabCase,
}

impl RenameRule {
    /// Reads the serde attributes of a struct. `refuse` looks at each option that doesn't rename.
    pub(super) fn of(
        attributes: &[Attribute],
        refuse: impl Fn(&ParseNestedMeta<'_>) -> Result<()>,
    ) -> Result<Self> {
        let mut rule = Self::Unchanged;
        for serde in serde_attributes(attributes) {
            serde.parse_nested_meta(|meta| {
                if meta.path.is_ident("rename_all") {
                    rule = Self::parse(&meta)?;
                    return Ok(());
                }
                refuse(&meta)?;
                skip_value(&meta)
            })?;
        }
        Ok(rule)
    }

    fn parse(meta: &ParseNestedMeta<'_>) -> Result<Self> {
        if meta.input.peek(syn::token::Paren) {
            let refused = "a field is written and read under one name: write one rule, such as `rename_all = \"camelCase\"`";
            return Err(meta.error(refused));
        }
        let rule: LitStr = meta.value()?.parse()?;
        match rule.value().as_str() {
            "lowercase" | "snake_case" => Ok(Self::Unchanged),
            "UPPERCASE" | "SCREAMING_SNAKE_CASE" => Ok(Self::UpperCase),
            "PascalCase" => Ok(Self::PascalCase),
            "camelCase" => Ok(Self::CamelCase),
            "kebab-case" => Ok(Self::KebabCase),
            "SCREAMING-KEBAB-CASE" => Ok(Self::UpperKebabCase),
            _ => Err(Error::new(
                rule.span(),
                "serde has no such rule: write one of its rules, such as `rename_all = \"camelCase\"`",
            )),
        }
    }

    /// Returns the name of the attribute of a field or component.
    pub(crate) fn attribute_name(self, ident: &Ident) -> String {
        let name = ident.unraw().to_string();
        match self {
            Self::Unchanged => name,
            Self::UpperCase => name.to_ascii_uppercase(),
            Self::PascalCase => capitalized(&name, true),
            Self::CamelCase => capitalized(&name, false),
            Self::KebabCase => name.replace('_', "-"),
            Self::UpperKebabCase => name.to_ascii_uppercase().replace('_', "-"),
        }
    }
}

/// Serde's options with which a struct is stored as something other than a map of its fields.
const REPLACES_FIELDS: [&str; 5] = ["transparent", "tag", "from", "try_from", "into"];

/// Returns true if a struct with this option is not stored as a map of its fields.
pub(super) fn replaces_fields(meta: &ParseNestedMeta<'_>) -> bool {
    REPLACES_FIELDS.iter().any(|option| meta.path.is_ident(option))
}

/// Returns true if serde gives every field of a struct with these attributes a default.
pub(super) fn has_default(attributes: &[Attribute]) -> Result<bool> {
    let mut has_default = false;
    for serde in serde_attributes(attributes) {
        serde.parse_nested_meta(|meta| {
            has_default |= meta.path.is_ident("default");
            skip_value(&meta)
        })?;
    }
    Ok(has_default)
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

/// Joins the words of a name, each with a capital letter except the first, for which `first` decides.
fn capitalized(name: &str, first: bool) -> String {
    let mut joined = String::with_capacity(name.len());
    let mut after_underscore = false;
    for c in name.chars() {
        if c == '_' {
            after_underscore = true;
            continue;
        }
        let is_capital = if joined.is_empty() { Some(first) } else { after_underscore.then_some(true) };
        joined.push(match is_capital {
            Some(true) => c.to_ascii_uppercase(),
            Some(false) => c.to_ascii_lowercase(),
            None => c,
        });
        after_underscore = false;
    }
    joined
}
