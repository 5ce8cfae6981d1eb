//! The options inside `#[entity(...)]`, `#[index(...)]` and `#[unique(...)]`.

use syn::parse::ParseStream;
use syn::{Attribute, Error, Expr, Ident, LitStr, Path, Result, Token, parenthesized};

use super::component::{DeclaredKey, key};

/// The options of one attribute. Each kind of attribute accepts some of them.
#[derive(Default)]
pub(super) struct Options {
    pub(super) table: Option<Path>,
    pub(super) name: Option<LitStr>,
    pub(super) collection: Option<LitStr>,
    pub(super) on: Option<Path>,
    pub(super) view: Option<Ident>,
    pub(super) project: Option<Path>,
    pub(super) partition: Option<DeclaredKey>,
    pub(super) sort: Option<DeclaredKey>,
    pub(super) ttl: Option<Ident>,
    pub(super) native: Option<Ident>,
    pub(super) ordered: Option<Ident>,
    pub(super) raw: Option<Ident>,
    pub(super) shards: Option<Expr>,
    pub(super) by: Option<Ident>,
    pub(super) version: Option<Ident>,
    pub(super) record: Option<Ident>,
}

impl Options {
    /// Parses the options of `attribute`. Refuses an option that is not in `accepted`, and one that is given twice.
    pub(super) fn parse(attribute: &Attribute, accepted: &[&str]) -> Result<Self> {
        attribute.parse_args_with(|input: ParseStream<'_>| {
            let mut options = Self::default();
            while !input.is_empty() {
                let option: Ident = input.parse()?;
                options.parse_option(&option, accepted, input)?;
                separator(input)?;
            }
            Ok(options)
        })
    }

    fn parse_option(&mut self, option: &Ident, accepted: &[&str], input: ParseStream<'_>) -> Result<()> {
        let name = option.to_string();
        match Some(name.as_str()).filter(|name| accepted.contains(name)) {
            Some("table") => once(&mut self.table, option, value(input)?),
            Some("name") => once(&mut self.name, option, value(input)?),
            Some("collection") => once(&mut self.collection, option, value(input)?),
            Some("on") => once(&mut self.on, option, value(input)?),
            Some("view") => once(&mut self.view, option, value(input)?),
            Some("project") => once(&mut self.project, option, value(input)?),
            Some("shards") => once(&mut self.shards, option, value(input)?),
            Some("record") => once(&mut self.record, option, value(input)?),
            Some("partition") => once(&mut self.partition, option, key(input)?),
            Some("sort") => once(&mut self.sort, option, key(input)?),
            Some("ttl") => once(&mut self.ttl, option, field(input)?),
            Some("by") => once(&mut self.by, option, field(input)?),
            Some("version") => once(&mut self.version, option, field(input)?),
            Some("raw") => once(&mut self.raw, option, option.clone()),
            Some("native") => once(&mut self.native, option, option.clone()),
            Some("ordered") => once(&mut self.ordered, option, option.clone()),
            _ => Err(unknown(option, accepted)),
        }
    }
}

/// Parses `= value`.
pub(super) fn value<T: syn::parse::Parse>(input: ParseStream<'_>) -> Result<T> {
    input.parse::<Token![=]>()?;
    input.parse()
}

/// Parses `(field)`.
fn field(input: ParseStream<'_>) -> Result<Ident> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

/// Parses the comma after an option. The last option needs none.
pub(super) fn separator(input: ParseStream<'_>) -> Result<()> {
    if !input.is_empty() {
        input.parse::<Token![,]>()?;
    }
    Ok(())
}

/// Stores the value of an option. Refuses a second value.
pub(super) fn once<T>(slot: &mut Option<T>, option: &Ident, value: T) -> Result<()> {
    match slot.replace(value) {
        Some(_) => Err(Error::new(option.span(), format!("`{option}` is given twice: remove one of them"))),
        None => Ok(()),
    }
}

/// Returns the value of an option that `attribute` must have.
pub(super) fn required<T>(value: Option<T>, option: &str, attribute: &Attribute) -> Result<T> {
    value.ok_or_else(|| {
        Error::new_spanned(attribute, format!("`{option}` is missing in this attribute: add it"))
    })
}

/// The error for an option that this attribute doesn't take.
pub(super) fn unknown(option: &Ident, accepted: &[&str]) -> Error {
    let known = accepted.join("`, `");
    Error::new(option.span(), format!("unknown option `{option}`: this attribute takes `{known}`"))
}
