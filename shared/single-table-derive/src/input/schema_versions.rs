//! `#[schema(...)]`: the schema versions of an entity's items.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{DeriveInput, Error, Ident, LitInt, LitStr, Path, Result, Token, parenthesized};

use super::options::{once, separator, unknown, value};

const ACCEPTED: [&str; 3] = ["attribute", "version", "past"];

/// `#[schema(...)]`.
pub(crate) struct SchemaAttribute {
    /// The attribute that holds the number of an item's version.
    pub(crate) attribute: LitStr,
    /// The version in which items are written.
    pub(crate) version: u32,
    /// The types of the past versions, oldest first.
    pub(crate) past: Vec<Path>,
}

impl SchemaAttribute {
    /// Parses the attribute of a struct that has one.
    pub(super) fn of(input: &DeriveInput) -> Result<Option<Self>> {
        let mut found = input.attrs.iter().filter(|attribute| attribute.path().is_ident("schema"));
        let Some(attribute) = found.next() else { return Ok(None) };
        match found.next() {
            Some(second) => {
                Err(Error::new_spanned(second, "`#[schema(...)]` is given twice: remove one of them"))
            }
            None => attribute.parse_args().map(Some),
        }
    }
}

impl Parse for SchemaAttribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut attribute, mut version, mut past) = (None, None, None);
        while !input.is_empty() {
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "attribute" => once(&mut attribute, &option, value(input)?)?,
                "version" => once(&mut version, &option, value::<LitInt>(input)?)?,
                "past" => once(&mut past, &option, paths(input)?)?,
                _ => return Err(unknown(&option, &ACCEPTED)),
            }
            separator(input)?;
        }
        let missing = |option| input.error(format!("`{option}` is missing in this attribute: add it"));
        let attribute = attribute.ok_or_else(|| missing("attribute = \"schemaVersion\""))?;
        let version = version.ok_or_else(|| missing("version = 1"))?;
        let past = past.unwrap_or_default();
        Ok(Self { attribute, version: number(&version, past.len())?, past })
    }
}

/// Returns the number of the current version, which is greater than the number of past ones.
fn number(version: &LitInt, past: usize) -> Result<u32> {
    let number: u32 = version.base10_parse()?;
    if number == 0 {
        return Err(Error::new(
            version.span(),
            "versions are counted from 1: give the first one the number 1",
        ));
    }
    if usize::try_from(number).is_ok_and(|number| past >= number) {
        let refused = format!(
            "before the version {number} there are {} versions, but `past` has {past}: raise `version`, or remove types from `past`",
            number - 1
        );
        return Err(Error::new(version.span(), refused));
    }
    Ok(number)
}

/// Parses `(TrackV1, TrackV2)`.
fn paths(input: ParseStream<'_>) -> Result<Vec<Path>> {
    let content;
    parenthesized!(content in input);
    let paths = Punctuated::<Path, Token![,]>::parse_terminated(&content)?;
    Ok(paths.into_iter().collect())
}
