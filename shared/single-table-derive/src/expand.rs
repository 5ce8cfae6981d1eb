//! From the declaration to the code.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{DeriveInput, Error, Ident, LitStr, Result};

use crate::attributes::{self, Attributes, IndexAttribute};
use crate::constants::{Uses, constants};
use crate::fields::{self, Field};
use crate::implementation::implementation;
use crate::key_type::key_type;
use crate::keys::{self, Prefixes, Resolved};
use crate::native::{NativeKey, native_view};
use crate::rekey::rekey;
use crate::sharding::Sharding;
use crate::unique::{UniqueKey, constraints};
use crate::version::versioned;
use crate::views::{IndexKey, Shared};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let Attributes { entity: attribute, indexes: index_attributes, uniques } = attributes::parse(input)?;
    let fields = fields::parse(input)?;
    let partition = keys::resolve(&attribute.partition, &fields)?;
    let sort = keys::resolve(&attribute.sort, &fields)?;
    refuse_absent(&partition)?;
    refuse_absent(&sort)?;
    refuse_second_view(&index_attributes)?;
    let (vis, entity) = (&input.vis, &input.ident);
    let (native_attributes, joined_attributes): (Vec<_>, Vec<_>) =
        index_attributes.iter().partition(|index| index.native.is_some());
    let natives = native_attributes
        .into_iter()
        .map(|index| NativeKey::of(index, attribute.ttl.as_ref(), &fields))
        .collect::<Result<Vec<_>>>()?;
    let indexes = joined_attributes
        .into_iter()
        .map(|index| index_key(entity, index, attribute.collection.as_ref(), &partition, &fields))
        .collect::<Result<Vec<IndexKey>>>()?;

    let uniques = uniques
        .iter()
        .map(|unique| UniqueKey::of(input, unique, &attribute, &fields))
        .collect::<Result<Vec<UniqueKey>>>()?;

    let key = format_ident!("{}Key", entity);
    let prefixes = Prefixes::of(entity, attribute.collection.as_ref(), &sort);
    let shared = Shared {
        vis,
        entity,
        key: &key,
        table: &attribute.table,
        prefixes: &prefixes,
        partition: &partition,
        sort: &sort,
    };
    let mut keyed = used_fields(indexes.iter().flat_map(IndexKey::components), &fields);
    keyed.extend(shared.primary().map(|component| component.name.clone()));
    let mut unique = used_fields(uniques.iter().flat_map(UniqueKey::components), &fields);
    // A record expires when its owner does.
    unique.extend(attribute.ttl.clone().filter(|_| !uniques.is_empty()));
    let read = [&attribute.ttl, &attribute.version].into_iter().flatten().cloned();
    fields::refuse_skipped(&keyed.iter().chain(&unique).cloned().chain(read).collect::<Vec<_>>(), &fields)?;
    let uses = Uses { keyed, unique, version: attribute.version.as_ref() };
    uses.refuse_version_in_keys()?;
    let implementation = implementation(&shared, &attribute, &indexes, &natives, &uniques, &fields)?;
    let key_type = key_type(&shared);
    let constants = constants(&shared, attribute.ttl.as_ref(), &uses, &fields);
    let constraints = constraints(&shared, &uniques);
    let versioned = versioned(&shared, attribute.version.as_ref(), &fields)?;
    let table_view = shared.table_view(&format_ident!("{}Items", entity));
    let index_views = indexes.iter().map(|index| shared.index_view(index));
    let native_views = natives.iter().map(|index| native_view(&shared, index));
    let rekeys = indexes.iter().enumerate().filter_map(|(at, index)| {
        let others = indexes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        let mut elsewhere = used_fields(others.flat_map(IndexKey::components), &fields);
        elsewhere.extend(uses.unique.iter().chain(uses.version).cloned());
        rekey(&shared, index, &elsewhere)
    });
    let checks = checks(&shared, attribute.ttl.as_ref(), &fields);
    Ok(quote! {
        #implementation
        #checks
        #key_type
        #constants
        #constraints
        #versioned
        #table_view
        #(#index_views)*
        #(#native_views)*
        #(#rekeys)*
    })
}

