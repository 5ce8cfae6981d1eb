//! `#[entity(...)]`, `#[index(...)]` and `#[unique(...)]`, parsed.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{DeriveInput, Error, Expr, Ident, LitStr, Path, Result, Token, Type, parenthesized};

/// One component of a key: a field, or a computed value with its type.
pub(crate) struct Component {
    pub(crate) name: Ident,
    /// `name?`: the item is in the index only when this is there.
    pub(crate) optional: bool,
    pub(crate) computed: Option<(Type, Expr)>,
}

impl Parse for Component {
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

pub(crate) struct EntityAttribute {
    pub(crate) table: Path,
    pub(crate) name: LitStr,
    pub(crate) collection: Option<LitStr>,
    pub(crate) partition: Vec<Component>,
    pub(crate) sort: Vec<Component>,
    pub(crate) ttl: Option<Ident>,
    pub(crate) version: Option<Ident>,
}

pub(crate) struct IndexAttribute {
    pub(crate) on: Path,
    pub(crate) view: Ident,
    pub(crate) collection: Option<LitStr>,
    /// None for a local index.
    pub(crate) partition: Option<Vec<Component>>,
    pub(crate) sort: Vec<Component>,
    /// `native`: the keys are the entity's own attributes.
    pub(crate) native: Option<Ident>,
    /// How many shards a partition has.
    pub(crate) shards: Option<Expr>,
    /// The field from which the shard follows.
    pub(crate) by: Option<Ident>,
}

pub(crate) struct UniqueAttribute {
    pub(crate) record: Ident,
    pub(crate) partition: Vec<Component>,
    pub(crate) sort: Vec<Component>,
}

/// What stands at a struct.
pub(crate) struct Attributes {
    pub(crate) entity: EntityAttribute,
    pub(crate) indexes: Vec<IndexAttribute>,
    pub(crate) uniques: Vec<UniqueAttribute>,
}

#[derive(Default)]
struct Options {
    table: Option<Path>,
    name: Option<LitStr>,
    collection: Option<LitStr>,
    on: Option<Path>,
    view: Option<Ident>,
    partition: Option<Vec<Component>>,
    sort: Option<Vec<Component>>,
    ttl: Option<Ident>,
    native: Option<Ident>,
    shards: Option<Expr>,
    by: Option<Ident>,
    version: Option<Ident>,
    record: Option<Ident>,
}

fn field(input: ParseStream<'_>) -> Result<Ident> {
    let content;
    parenthesized!(content in input);
    content.parse()
}

pub(crate) fn components(input: ParseStream<'_>) -> Result<Vec<Component>> {
    let content;
    parenthesized!(content in input);
    Ok(Punctuated::<Component, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

fn once<T>(slot: &mut Option<T>, option: &Ident, value: T) -> Result<()> {
    match slot.replace(value) {
        Some(_) => Err(Error::new(option.span(), format!("`{option}` stands twice"))),
        None => Ok(()),
    }
}

impl Parse for Options {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut options = Self::default();
        while !input.is_empty() {
            let option: Ident = input.parse()?;
            let text = option.to_string();
            if matches!(text.as_str(), "table" | "name" | "collection" | "on" | "view" | "shards" | "record")
            {
                input.parse::<Token![=]>()?;
            }
            match text.as_str() {
                "table" => once(&mut options.table, &option, input.parse()?)?,
                "name" => once(&mut options.name, &option, input.parse()?)?,
                "collection" => once(&mut options.collection, &option, input.parse()?)?,
                "on" => once(&mut options.on, &option, input.parse()?)?,
                "view" => once(&mut options.view, &option, input.parse()?)?,
                "partition" => once(&mut options.partition, &option, components(input)?)?,
                "sort" => once(&mut options.sort, &option, components(input)?)?,
                "ttl" => once(&mut options.ttl, &option, field(input)?)?,
                "native" => once(&mut options.native, &option, option.clone())?,
                "shards" => once(&mut options.shards, &option, input.parse()?)?,
                "by" => once(&mut options.by, &option, field(input)?)?,
                "version" => once(&mut options.version, &option, field(input)?)?,
                "record" => once(&mut options.record, &option, input.parse()?)?,
                _ => {
                    return Err(Error::new(
                        option.span(),
                        format!(
                            "unknown option `{option}`; there are table, name, collection, on, view, partition, sort, ttl, \
                             native, shards, by, version and record"
                        ),
                    ));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(options)
    }
}

fn required<T>(value: Option<T>, option: &str, at: &impl Spanned) -> Result<T> {
    value.ok_or_else(|| Error::new(at.span(), format!("`{option}` is missing")))
}

/// The entity's own attribute, and one for each index and unique constraint.
pub(crate) fn parse(input: &DeriveInput) -> Result<Attributes> {
    let mut entity = None;
    let mut indexes = Vec::new();
    let mut uniques = Vec::new();
    for attribute in &input.attrs {
        if attribute.path().is_ident("entity") {
            let options: Options = attribute.parse_args()?;
            if entity.is_some() {
                return Err(Error::new(attribute.span(), "`#[entity(...)]` stands twice"));
            }
            entity = Some(EntityAttribute {
                table: required(options.table, "table", attribute)?,
                name: required(options.name, "name", attribute)?,
                collection: options.collection,
                partition: required(options.partition, "partition", attribute)?,
                sort: required(options.sort, "sort", attribute)?,
                ttl: options.ttl,
                version: options.version,
            });
        } else if attribute.path().is_ident("index") {
            let options: Options = attribute.parse_args()?;
            indexes.push(IndexAttribute {
                on: required(options.on, "on", attribute)?,
                view: required(options.view, "view", attribute)?,
                collection: options.collection,
                partition: options.partition,
                sort: required(options.sort, "sort", attribute)?,
                native: options.native,
                shards: options.shards,
                by: options.by,
            });
        } else if attribute.path().is_ident("unique") {
            let options: Options = attribute.parse_args()?;
            uniques.push(UniqueAttribute {
                record: required(options.record, "record", attribute)?,
                partition: required(options.partition, "partition", attribute)?,
                sort: required(options.sort, "sort", attribute)?,
            });
        }
    }
    let entity = entity.ok_or_else(|| {
        Error::new(
            input.ident.span(),
            "`#[entity(table = ..., name = \"...\", partition(...), sort(...))]` is missing",
        )
    })?;
    Ok(Attributes { entity, indexes, uniques })
}
