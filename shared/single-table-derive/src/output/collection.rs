//! Everything that `#[derive(Collection)]` emits.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned as _;
use syn::{Path, Type};

use super::checks::held;
use super::collection_view::collection_view;
use super::entity_name::name_check;
use super::key_format::typed_pieces;
use super::table_item::itself;
use crate::input::CollectionDeclaration;

pub(crate) fn collection(declaration: &CollectionDeclaration) -> TokenStream {
    let first = itself(&declaration.first);
    let table = quote_spanned!(first.span()=> <#first as ::single_table::private::Entity>::Table);
    let members = declaration.members.iter().map(|member| member_of(declaration, &member.entity, &table));
    let view = collection_view(declaration, &table);
    let name = name_check(&declaration.name);
    let held = declaration.on.as_ref().map(|on| held(&declaration.ident, on, None));
    let twice = declaration.twice.as_ref().map(syn::Error::to_compile_error);
    quote! {
        #twice
        const _: () = {
            #name;
            #held
        };
        #(#members)*
        #view
    }
}

/// The checks of a member, and the traits that make it one.
fn member_of(declaration: &CollectionDeclaration, ty: &Type, table: &TokenStream) -> TokenStream {
    let (ident, entity) = (&declaration.ident, &itself(ty));
    let (checks, sort) = match (&declaration.raw, &declaration.on) {
        // A raw key does not contain the name of its entity, so a raw collection has no ranges of members.
        (Some(_), _) => (raw_checks(declaration, entity, table), quote!(())),
        (None, Some(on)) => (
            index_checks(declaration, entity, on),
            quote_spanned! {entity.span()=>
                <<#entity as ::single_table::private::Indexed<#on>>::View as ::single_table::private::JoinedView>::Sort
            },
        ),
        (None, None) => (
            table_checks(declaration, entity, table),
            quote!(<<#entity as ::single_table::private::Entity>::Key as ::single_table::private::Key>::Sort),
        ),
    };
    quote_spanned! {entity.span()=>
        #checks

        // The lifetimes keep the compiler from reporting here, too, that a type isn't an entity.
        impl ::single_table::private::MemberOf<#ident> for #ty
        where
            for<'member> #ty: ::single_table::private::Entity,
        {
            type Sort = #sort;
        }

        impl ::single_table::private::Members<#ident> for #ty
        where
            for<'member> #ty: ::single_table::private::Entity,
        {
            const NAMES: &'static [&'static str] = &[<#entity as ::single_table::private::Entity>::NAME.as_str()];
        }
    }
}

/// Checks that a member declares this collection of the table, with the same partition key.
fn table_checks(
    declaration: &CollectionDeclaration,
    entity: &TokenStream,
    table: &TokenStream,
) -> TokenStream {
    let (name, partition) = (&declaration.name, partition_types(declaration));
    quote_spanned! {entity.span()=>
        const _: () = {
            ::single_table::private::check_member_types::<#entity, #table, #partition>();
            ::single_table::private::check_member(<#entity as ::single_table::private::Entity>::MODEL, #name);
        };
    }
}

/// Checks that a member declares this collection of the index, with the same partition key and the same order.
fn index_checks(declaration: &CollectionDeclaration, entity: &TokenStream, on: &Path) -> TokenStream {
    let (name, partition) = (&declaration.name, partition_types(declaration));
    let is_ordered = declaration.sort.is_some();
    let shared = declaration.sort.as_ref().map(|sort| {
        let types = sort.iter().map(|(_, ty)| ty);
        quote_spanned!(entity.span()=> ::single_table::private::check_shared::<#entity, #on, (#(#types,)*)>();)
    });
    quote_spanned! {entity.span()=>
        const _: () = {
            ::single_table::private::check_index_member_types::<#entity, #on, #partition>();
            #shared
            ::single_table::private::check_index_member::<#on>(
                <#entity as ::single_table::private::Entity>::MODEL,
                #name,
                #is_ordered,
            );
        };
    }
}

fn partition_types(declaration: &CollectionDeclaration) -> TokenStream {
    let types = declaration.partition.iter().map(|(_, ty)| ty);
    quote!((#(#types,)*))
}

/// Checks that a member has the raw partition key of the collection, in the same table.
fn raw_checks(declaration: &CollectionDeclaration, entity: &TokenStream, table: &TokenStream) -> TokenStream {
    let partition = partition_types(declaration);
    let literals = declaration.raw.as_deref().unwrap_or_default();
    let pieces = typed_pieces(declaration.partition.iter().map(|(_, ty)| ty), literals);
    let Some(on) = &declaration.on else {
        return quote_spanned! {entity.span()=>
            const _: () = {
                ::single_table::private::check_member_types::<#entity, #table, #partition>();
                ::single_table::private::check_raw_member(<#entity as ::single_table::private::Entity>::MODEL, &#pieces);
            };
        };
    };
    quote_spanned! {entity.span()=>
        const _: () = {
            const fn same<E: ::single_table::private::Entity<Table = #table>>() {}
            same::<#entity>();
            ::single_table::private::check_raw_index_member::<#on>(<#entity as ::single_table::private::Entity>::MODEL, &#pieces);
        };
    }
}
