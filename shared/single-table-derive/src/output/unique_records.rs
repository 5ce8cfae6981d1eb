//! Unique constraints: the types of their records, and the functions that list an item's records.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;
use syn::ext::IdentExt as _;

use super::bindings::with_values;
use super::component::{checked_type, clone_impl, key_type, own_fields, value_name};
use super::entity_name::entity_name;
use super::joined_key::{join_partition, join_sort};
use crate::input::Field;
use crate::model::{EntityModel, UniqueRecord};

/// The types of the records. An entity without records implements `Unconstrained`, and also `Upsertable` if
/// serde reads an item that has only the fields of the primary key.
pub(super) fn unique_records(model: &EntityModel) -> TokenStream {
    let ident = &model.ident;
    if model.records.is_empty() {
        let key = model.primary_members();
        let is_in_key = |field: &Field| key.iter().any(|component| component.name == field.ident);
        let is_upsertable = model.fields.iter().all(|field| !field.is_required() || is_in_key(field));
        let upsertable =
            is_upsertable.then(|| quote!(impl ::single_table::private::Upsertable for #ident {}));
        return quote! {
            impl ::single_table::private::Unconstrained for #ident {}
            #upsertable
        };
    }
    model.records.iter().map(|unique| record_type(model, unique)).collect()
}

fn record_type(model: &EntityModel, unique: &UniqueRecord) -> TokenStream {
    let (vis, record) = (&model.vis, &unique.record);
    let doc = format!(
        "Values that no two items of `{}` share. They are the key of the record that reserves them.",
        model.ident
    );
    let members = unique.members().into_iter().map(|component| {
        let (name, ty) = (&component.name, key_type(component));
        let doc = format!("The component `{}`.", name.unraw());
        quote!(#[doc = #doc] pub #name: #ty)
    });
    let clone_impl = clone_impl(record, &unique.members());
    let constraint_impl = constraint_impl(model, unique);
    quote! {
        #[doc = #doc]
        #[derive(Debug, PartialEq)]
        #vis struct #record {
            #(#members,)*
        }

        #clone_impl
        #constraint_impl
    }
}

fn constraint_impl(model: &EntityModel, unique: &UniqueRecord) -> TokenStream {
    let (entity, UniqueRecord { record, key, .. }) = (&model.ident, unique);
    let entity_name = entity_name(&LitStr::new(&record.unraw().to_string(), record.span()));
    let partition_key = join_partition(key, &own_fields(&key.partition));
    let sort_key = join_sort(key, &own_fields(&key.sort));
    let fields = unique.members().into_iter().map(|component| {
        let (name, attribute) = (&component.name, unique.attribute_of(component));
        quote!((#attribute, ::single_table::private::attribute(#attribute, &self.#name)?))
    });
    quote! {
        impl ::single_table::private::Constraint for #record {
            type Owner = #entity;
            const NAME: ::single_table::private::EntityName = #entity_name;

            fn partition(&self) -> ::single_table::private::KeyResult<String> {
                #partition_key
            }

            fn sort(&self) -> ::single_table::private::KeyResult<String> {
                #sort_key
            }

            fn fields(&self) -> ::single_table::private::Fallible<::single_table::private::Attributes> {
                Ok(vec![#(#fields,)*])
            }
        }
    }
}

/// The function that lists an item's records.
pub(super) fn records(model: &EntityModel) -> Option<TokenStream> {
    if model.records.is_empty() {
        return None;
    }
    let pushes = model.records.iter().map(push_record);
    Some(quote! {
        fn records(&self) -> ::single_table::private::Fallible<Vec<::single_table::private::Record>> {
            let mut records = Vec::new();
            #(#pushes)*
            Ok(records)
        }
    })
}

/// The statement that adds a record to the list, unless an optional component is absent.
fn push_record(unique: &UniqueRecord) -> TokenStream {
    let (record, members) = (&unique.record, unique.members());
    let values = members.iter().map(|component| {
        let (name, ty, value) = (&component.name, checked_type(component), value_name(&component.name));
        quote!(#name: <#ty as ::core::clone::Clone>::clone(#value))
    });
    let push = quote!(records.push(::single_table::private::Record::of(&#record { #(#values,)* })?););
    with_values(&members, &push)
}
