//! From the declaration to the code.

use proc_macro2::{TokenStream, TokenTree};
use quote::{ToTokens, format_ident, quote};
use syn::ext::IdentExt as _;
use syn::{DeriveInput, Error, Ident, Result};

use crate::attributes::{self, EntityAttribute, IndexAttribute};
use crate::fields::{self, Field};
use crate::keys::{self, Resolved};
use crate::views::{IndexKey, Shared};

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let (attribute, index_attributes) = attributes::parse(input)?;
    let fields = fields::parse(input)?;
    let partition = keys::resolve(&attribute.partition, &fields)?;
    let sort = keys::resolve(&attribute.sort, &fields)?;
    refuse_computed(&partition)?;
    refuse_computed(&sort)?;
    let indexes = index_attributes
        .iter()
        .map(|index| index_key(index, &partition, &fields))
        .collect::<Result<Vec<IndexKey>>>()?;

    let (vis, entity) = (&input.vis, &input.ident);
    let key = format_ident!("{}Key", entity);
    let shared =
        Shared { vis, entity, key: &key, table: &attribute.table, partition: &partition, sort: &sort };
    let implementation = implementation(&shared, &attribute, &indexes, &fields)?;
    let key_type = key_type(&shared);
    let constants = constants(&shared, attribute.ttl.as_ref(), &indexes, &fields);
    let table_view = (!sort.is_empty()).then(|| shared.table_view(&format_ident!("{}Items", entity)));
    let index_views = indexes.iter().map(|index| shared.index_view(index));
    let rekeys = indexes.iter().enumerate().filter_map(|(at, index)| {
        let others = indexes.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, other)| other);
        shared.rekey(index, &used_fields(others, &fields))
    });
    let checks = checks(&shared, attribute.ttl.as_ref());
    Ok(quote! {
        #implementation
        #checks
        #key_type
        #constants
        #table_view
        #(#index_views)*
        #(#rekeys)*
    })
}

fn refuse_computed(components: &[Resolved]) -> Result<()> {
    match components.iter().find(|component| component.computed.is_some()) {
        Some(component) => Err(Error::new(
            component.name.span(),
            "a component of the primary key is a field: what an item is found by must be stored in it",
        )),
        None => Ok(()),
    }
}

fn index_key(index: &IndexAttribute, own: &[Resolved], fields: &[Field]) -> Result<IndexKey> {
    let sort = keys::resolve(&index.sort, fields)?;
    if sort.is_empty() {
        return Err(Error::new(index.view.span(), "an index needs at least one component in `sort(...)`"));
    }
    Ok(IndexKey {
        on: index.on.clone(),
        view: index.view.clone(),
        global: index.partition.is_some(),
        partition: match &index.partition {
            Some(partition) => keys::resolve(partition, fields)?,
            None => own.to_vec(),
        },
        sort,
    })
}