/// An item has one key for an index, so the index can list it in one way.
fn refuse_second_view(indexes: &[IndexAttribute]) -> Result<()> {
    for (at, index) in indexes.iter().enumerate() {
        let name = index.on.segments.last().map(|segment| &segment.ident);
        let first =
            indexes[..at].iter().find(|first| first.on.segments.last().map(|last| &last.ident) == name);
        if let Some(first) = first {
            let refused =
                format!("this entity is in the index already, as `{}`; use another index", first.view);
            return Err(Error::new_spanned(&index.on, refused));
        }
    }
    Ok(())
}

fn refuse_absent(components: &[Resolved]) -> Result<()> {
    for component in components {
        let refused = if component.computed.is_some() {
            "a component of the primary key is a field: what an item is found by must be stored in it"
        } else if component.optional {
            "a component of the primary key is always there; `?` is for the keys of indexes"
        } else {
            continue;
        };
        return Err(Error::new(component.name.span(), refused));
    }
    Ok(())
}

fn index_key(
    entity: &Ident,
    index: &IndexAttribute,
    own_collection: Option<&LitStr>,
    own_partition: &[Resolved],
    fields: &[Field],
) -> Result<IndexKey> {
    let sort = keys::resolve(&index.sort, fields)?;
    if sort.is_empty() {
        return Err(Error::new(index.view.span(), "an index needs at least one component in `sort(...)`"));
    }
    let sharding = Sharding::of(index, fields)?;
    let (mut partition, collection) = match (&index.partition, &index.collection) {
        (Some(partition), collection) => (keys::resolve(partition, fields)?, collection.as_ref()),
        (None, None) => (own_partition.to_vec(), own_collection),
        (None, Some(collection)) => {
            let refused = "a local index lists the entity's own collection; leave this out";
            return Err(Error::new(collection.span(), refused));
        }
    };
    partition.extend(sharding.as_ref().map(|sharding| sharding.component(&index.view)));
    Ok(IndexKey {
        on: index.on.clone(),
        view: index.view.clone(),
        global: index.partition.is_some(),
        prefixes: Prefixes::of(entity, collection, &sort),
        partition,
        sort,
        sharding,
    })
}

/// The fields that components are made of, also those that a computed one reads.
fn used_fields<'a>(components: impl Iterator<Item = &'a Resolved>, fields: &[Field]) -> Vec<Ident> {
    let mut used = Vec::new();
    for component in components {
        match &component.computed {
            None => used.push(component.name.clone()),
            Some(computed) => {
                let mut read = Vec::new();
                identifiers(computed.to_token_stream(), &mut read);
                used.extend(read.into_iter().filter(|name| fields.iter().any(|field| field.ident == *name)));
            }
        }
    }
    used
}

fn identifiers(tokens: TokenStream, found: &mut Vec<Ident>) {
    for token in tokens {
        match token {
            TokenTree::Ident(ident) => found.push(ident),
            TokenTree::Group(group) => identifiers(group.stream(), found),
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Constants that nobody may use are not evaluated; these are, so that a mistake in them does not compile.
fn checks(shared: &Shared<'_>, ttl: Option<&Ident>, fields: &[Field]) -> TokenStream {
    let Shared { entity, table, .. } = shared;
    let is_stored = |field: &&Field| !field.skipped && ttl != Some(&field.ident);
    let names = fields.iter().filter(is_stored).filter_map(|field| {
        let name = field.attribute.as_ref()?;
        // The message points to the field.
        Some(quote_spanned! {field.ident.span()=>
            const _: () = ::single_table::private::check_attribute::<#table>(#name);
        })
    });
    let names = names.collect::<Vec<_>>();
    let ttl = ttl.map(|_| {
        quote! {
            const _: &str = ::single_table::private::ttl_attribute(<#table as ::single_table::private::Table>::TTL);
        }
    });
    quote! {
        const _: ::single_table::private::EntityName = <#entity as ::single_table::private::Entity>::NAME;
        #ttl
        #(#names)*
    }
}
