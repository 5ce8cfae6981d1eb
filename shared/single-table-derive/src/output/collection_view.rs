//! The view of an item collection, which is the enum itself.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::Ident;

use super::entity_name::entity_name;
use super::key_attributes::{index_partition_attribute, index_sort, table_attribute, table_sort};
use super::key_format::typed_pieces;
use super::place::Place;
use super::table_item::itself;
use super::view_impl::ViewImpl;
use crate::input::CollectionDeclaration;

/// The place in a collection of the table: the text of the sort key.
fn table_place(table: &TokenStream) -> Place {
    let sort = quote!(<#table as ::single_table::private::Table>::KEY.get(1));
    Place {
        types: quote!((String,)),
        start_key: quote! {
            keys.push_partition(Self::partition(partition));
            ::single_table::private::push_rest(keys, #sort, &place.0);
        },
        read: quote!(Ok((::single_table::private::rest_text(last, #sort)?,))),
    }
}

pub(super) fn collection_view(declaration: &CollectionDeclaration, table: &TokenStream) -> TokenStream {
    let functions = functions(declaration);
    let view_impl = view_impl(declaration, table);
    let order_impl = order_impl(declaration, table);
    let listed_impl = listed_impl(declaration, table);
    let (split, consistent) = (split(declaration), consistent(declaration));
    quote!(#functions #split #view_impl #order_impl #listed_impl #consistent)
}

/// `ConsistentView` for a collection of the table, or of an index that has consistent reads. Only the compiler knows the kind of
/// an index; the lifetime makes it check the bound where a query is consistent, and not here.
fn consistent(declaration: &CollectionDeclaration) -> TokenStream {
    let ident = &declaration.ident;
    let bound = declaration
        .on
        .as_ref()
        .map(|on| quote!(where for<'index> #on: ::single_table::private::ConsistentIndex));
    quote!(impl ::single_table::private::ConsistentView for #ident #bound {})
}

/// The traits that say by what the collection is ordered.
fn order_impl(declaration: &CollectionDeclaration, table: &TokenStream) -> TokenStream {
    let ident = &declaration.ident;
    if declaration.raw.is_none() && declaration.sort.is_none() {
        return named_members(declaration, table);
    }
    let is_joined = declaration.sort.is_some() && declaration.on.is_some();
    let joined_view = is_joined.then(|| {
        let name = entity_name(&declaration.name);
        let sort_types = declaration.sort.iter().flatten().map(|(_, ty)| ty);
        quote! {
            impl ::single_table::private::JoinedView for #ident {
                type Sort = (#(#sort_types,)*);
                const PREFIX: ::single_table::private::EntityName = #name;
                const SORT_IS_WHOLE: bool = false;
            }
        }
    });
    quote! {
        impl ::single_table::private::CollectionView for #ident {
            const NAMED_SORT_KEY: Option<&'static str> = None;
        }

        #joined_view
    }
}

/// The traits of a collection whose sort keys begin with the names of its members.
fn named_members(declaration: &CollectionDeclaration, table: &TokenStream) -> TokenStream {
    let ident = &declaration.ident;
    let sort = declaration.on.as_ref().map_or_else(|| table_sort(table), index_sort);
    quote! {
        impl ::single_table::private::CollectionView for #ident {
            const NAMED_SORT_KEY: Option<&'static str> =
                Some(<Self as ::single_table::private::NamedMembers>::SORT_KEY);
        }

        impl ::single_table::private::NamedMembers for #ident {
            const SORT_KEY: &'static str = #sort;
        }
    }
}

/// The functions `query` and `scan`.
fn functions(declaration: &CollectionDeclaration) -> TokenStream {
    let CollectionDeclaration { vis, ident, partition, .. } = declaration;
    let (names, types): (Vec<_>, Vec<_>) = partition.iter().map(|(name, ty)| (name, ty)).unzip();
    let (scan, doc) = if declaration.other.is_some() {
        let doc = "Returns a scan of everything in the table or index, including items outside this collection. \
                   Use it in jobs, not in requests.";
        (quote!(of_everything), doc)
    } else {
        let doc = "Returns a scan of the items of this collection's entities, in every partition. \
                   Use it in jobs, not in requests.";
        (quote!(of_entities), doc)
    };
    quote! {
        impl #ident {
            /// Returns a query of one partition of this collection.
            #[must_use]
            #[allow(clippy::too_many_arguments, reason = "a partition key has up to eight components")]
            #vis fn query(#(#names: #types),*) -> ::single_table::private::Query<Self> {
                ::single_table::private::Query::new(
                    (#(#names,)*),
                    ::single_table::private::SortCondition::any(),
                )
            }

            #[doc = #doc]
            #[must_use]
            #vis fn scan() -> ::single_table::private::Scan<Self> {
                ::single_table::private::Scan::#scan()
            }
        }
    }
}

/// The function `split`. It doesn't compile for an enum that is refused because it has an entity twice.
fn split(declaration: &CollectionDeclaration) -> Option<TokenStream> {
    let CollectionDeclaration { vis, ident, members, other, twice, .. } = declaration;
    if twice.is_some() {
        return None;
    }
    let variants: Vec<&Ident> = members.iter().map(|member| &member.variant).chain(other).collect();
    let entities = members.iter().map(|member| member.entity.to_token_stream());
    let types: Vec<_> = entities.chain(other.iter().map(|_| quote!(::single_table::private::Item))).collect();
    let lists: Vec<syn::Index> = (0..variants.len()).map(syn::Index::from).collect();
    Some(quote! {
        impl #ident {
            /// Splits items of this collection by their variants, in the order of the enum; other items come
            /// last.
            #[must_use]
            #vis fn split(items: impl ::core::iter::IntoIterator<Item = Self>) -> (#(Vec<#types>,)*) {
                let mut split = (#(Vec::<#types>::new(),)*);
                for item in items {
                    match item {
                        #(Self::#variants(item) => split.#lists.push(item),)*
                    }
                }
                split
            }
        }
    })
}

fn view_impl(declaration: &CollectionDeclaration, table: &TokenStream) -> TokenStream {
    let on = declaration.on.as_ref();
    let types = declaration.partition.iter().map(|(_, ty)| ty);
    let attribute = on.map_or_else(|| table_attribute(table, 0), index_partition_attribute);
    let partition_key = partition_key(declaration);
    ViewImpl {
        view: &declaration.ident,
        table,
        item: &declaration.ident,
        index: on,
        partition: quote!((#(#types,)*)),
        partition_key: quote!(::single_table::private::raw_partition(&#attribute, #partition_key)),
        place: on.map_or_else(|| table_place(table), Place::of_texts),
        mixed: quote!(false),
    }
    .into_token_stream()
}

/// The text of the partition key.
fn partition_key(declaration: &CollectionDeclaration) -> TokenStream {
    let Some(literals) = &declaration.raw else {
        let name = entity_name(&declaration.name);
        return quote!(::single_table::private::partition_key(const { &#name }, partition));
    };
    let pieces = typed_pieces(declaration.partition.iter().map(|(_, ty)| ty), literals);
    quote! {
        ::single_table::private::raw_key(
            ::single_table::private::KeyKind::Partition,
            const { &#pieces as &'static [::single_table::private::Piece] },
            partition,
        )
    }
}

/// The implementation of `Listed`: the variant of an item, and the time at which it expires.
fn listed_impl(declaration: &CollectionDeclaration, table: &TokenStream) -> TokenStream {
    let CollectionDeclaration { ident, name, members, other, .. } = declaration;
    let variants: Vec<&Ident> = members.iter().map(|member| &member.variant).collect();
    let entities: Vec<_> = members.iter().map(|member| itself(&member.entity)).collect();
    let decode_other = if let Some(variant) = other {
        quote!(Ok(Self::#variant(item)))
    } else {
        quote!(Err(::single_table::private::not_in_collection::<#table>(#name, &item)))
    };
    let lists = if other.is_some() {
        quote!({
            let _ = item;
            true
        })
    } else {
        quote!(#(::single_table::private::is_a::<#entities>(item))||*)
    };
    quote! {
        impl ::single_table::private::Listed for #ident {
            const ENTITIES: &'static [&'static str] =
                &[#(<#entities as ::single_table::private::Entity>::NAME.as_str(),)*];

            fn from_item(item: ::single_table::private::Item) -> ::single_table::private::Fallible<Self> {
                #(
                    if ::single_table::private::is_a::<#entities>(&item) {
                        return ::single_table::private::decode::<#entities>(item).map(Self::#variants);
                    }
                )*
                #decode_other
            }

            fn lists(item: &::single_table::private::Item) -> bool {
                #lists
            }
        }
    }
}