/// The fields that index keys are made of, also those that a computed component reads.
fn used_fields<'a>(indexes: impl Iterator<Item = &'a IndexKey>, fields: &[Field]) -> Vec<Ident> {
    let mut used = Vec::new();
    for component in indexes.flat_map(|index| index.partition.iter().chain(&index.sort)) {
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

fn implementation(
    shared: &Shared<'_>,
    attribute: &EntityAttribute,
    indexes: &[IndexKey],
    fields: &[Field],
) -> Result<TokenStream> {
    let Shared { entity, key, table, partition, sort, .. } = shared;
    let name = &attribute.name;
    let key_names: Vec<&Ident> = partition.iter().chain(*sort).map(|component| &component.name).collect();
    let writes = indexes.iter().map(|index| {
        let on = &index.on;
        let bindings = keys::bindings(&index.sort);
        let sort = keys::borrowed_tuple(&index.sort);
        let partition = index.global.then(|| {
            let bindings = keys::bindings(&index.partition);
            let partition = keys::borrowed_tuple(&index.partition);
            quote! {
                #bindings
                keys.push(
                    <#on as ::single_table::GlobalIndex>::PARTITION_KEY,
                    ::single_table::private::partition_key(&Self::NAME, &#partition)?,
                );
            }
        });
        quote! {
            {
                #bindings
                keys.push(
                    <#on as ::single_table::Index>::SCHEMA.sort_key,
                    ::single_table::private::sort_key(&#sort)?,
                );
                #partition
            }
        }
    });
    let expires = expires(attribute, fields)?;
    Ok(quote! {
        impl ::single_table::Entity for #entity {
            type Table = #table;
            type Key = #key;
            const NAME: ::single_table::private::EntityName = ::single_table::private::EntityName::new(#name);

            fn key(&self) -> #key {
                #key { #(#key_names: ::core::clone::Clone::clone(&self.#key_names),)* }
            }

            fn write_keys(
                &self,
                keys: &mut ::single_table::KeyAttributes,
            ) -> Result<(), ::single_table::private::KeyError> {
                let key = ::single_table::Entity::key(self);
                keys.push(<#table as ::single_table::Table>::PARTITION_KEY, ::single_table::Key::partition(&key)?);
                keys.push(<#table as ::single_table::Table>::SORT_KEY, ::single_table::Key::sort(&key)?);
                #(#writes)*
                Ok(())
            }

            #expires
        }
    })
}

fn expires(attribute: &EntityAttribute, fields: &[Field]) -> Result<Option<TokenStream>> {
    let Some(ttl) = &attribute.ttl else { return Ok(None) };
    let field = fields.iter().find(|field| field.ident == *ttl);
    let name = field.and_then(|field| field.attribute.as_ref()).ok_or_else(|| {
        Error::new(ttl.span(), format!("`{ttl}` is no field of this entity with an attribute of its own"))
    })?;
    Ok(Some(quote! {
        const TTL_FIELD: ::core::option::Option<&'static str> = ::core::option::Option::Some(#name);

        fn expires(&self) -> ::core::option::Option<::single_table::EpochSeconds> {
            ::core::option::Option::from(self.#ttl)
        }
    }))
}

/// Constants that nobody may use are not evaluated; these are, so that a mistake in them does not compile.
fn checks(shared: &Shared<'_>, ttl: Option<&Ident>) -> TokenStream {
    let Shared { entity, table, .. } = shared;
    let ttl = ttl.map(|_| {
        quote! {
            const _: &str = ::single_table::private::ttl_attribute(<#table as ::single_table::Table>::TTL);
        }
    });
    quote! {
        const _: ::single_table::private::EntityName = <#entity as ::single_table::Entity>::NAME;
        #ttl
    }
}

fn key_type(shared: &Shared<'_>) -> TokenStream {
    let Shared { vis, entity, key, partition, sort, .. } = shared;
    let doc = format!("The primary key of `{entity}`.");
    let members = partition.iter().chain(*sort).map(|component| {
        let (name, ty) = (&component.name, &component.ty);
        let doc = format!("The component `{name}`.");
        quote!(#[doc = #doc] pub #name: #ty)
    });
    let (partition_names, sort_names) = (keys::names(partition), keys::names(sort));
    let sort_key = if sort.is_empty() {
        quote!(Ok(<#entity as ::single_table::Entity>::NAME.as_str().to_owned()))
    } else {
        quote!(::single_table::private::sort_key(&(#(&self.#sort_names,)*)))
    };
    let fields = partition.iter().chain(*sort).filter_map(|component| {
        let (name, attribute) = (&component.name, component.attribute.as_ref()?);
        Some(quote!((#attribute, ::single_table::private::attribute(#attribute, &self.#name)?)))
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, PartialEq)]
        #[allow(clippy::struct_field_names, reason = "the names are the entity's own")]
        #vis struct #key {
            #(#members,)*
        }

        impl ::single_table::Key for #key {
            type Entity = #entity;

            fn partition(&self) -> Result<String, ::single_table::private::KeyError> {
                ::single_table::private::partition_key(
                    &<#entity as ::single_table::Entity>::NAME,
                    &(#(&self.#partition_names,)*),
                )
            }

            fn sort(&self) -> Result<String, ::single_table::private::KeyError> {
                #sort_key
            }

            fn fields(
                &self,
            ) -> Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::Error> {
                Ok(vec![#(#fields,)*])
            }
        }
    }
}

fn constants(
    shared: &Shared<'_>,
    ttl: Option<&Ident>,
    indexes: &[IndexKey],
    fields: &[Field],
) -> TokenStream {
    let Shared { vis, entity, table, partition, sort, .. } = shared;
    let mut keyed = used_fields(indexes.iter(), fields);
    keyed.extend(partition.iter().chain(*sort).map(|component| component.name.clone()));
    let constants = fields.iter().filter_map(|field| {
        let (ty, attribute) = (&field.ty, field.attribute.as_ref()?);
        let constant = format_ident!("{}", field.ident.unraw().to_string().to_uppercase());
        let doc = format!("The field `{attribute}`.");
        // The TTL field is stored as the table's TTL attribute.
        let attribute = if ttl == Some(&field.ident) {
            quote!(::single_table::private::ttl_attribute(<#table as ::single_table::Table>::TTL))
        } else {
            quote!(#attribute)
        };
        let kind = if keyed.contains(&field.ident) { quote!(Keyed) } else { quote!(Plain) };
        Some(quote! {
            #[doc = #doc]
            #vis const #constant: ::single_table::Field<Self, #ty, ::single_table::#kind> =
                ::single_table::Field::new(#attribute);
        })
    });
    quote! {
        impl #entity {
            #(#constants)*
        }
    }
}
