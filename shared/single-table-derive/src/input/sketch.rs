//! The parts of a refused entity that can be read in spite of its mistake.

use proc_macro2::{TokenStream, TokenTree};
use syn::parse::{ParseStream, Parser as _};
use syn::{Attribute, DeriveInput, Ident, LitStr, Path, Result, Type, Visibility};

use super::component::{DeclaredComponent, MOST_COMPONENTS, key};
use super::declaration::named_fields;
use super::field::Field;
use super::options::value;
use super::serde_names::RenameRule;

/// An entity as far as it can be read. A part with a mistake is absent.
pub(crate) struct Sketch {
    pub(crate) vis: Visibility,
    pub(crate) ident: Ident,
    pub(crate) table: Option<Path>,
    pub(crate) name: Option<LitStr>,
    pub(crate) collection: Option<LitStr>,
    /// The types of the partition key's components. Empty if one of them is not a field, or if they are too many.
    pub(crate) partition: Vec<Type>,
    /// The types of the sort key's components, likewise.
    pub(crate) sort: Vec<Type>,
    pub(crate) fields: Vec<Field>,
    /// The indexes in whose collections the entity is, with the names of the collections.
    pub(crate) memberships: Vec<(Path, LitStr)>,
}

impl Sketch {
    pub(crate) fn of(input: &DeriveInput) -> Self {
        let entity = options_of(input, "entity").into_iter().next().unwrap_or_default();
        let fields = fields(input);
        let types_of = |name| {
            let key = option(&entity, name, key)?;
            types(&key.components, &fields).filter(|types| types.len() <= MOST_COMPONENTS)
        };
        Self {
            vis: input.vis.clone(),
            ident: input.ident.clone(),
            table: option(&entity, "table", value).or_else(|| any_path(&entity)),
            name: option(&entity, "name", value),
            collection: option(&entity, "collection", value),
            partition: types_of("partition").unwrap_or_default(),
            sort: types_of("sort").unwrap_or_default(),
            fields,
            memberships: options_of(input, "index").iter().filter_map(|index| membership(index)).collect(),
        }
    }
}

/// One option: its name, and the tokens that follow.
type AnyOption = (Ident, TokenStream);

/// Returns the options of each attribute named `name`.
fn options_of(input: &DeriveInput, name: &str) -> Vec<Vec<AnyOption>> {
    let named = input.attrs.iter().filter(|attribute| attribute.path().is_ident(name));
    named.map(options).collect()
}

fn options(attribute: &Attribute) -> Vec<AnyOption> {
    let Ok(list) = attribute.meta.require_list() else { return Vec::new() };
    let tokens: Vec<TokenTree> = list.tokens.clone().into_iter().collect();
    let is_comma = |token: &TokenTree| matches!(token, TokenTree::Punct(punct) if punct.as_char() == ',');
    let parts = tokens.split(is_comma).filter_map(|part| match part {
        [TokenTree::Ident(name), rest @ ..] => Some((name.clone(), rest.iter().cloned().collect())),
        _ => None,
    });
    parts.collect()
}

/// Parses the option named `name` if it is there and without a mistake.
fn option<T>(
    options: &[AnyOption],
    name: &str,
    parse: impl FnOnce(ParseStream<'_>) -> Result<T>,
) -> Option<T> {
    let (_, tokens) = options.iter().find(|(option, _)| option == name)?;
    parse.parse2(tokens.clone()).ok()
}

/// Returns the first value that is a path, for an entity whose option `table` is misspelled. No other option is a path.
fn any_path(options: &[AnyOption]) -> Option<Path> {
    options.iter().find_map(|(_, tokens)| value.parse2(tokens.clone()).ok())
}

fn fields(input: &DeriveInput) -> Vec<Field> {
    let rename = RenameRule::of(&input.attrs, |_| Ok(())).unwrap_or(RenameRule::Unchanged);
    let named = named_fields(input, "an entity").into_iter().flatten();
    named.filter_map(|field| Field::parse(field, rename).ok()).collect()
}

/// Returns the types of these components if all of them are fields.
fn types(components: &[DeclaredComponent], fields: &[Field]) -> Option<Vec<Type>> {
    let type_of = |component: &DeclaredComponent| {
        let field = fields.iter().find(|field| field.ident == component.name)?;
        Some(field.ty.clone())
    };
    components.iter().map(type_of).collect()
}

fn membership(index: &[AnyOption]) -> Option<(Path, LitStr)> {
    Some((option(index, "on", value)?, option(index, "collection", value)?))
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn a_mistake_in_one_option_leaves_the_others() {
        let sketch = Sketch::of(&parse_quote! {
            #[entity(table = music::MusicTable, name = 7, partition(album), unknown, sort(nummer), collection = "Albums")]
            #[index(on = GsiOne, view = , collection = "Years", sort())]
            #[index(on = GsiTwo)]
            struct Track { album: String, number: u16, #[serde(rename(serialize = "a"))] refused: u8 }
        });
        let text = |tokens: &dyn quote::ToTokens| tokens.to_token_stream().to_string();
        assert_eq!(sketch.table.map(|table| text(&table)).as_deref(), Some("music :: MusicTable"));
        assert!(sketch.name.is_none());
        assert_eq!(sketch.collection.map(|name| name.value()).as_deref(), Some("Albums"));
        assert_eq!(sketch.partition.iter().map(|ty| text(ty)).collect::<Vec<_>>(), ["String"]);
        assert_eq!(
            sketch.fields.iter().map(|field| field.ident.to_string()).collect::<Vec<_>>(),
            ["album", "number"]
        );
        let [(on, collection)] = sketch.memberships.as_slice() else { panic!("one index has a collection") };
        assert_eq!((text(on).as_str(), collection.value().as_str()), ("GsiOne", "Years"));
    }

    #[test]
    fn a_struct_without_anything_has_a_sketch() {
        let sketch = Sketch::of(&parse_quote!(
            #[entity]
            enum Track {}
        ));
        assert!(sketch.table.is_none() && sketch.partition.is_empty() && sketch.fields.is_empty());
    }
}
