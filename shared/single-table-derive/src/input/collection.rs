//! An enum that derives `Collection`, parsed.

use syn::parse::{Parse, ParseStream};
use syn::{DeriveInput, Error, Ident, LitStr, Path, Result, Token, Type, Visibility, parenthesized};

use super::component::{DeclaredLiteral, MOST_COMPONENTS, TOO_MANY};
use super::options::{once, separator, unknown, value};
use super::variants::{Member, Variants};

/// Everything that an enum and its attributes say about an item collection.
pub(crate) struct CollectionDeclaration {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) name: LitStr,
    /// The index that lists the collection. Without one, the table does.
    pub(crate) on: Option<Path>,
    /// The names and types of the partition key's components.
    pub(crate) partition: Vec<(Ident, Type)>,
    /// The names and types of the components that begin the sort keys of all members. Without them, the members' names do.
    pub(crate) sort: Option<Vec<(Ident, Type)>>,
    /// The literals of the partition key, if the keys are raw.
    pub(crate) raw: Option<Vec<DeclaredLiteral>>,
    /// The first member's entity. The collection is in its table.
    pub(crate) first: Type,
    /// The variants with an entity, each entity once.
    pub(crate) members: Vec<Member>,
    /// The variant that holds items of all other entities.
    pub(crate) other: Option<Ident>,
    /// The error for an entity in two variants.
    pub(crate) twice: Option<Error>,
}

impl CollectionDeclaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let CollectionAttribute { name, on, partition, sort, raw } = CollectionAttribute::of(input)?;
        let Variants { members, other, .. } = Variants::parse(input, "a collection")?;
        // The other variants are declared all the same, so that uses of the collection are no errors.
        let mut twice = None;
        let mut once: Vec<Member> = Vec::new();
        for member in members {
            if once.iter().any(|known| known.entity == member.entity) {
                let refused = "a second variant holds this entity: remove one of them";
                twice = Some(Error::new(member.variant.span(), refused));
            } else {
                once.push(member);
            }
        }
        let members = once;
        let first = members
            .first()
            .map(|member| member.entity.clone())
            .ok_or_else(|| Error::new(input.ident.span(), "a collection needs an entity: add a variant"))?;
        let (vis, ident) = (input.vis.clone(), input.ident.clone());
        Ok(Self { vis, ident, name, on, partition, sort, raw, first, members, other, twice })
    }
}

/// `#[collection(...)]`.
struct CollectionAttribute {
    name: LitStr,
    on: Option<Path>,
    partition: Vec<(Ident, Type)>,
    sort: Option<Vec<(Ident, Type)>>,
    raw: Option<Vec<DeclaredLiteral>>,
}

impl CollectionAttribute {
    fn of(input: &DeriveInput) -> Result<Self> {
        let mut found = input.attrs.iter().filter(|attribute| attribute.path().is_ident("collection"));
        let attribute = found.next().ok_or_else(|| {
            let message = "a collection needs `#[collection(name = \"...\", partition(...))]`: add it";
            Error::new(input.ident.span(), message)
        })?;
        match found.next() {
            Some(second) => {
                Err(Error::new_spanned(second, "`#[collection(...)]` is given twice: remove one of them"))
            }
            None => attribute.parse_args(),
        }
    }
}

impl Parse for CollectionAttribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut name, mut on, mut partition, mut sort, mut raw) = (None, None, None, None, None);
        while !input.is_empty() {
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "name" => once(&mut name, &option, value(input)?)?,
                "on" => once(&mut on, &option, value(input)?)?,
                "partition" => once(&mut partition, &option, typed_components(input)?)?,
                "sort" => once(&mut sort, &option, shared_components(&option, input)?)?,
                "raw" => once(&mut raw, &option, option.clone())?,
                _ => return Err(unknown(&option, &["name", "on", "partition", "sort", "raw"])),
            }
            separator(input)?;
        }
        let name =
            name.ok_or_else(|| input.error("`name = \"...\"` is missing in this attribute: add it"))?;
        let (partition, literals) =
            partition.ok_or_else(|| input.error("`partition(...)` is missing in this attribute: add it"))?;
        if let (None, Some(literal)) = (&raw, literals.first()) {
            let refused = "only a raw key has literals: add `raw` to this attribute";
            return Err(Error::new(literal.text.span(), refused));
        }
        if let Some([(first, _), ..]) = sort.as_deref() {
            refuse_order(first, on.as_ref(), raw.as_ref())?;
        }
        Ok(Self { name, on, partition, sort, raw: raw.map(|_| literals) })
    }
}

/// Refuses shared components where the members' keys can't begin with them.
fn refuse_order(first: &Ident, on: Option<&Path>, raw: Option<&Ident>) -> Result<()> {
    let refused = match (on, raw) {
        (None, _) => {
            "only a collection of an index can be ordered by shared components, because two entities with equal components \
             would have the same primary key in the table: add `on = ...` with an index"
        }
        (Some(_), Some(_)) => "a collection with `raw` has no shared components: remove `sort(...)` or `raw`",
        (Some(_), None) => return Ok(()),
    };
    Err(Error::new(first.span(), refused))
}

/// Parses the components that the members' sort keys share: at least one.
fn shared_components(option: &Ident, input: ParseStream<'_>) -> Result<Vec<(Ident, Type)>> {
    let (components, literals) = typed_components(input)?;
    if let Some(literal) = literals.first() {
        let refused = "the shared components of a collection have no literals: remove this text";
        return Err(Error::new(literal.text.span(), refused));
    }
    if components.is_empty() {
        let refused = "`sort()` names no shared component: name at least one, as in `sort(time: Timestamp)`, or remove `sort`";
        return Err(Error::new(option.span(), refused));
    }
    Ok(components)
}

/// Components with their types.
type TypedComponents = Vec<(Ident, Type)>;

/// Parses components with their types, and the literals of a raw key around them.
fn typed_components(input: ParseStream<'_>) -> Result<(TypedComponents, Vec<DeclaredLiteral>)> {
    let content;
    parenthesized!(content in input);
    let (mut components, mut literals) = (Vec::new(), Vec::new());
    while !content.is_empty() {
        if content.peek(LitStr) {
            literals.push(DeclaredLiteral { place: components.len(), text: content.parse()? });
        } else {
            let name: Ident = content.parse()?;
            if components.len() == MOST_COMPONENTS {
                return Err(Error::new(name.span(), TOO_MANY));
            }
            content.parse::<Token![:]>()?;
            components.push((name, content.parse()?));
        }
        separator(&content)?;
    }
    Ok((components, literals))
}
