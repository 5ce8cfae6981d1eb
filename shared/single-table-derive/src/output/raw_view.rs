//! Views with raw keys.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, format_ident, quote, quote_spanned};
use syn::Ident;
use syn::spanned::Spanned as _;

use super::component::{key_types, value_names};
use super::joined_key::join_partition;
use super::key_attributes::{index_partition_attribute, index_sort_attribute, table_attribute};
use super::key_format::raw_format;
use super::place::Place;
use super::view_impl::ViewImpl;
use crate::model::{EntityModel, Format, JoinedIndex};

/// The implementations of `View` and `RawView`. `index` is absent for the view of the table.
pub(super) fn raw_view(model: &EntityModel, view: &Ident, index: Option<&JoinedIndex>) -> TokenStream {
    let view_impl = view_impl(model, view, index);
    let raw_view_impl = raw_view_impl(model, view, index);
    quote!(#view_impl #raw_view_impl)
}

/// The implementation of `View`. Items of other entities may lie among those of the view, so a page may end at one of them, and a
/// place holds the keys as texts.
fn view_impl(model: &EntityModel, view: &Ident, index: Option<&JoinedIndex>) -> TokenStream {
    let EntityModel { ident, table, .. } = model;
    let key = index.map_or(&model.primary, |index| &index.key);
    let partition_values = value_names(&key.partition);
    let partition_attribute = match index {
        Some(index) if index.global => index_partition_attribute(&index.on),
        _ => table_attribute(table, 0),
    };
    let partition_key = join_partition(key, &partition_values);
    let rest = rest(model, index);
    let place: Vec<Ident> = (0..rest.len()).map(|at| format_ident!("key_{at}")).collect();
    let place_types = place.iter().map(|_| quote!(String));
    ViewImpl {
        view,
        table,
        item: ident,
        index: index.map(|index| &index.on),
        partition: key_types(&key.partition),
        partition_key: quote! {
            let (#(#partition_values,)*) = partition;
            ::single_table::private::raw_partition(&#partition_attribute, #partition_key)
        },
        place: Place {
            types: quote!((#(#place_types,)*)),
            start_key: quote! {
                let (#(#place,)*) = place;
                keys.push_partition(Self::partition(partition));
                #(::single_table::private::push_native(keys, &#rest, #place);)*
            },
            read: quote! {
                // The partition may be the whole key.
                let _ = last;
                Ok((#(::single_table::private::native_text(last, &#rest)?,)*))
            },
        },
        mixed: quote!(true),
    }
    .into_token_stream()
}

/// The key attributes of an item that the query's partition does not determine.
fn rest(model: &EntityModel, index: Option<&JoinedIndex>) -> Vec<TokenStream> {
    let table = &model.table;
    let table_sort = model.primary.has_sort_key().then(|| table_attribute(table, 1));
    let Some(index) = index else { return table_sort.into_iter().collect() };
    let index_sort = index.key.has_sort_key().then(|| index_sort_attribute(&index.on));
    let table_partition = index.global.then(|| table_attribute(table, 0));
    index_sort.into_iter().chain(table_partition).chain(table_sort).collect()
}

fn raw_view_impl(model: &EntityModel, view: &Ident, index: Option<&JoinedIndex>) -> TokenStream {
    let table = &model.table;
    let key = index.map_or(&model.primary, |index| &index.key);
    let (scalar, attribute) = match index {
        Some(index) => {
            let on = &index.on;
            (
                quote_spanned!(on.span()=> <#on as ::single_table::private::RawIndex>::SortScalar),
                index_sort_attribute(on),
            )
        }
        None => (quote!(<#table as ::single_table::private::Table>::SortScalar), table_attribute(table, 1)),
    };
    let sort = if key.has_sort_key() { quote!(Some(#attribute)) } else { quote!(None) };
    let format = match &key.sort_format {
        Format::Raw(literals) => raw_format(&key.sort, literals),
        Format::Joined => quote!(&[]),
    };
    let sort_types = key_types(&key.sort);
    quote! {
        impl ::single_table::private::RawView for #view {
            type Sort = #sort_types;
            type SortScalar = #scalar;
            const SORT_ATTRIBUTE: Option<::single_table::private::KeyAttribute> = #sort;
            const SORT_FORMAT: &'static [::single_table::private::Piece] = #format;
        }
    }
}
