//! Unique constraints: the types of their records, and the records of an entity.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Ident, Result};

use crate::attributes::{EntityAttribute, UniqueAttribute};
use crate::fields::{self, Field};
use crate::keys::{self, Prefixes, Resolved};
use crate::views::Shared;

/// One unique constraint.
pub(crate) struct UniqueKey {
    record: Ident,
    prefixes: Prefixes,
    partition: Vec<Resolved>,
    sort: Vec<Resolved>,
}

impl UniqueKey {
    pub(crate) fn of(
        input: &DeriveInput,
        unique: &UniqueAttribute,
        entity: &EntityAttribute,
        fields: &[Field],
    ) -> Result<Self> {
        let record = unique.record.clone();
        if entity.version.is_none() {
            let needed = "a unique constraint needs `version(field)` in `#[entity(...)]`: only while the version is the \
                          one that was read are the values to be freed known";
            return Err(Error::new(record.span(), needed));
        }
        let mut partition = keys::resolve(&unique.partition, fields)?;
        let mut sort = keys::resolve(&unique.sort, fields)?;
        for component in partition.iter_mut().chain(&mut sort) {
            if component.attribute.is_none() {
                component.attribute = Some(fields::computed_attribute(input, &component.name)?);
            }
        }
        let name = quote!(&<#record as ::single_table::private::Constraint>::NAME);
        let prefixes = Prefixes { partition: name.clone(), sort: sort.is_empty().then_some(name) };
        Ok(Self { record, prefixes, partition, sort })
    }

    pub(crate) fn components(&self) -> impl Iterator<Item = &Resolved> {
        self.partition.iter().chain(&self.sort)
    }

    /// The components, each once: a key may use one twice.
    fn members(&self) -> Vec<&Resolved> {
        keys::distinct(self.components())
    }
}

/// The types of the records; an entity without any is `Unconstrained`.
pub(crate) fn constraints(shared: &Shared<'_>, uniques: &[UniqueKey]) -> TokenStream {
    let entity = shared.entity;
    if uniques.is_empty() {
        return quote!(impl ::single_table::private::Unconstrained for #entity {});
    }
    uniques.iter().map(|unique| constraint(shared, unique)).collect()
}

fn constraint(shared: &Shared<'_>, unique: &UniqueKey) -> TokenStream {
    let Shared { vis, entity, .. } = shared;
    let UniqueKey { record, prefixes, partition, sort } = unique;
    let name = record.to_string();
    let doc = format!(
        "Values of `{entity}` that no two items share, and so the key of the record that keeps them."
    );
    let members = unique.members();
    let definitions = members.iter().map(|component| {
        let (name, ty) = (&component.name, component.key_type());
        let doc = format!("The component `{name}`.");
        quote!(#[doc = #doc] pub #name: #ty)
    });
    let own = |names: Vec<&Ident>| names.into_iter().map(|name| quote!(&self.#name)).collect::<Vec<_>>();
    let partition_key = prefixes.partition_key(&own(keys::names(partition)));
    let sort_key = prefixes.sort_key(&own(keys::names(sort)));
    let fields = members.iter().filter_map(|component| {
        let (name, attribute) = (&component.name, component.attribute.as_ref()?);
        Some(quote!((#attribute, ::single_table::private::attribute(#attribute, &self.#name)?)))
    });
    quote! {
        #[doc = #doc]
        #[derive(Debug, Clone, PartialEq)]
        #vis struct #record {
            #(#definitions,)*
        }

        impl ::single_table::private::Constraint for #record {
            type Owner = #entity;
            const NAME: ::single_table::private::EntityName = ::single_table::private::EntityName::new(#name);

            fn partition(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                #partition_key
            }

            fn sort(&self) -> ::core::result::Result<String, ::single_table::private::KeyError> {
                #sort_key
            }

            fn fields(
                &self,
            ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                Ok(vec![#(#fields,)*])
            }
        }
    }
}

/// The parts of `Entity` that list and make the records.
pub(crate) fn records(uniques: &[UniqueKey]) -> Option<TokenStream> {
    if uniques.is_empty() {
        return None;
    }
    let names = uniques.iter().map(|unique| {
        let record = &unique.record;
        quote!(<#record as ::single_table::private::Constraint>::NAME.as_str())
    });
    let pushes = uniques.iter().map(|unique| {
        let (record, members) = (&unique.record, unique.members());
        let values = members.iter().map(|component| {
            let (name, value) = (&component.name, keys::value_name(&component.name));
            quote!(#name: ::core::clone::Clone::clone(#value))
        });
        let push = quote!(records.push(::single_table::private::Record::of(&#record { #(#values,)* })?););
        keys::with_values(&members, &push)
    });
    Some(quote! {
        const RECORDS: &'static [&'static str] = &[#(#names,)*];

        fn records(&self) -> ::core::result::Result<Vec<::single_table::private::Record>, ::single_table::private::Error> {
            let mut records = Vec::new();
            #(#pushes)*
            Ok(records)
        }
    })
}
