//! A struct that derives `Projection`, parsed.

use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, Error, Ident, Path, Result};

use super::declaration::{named_fields, refuse_unstorable};
use super::field::Field;
use super::options::{once, separator, unknown, value};
use super::serde_names::RenameRule;

/// Everything that a struct and its attributes say about a projection.
pub(crate) struct ProjectionDeclaration {
    pub(crate) ident: Ident,
    /// The entity that the fields belong to.
    pub(crate) of: Path,
    pub(crate) fields: Vec<Field>,
}

impl ProjectionDeclaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let ProjectionAttribute { of } = ProjectionAttribute::of(input)?;
        let named = named_fields(input, "a projection")?;
        let rename = RenameRule::of(&input.attrs, refuse_unstorable)?;
        let fields = named.iter().map(|field| Field::parse(field, rename)).collect::<Result<_>>()?;
        Ok(Self { ident: input.ident.clone(), of, fields })
    }
}

/// `#[projection(...)]`.
struct ProjectionAttribute {
    of: Path,
}

impl ProjectionAttribute {
    fn of(input: &DeriveInput) -> Result<Self> {
        let mut found = input.attrs.iter().filter(|attribute| attribute.path().is_ident("projection"));
        let attribute = found.next().ok_or_else(|| {
            let message = "a projection needs `#[projection(of = Track)]`, with its entity: add it";
            Error::new(input.ident.span(), message)
        })?;
        match found.next() {
            Some(second) => {
                Err(Error::new_spanned(second, "`#[projection(...)]` is given twice: remove one of them"))
            }
            None => attribute.parse_args(),
        }
    }
}

impl Parse for ProjectionAttribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut of = None;
        while !input.is_empty() {
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "of" => once(&mut of, &option, value(input)?)?,
                _ => return Err(unknown(&option, &["of"])),
            }
            separator(input)?;
        }
        let of = of.ok_or_else(|| input.error("`of = Track` is missing in this attribute: add it"))?;
        Ok(Self { of })
    }
}
