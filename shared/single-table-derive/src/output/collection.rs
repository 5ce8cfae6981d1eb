//! Everything that `#[derive(Collection)]` emits.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Path, Type};

use super::collection_view::collection_view;
use crate::input::CollectionDeclaration;

pub(crate) fn collection(declaration: &CollectionDeclaration) -> TokenStream {
    let first = &declaration.first;
    let table = quote!(<#first as ::single_table::private::Entity>::Table);
    let members = declaration.members.iter().map(|member| member_of(declaration, &member.entity, &table));
    let view = collection_view(declaration, &table);
    quote!(#(#members)* #view)
}

/// The checks of a member, and the traits that make it one.
fn member_of(declaration: &CollectionDeclaration, entity: &Type, table: &TokenStream) -> TokenStream {
    let ident = &declaration.ident;
    let (checks, sort) = match &declaration.on {
        Some(on) => (
            index_checks(declaration, entity, on),
            quote_spanned! {entity.span()=>
                <<#entity as ::single_table::private::Indexed<#on>>::View as ::single_table::private::View>::Sort
            },
        ),
        None => (
            table_checks(declaration, entity, table),
            quote!(<<#entity as ::single_table::private::Entity>::Key as ::single_table::private::Key>::Sort),
        ),
    };
    quote_spanned! {entity.span()=>
        #checks

        impl ::single_table::private::MemberOf<#ident> for #entity {
            type Sort = #sort;
        }

        impl ::single_table::private::Members<#ident> for #entity {
            const NAMES: &'static [&'static str] = &[<#entity as ::single_table::private::Entity>::NAME.as_str()];
        }
    }
}

/// Checks that a member declares this collection of the table, with the same partition key.
fn table_checks(declaration: &CollectionDeclaration, entity: &Type, table: &TokenStream) -> TokenStream {
    let (name, partition) = (&declaration.name, partition_types(declaration));
    let (entity_name, collection) = (name_of(entity), name.value());
    let refused = format!(
        "`{entity_name}` is not in the collection \"{collection}\": add `collection = \"{collection}\"` to its \
         `#[entity(...)]`"
    );
    quote_spanned! {entity.span()=>
        const _: () = {
            ::single_table::private::check_member_types::<#entity, #table, #partition>();
            ::core::assert!(::single_table::private::is_member::<#entity>(#name), #refused);
        };
    }
}

/// Checks that a member declares this collection of the index, with the same partition key and the same order.
fn index_checks(declaration: &CollectionDeclaration, entity: &Type, on: &Path) -> TokenStream {
    let (name, partition) = (&declaration.name, partition_types(declaration));
    let (entity_name, collection) = (name_of(entity), name.value());
    let not_a_member = format!(
        "`{entity_name}` is not in the collection \"{collection}\" of this index: add `collection = \"{collection}\"` to its \
         `#[index(...)]`, or for a local index to its `#[entity(...)]`"
    );
    let (check_order, other_order) = order_check(declaration, entity, on);
    quote_spanned! {entity.span()=>
        const _: () = {
            ::single_table::private::check_index_member_types::<#entity, #on, #partition>();
            ::core::assert!(::single_table::private::is_index_member::<#entity, #on>(#name), #not_a_member);
            ::core::assert!(#check_order, #other_order);
        };
    }
}

/// The expression that checks the order of a member, and the message for another order.
fn order_check(declaration: &CollectionDeclaration, entity: &Type, on: &Path) -> (TokenStream, String) {
    let entity_name = name_of(entity);
    let is_ordered = quote!(::single_table::private::is_ordered_member::<#entity, #on>());
    let Some(sort) = &declaration.sort else {
        let refused = format!(
            "`{entity_name}` is `ordered`, but this collection has no `sort(...)`: name the components that the sort keys \
             share, as in `sort(time: Timestamp)`"
        );
        return (quote!(!#is_ordered), refused);
    };
    let types = sort.iter().map(|(_, ty)| ty);
    let check = quote_spanned! {entity.span()=> {
        ::single_table::private::check_shared::<#entity, #on, (#(#types,)*)>();
        #is_ordered
    }};
    let refused = format!(
        "`{entity_name}` has its name at the start of its sort keys, but this collection has `sort(...)`: add `ordered` to the \
         `#[index(...)]` of `{entity_name}`"
    );
    (check, refused)
}

/// The entity's name, for messages.
fn name_of(entity: &Type) -> String {
    entity.to_token_stream().to_string().replace(' ', "")
}

fn partition_types(declaration: &CollectionDeclaration) -> TokenStream {
    let types = declaration.partition.iter().map(|(_, ty)| ty);
    quote!((#(#types,)*))
}
