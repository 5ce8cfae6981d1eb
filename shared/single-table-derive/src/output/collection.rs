//! Everything that `#[derive(Collection)]` emits.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use super::collection_view::collection_view;
use super::entity_name::name_check;
use super::key_format::typed_pieces;
use crate::input::{CollectionDeclaration, Member};

pub(crate) fn collection(declaration: &CollectionDeclaration) -> TokenStream {
    let first = &declaration.first;
    let table = quote!(<#first as ::single_table::private::Entity>::Table);
    let checks = declaration.members.iter().map(|member| check(declaration, member, &table));
    let view = collection_view(declaration, &table);
    let name = name_check(&declaration.name);
    quote!(#name #(#checks)* #view)
}

/// Checks that a member declares this collection, in the same table and with the same partition key.
fn check(
    declaration: &CollectionDeclaration,
    Member { entity, .. }: &Member,
    table: &TokenStream,
) -> TokenStream {
    let name = &declaration.name;
    if declaration.raw.is_some() {
        return check_raw(declaration, entity, table);
    }
    if let Some(on) = &declaration.on {
        return quote! {
            const _: () = {
                ::single_table::private::check_index_member::<#on>(<#entity as ::single_table::private::Entity>::MODEL, #name);
                const fn same<E: ::single_table::private::Entity<Table = #table>>() {}
                same::<#entity>()
            };
        };
    }
    let types = declaration.partition.iter().map(|(_, ty)| ty);
    quote! {
        const _: () = {
            ::single_table::private::check_member(<#entity as ::single_table::private::Entity>::MODEL, #name);
            const fn same<E>() where
                E: ::single_table::private::Entity<Table = #table>,
                E::Key: ::single_table::private::Key<Partition = (#(#types,)*)>,
            {}
            same::<#entity>()
        };
    }
}

/// Checks that a member has the raw partition key of the collection, in the same table.
fn check_raw(declaration: &CollectionDeclaration, entity: &Type, table: &TokenStream) -> TokenStream {
    let types = || declaration.partition.iter().map(|(_, ty)| ty);
    let literals = declaration.raw.as_deref().unwrap_or_default();
    let pieces = typed_pieces(types(), literals);
    if let Some(on) = &declaration.on {
        return quote! {
            const _: () = {
                ::single_table::private::check_raw_index_member::<#on>(<#entity as ::single_table::private::Entity>::MODEL, &#pieces);
                const fn same<E: ::single_table::private::Entity<Table = #table>>() {}
                same::<#entity>()
            };
        };
    }
    let types = types();
    quote! {
        const _: () = {
            ::single_table::private::check_raw_member(<#entity as ::single_table::private::Entity>::MODEL, &#pieces);
            const fn same<E>() where
                E: ::single_table::private::Entity<Table = #table>,
                E::Key: ::single_table::private::Key<Partition = (#(#types,)*)>,
            {}
            same::<#entity>()
        };
    }
}
