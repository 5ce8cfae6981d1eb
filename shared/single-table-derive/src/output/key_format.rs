//! Constants that describe the formats of keys.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, LitStr, Type};

use super::component::checked_type;
use super::key_attributes::{index_partition_attribute, index_sort_attribute, table_attribute};
use crate::input::DeclaredLiteral;
use crate::model::{Component, EntityModel, Format, JoinedIndex, JoinedKey};

/// The format of a raw key, for use inside a function.
pub(super) fn raw_format(components: &[Component], literals: &[DeclaredLiteral]) -> TokenStream {
    let pieces = raw_pieces(components, literals);
    quote!(const { &#pieces as &'static [::single_table::private::Piece] })
}

/// The pieces of a raw key, as an array.
pub(super) fn raw_pieces(components: &[Component], literals: &[DeclaredLiteral]) -> TokenStream {
    let components: Vec<TokenStream> = components
        .iter()
        .map(|component| {
            let (attribute, except) = (component.attribute().unwrap_or_default(), &component.except);
            raw_component(attribute, &checked_type(component), except)
        })
        .collect();
    pieces(&components, literals)
}

/// The pieces of a raw partition key that a collection declares, as an array.
pub(super) fn typed_pieces<'a>(
    types: impl Iterator<Item = &'a Type>,
    literals: &[DeclaredLiteral],
) -> TokenStream {
    let components: Vec<TokenStream> = types.map(|ty| raw_component("", &quote!(#ty), &[])).collect();
    pieces(&components, literals)
}

fn raw_component(attribute: &str, ty: &TokenStream, except: &[LitStr]) -> TokenStream {
    quote! {
        ::single_table::private::Piece::Component {
            attribute: #attribute,
            scalar: <#ty as ::single_table::private::RawComponent>::SCALAR,
            starts: <#ty as ::single_table::private::RawComponent>::STARTS,
            except: &[#(#except),*],
        }
    }
}

/// Puts literals between components.
fn pieces(components: &[TokenStream], literals: &[DeclaredLiteral]) -> TokenStream {
    let mut pieces = Vec::new();
    for place in 0..=components.len() {
        let here = literals.iter().filter(|literal| literal.place == place);
        pieces.extend(here.map(|literal| {
            let text = &literal.text;
            quote!(::single_table::private::Piece::Literal(#text))
        }));
        pieces.extend(components.get(place).cloned());
    }
    quote!([#(#pieces,)*])
}

/// The formats of the primary keys of an entity and of its records, as a list.
pub(super) fn key_formats(model: &EntityModel) -> TokenStream {
    let own = key_format(&model.name.value(), &model.primary);
    let records = model.records.iter().map(|unique| key_format(&unique.record.to_string(), &unique.key));
    quote!(&[#own, #(#records,)*])
}

fn key_format(owner: &str, key: &JoinedKey) -> TokenStream {
    let collection = key.collection.as_ref().map(LitStr::value);
    let partition = match &key.partition_format {
        Format::Raw(literals) => raw_pieces(&key.partition, literals),
        Format::Joined => joined_pieces(Some(collection.as_deref().unwrap_or(owner)), &key.partition),
    };
    let sort = match &key.sort_format {
        Format::Raw(literals) => raw_pieces(&key.sort, literals),
        Format::Joined => joined_pieces(key.has_named_sort_key().then_some(owner), &key.sort),
    };
    let is_raw = key.partition_format.is_raw();
    quote! {
        ::single_table::private::KeyFormat {
            owner: #owner,
            is_raw: #is_raw,
            partition: &#partition,
            sort: &#sort,
        }
    }
}

/// The pieces of a key that the library joins: what follows the name may be any text.
fn joined_pieces(name: Option<&str>, components: &[Component]) -> TokenStream {
    let any = quote!(::single_table::private::Piece::ANY);
    match (name, components) {
        (Some(name), []) => quote!([::single_table::private::Piece::Literal(#name)]),
        (Some(name), _) => {
            let opening = format!("{name}#");
            quote!([::single_table::private::Piece::Literal(#opening), #any])
        }
        (None, _) => quote!([#any]),
    }
}

/// Every key attribute of an entity with raw keys, as a list. An entity without raw keys has an empty list.
pub(super) fn stored_keys(model: &EntityModel) -> TokenStream {
    if !model.has_raw_keys() {
        return quote!(&[]);
    }
    let keys = halves(model).into_iter().map(stored);
    quote!(&[#(#keys,)*])
}

/// The attribute of a raw key that every item has and that holds a field.
pub(super) fn key_of_every_item(model: &EntityModel, field: &Ident) -> Option<TokenStream> {
    let holds = |half: &Half<'_>| {
        let has_field = half.components.iter().any(|component| component.name == *field);
        half.format.is_raw() && !half.is_sparse && has_field
    };
    halves(model).into_iter().find(holds).map(|half| half.attribute)
}

/// One half of a key: its partition key or its sort key.
struct Half<'m> {
    attribute: TokenStream,
    components: &'m [Component],
    format: &'m Format,
    is_sparse: bool,
}

impl<'m> Half<'m> {
    fn partition(key: &'m JoinedKey, attribute: TokenStream) -> Self {
        let (components, format) = (&key.partition, &key.partition_format);
        Self { attribute, components, format, is_sparse: key.is_sparse() }
    }

    fn sort(key: &'m JoinedKey, attribute: TokenStream) -> Self {
        let (components, format) = (&key.sort, &key.sort_format);
        Self { attribute, components, format, is_sparse: key.is_sparse() }
    }
}

/// The halves of all keys that an item has attributes for.
fn halves(model: &EntityModel) -> Vec<Half<'_>> {
    let (table, primary) = (&model.table, &model.primary);
    let mut halves = vec![Half::partition(primary, table_attribute(table, 0))];
    halves.extend(primary.has_sort_key().then(|| Half::sort(primary, table_attribute(table, 1))));
    for JoinedIndex { on, key, global, .. } in &model.indexes {
        halves.extend(global.then(|| Half::partition(key, index_partition_attribute(on))));
        halves.extend(key.has_sort_key().then(|| Half::sort(key, index_sort_attribute(on))));
    }
    halves
}

fn stored(Half { attribute, components, format, .. }: Half<'_>) -> TokenStream {
    let raw = match format {
        Format::Raw(literals) => {
            let pieces = raw_pieces(components, literals);
            quote!(Some(&#pieces))
        }
        Format::Joined => quote!(None),
    };
    quote!(::single_table::private::StoredKey { attribute: #attribute, raw: #raw })
}
