//! The view of an item collection.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Ident, Path, Type};

use crate::collection::{CollectionAttribute, Member};

/// The key attributes of the view. A place in it is made of their texts, but for that of the partition.
struct Keys {
    schema: TokenStream,
    partition: TokenStream,
    rest: Vec<TokenStream>,
}

impl Keys {
    fn of(on: Option<&Path>, table: &TokenStream) -> Self {
        let table_partition = quote!(<#table as ::single_table::private::Table>::PARTITION_KEY);
        let table_sort = quote!(<#table as ::single_table::private::Table>::SORT_KEY);
        match on {
            None => Self { schema: quote!(None), partition: table_partition, rest: vec![table_sort] },
            Some(on) => Self {
                schema: quote!(Some(<#on as ::single_table::private::Index>::SCHEMA)),
                partition: quote!(<#on as ::single_table::private::GlobalIndex>::PARTITION_KEY),
                rest: vec![
                    quote!(<#on as ::single_table::private::JoinedIndex>::SORT_KEY),
                    table_partition,
                    table_sort,
                ],
            },
        }
    }
}

pub(crate) fn collection_view(
    input: &DeriveInput,
    attribute: &CollectionAttribute,
    members: &[Member<'_>],
    other: Option<&Ident>,
    table: &TokenStream,
) -> TokenStream {
    let (vis, collection, name) = (&input.vis, &input.ident, &attribute.name);
    let (names, types): (Vec<_>, Vec<_>) = attribute.partition.iter().map(|(name, ty)| (name, ty)).unzip();
    let entities: Vec<&Type> = members.iter().map(|member| member.entity).collect();
    let Keys { schema, partition, rest } = Keys::of(attribute.on.as_ref(), table);
    let place: Vec<Ident> = (0..rest.len()).map(|at| format_ident!("key_{at}")).collect();
    let place_types = place.iter().map(|_| quote!(String));
    let items = items(name, members, other, table);
    let (scanned, scan_doc) = if other.is_some() {
        let doc = "A scan for everything in the table or index, also what is not in this collection: for jobs, not for requests.";
        (quote!(of_everything), doc)
    } else {
        let doc = "A scan for the items of this collection's entities, in every partition: for jobs, not for requests.";
        (quote!(of_entities), doc)
    };
    let consistent = attribute
        .on
        .is_none()
        .then(|| quote!(impl ::single_table::private::ConsistentView for #collection {}));
    quote! {
        impl #collection {
            /// A query of one partition of this collection.
            #[must_use]
            #vis fn query(#(#names: #types),*) -> ::single_table::private::Query<Self> {
                ::single_table::private::Query::new((#(#names,)*), ::single_table::private::SortCondition::any())
            }

            #[doc = #scan_doc]
            #[must_use]
            #vis fn scan() -> ::single_table::private::Scan<Self> {
                ::single_table::private::Scan::#scanned()
            }
        }

        impl ::single_table::private::View for #collection {
            type Table = #table;
            type Item = Self;
            type Partition = (#(#types,)*);
            type Sort = ();
            type Place = (#(#place_types,)*);
            const INDEX: Option<::single_table::private::IndexSchema> = #schema;

            fn partition(
                partition: &Self::Partition,
            ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                let name = const { &::single_table::private::EntityName::new(#name) };
                let key = ::single_table::private::partition_key(name, partition)?;
                Ok(vec![(#partition, ::single_table::private::AttributeValue::S(key))])
            }

            fn start_key(
                partition: &Self::Partition,
                place: &Self::Place,
                keys: &mut ::single_table::private::KeyAttributes,
            ) {
                let (#(#place,)*) = place;
                keys.push_partition(Self::partition(partition));
                #(keys.push(#rest, Ok(#place.clone()));)*
            }

            fn place(last: &::single_table::private::Item) -> ::core::result::Result<Self::Place, ::single_table::private::Error> {
                Ok((#(::single_table::private::key_text(last, #rest)?.to_owned(),)*))
            }
        }

        impl ::single_table::private::Listed for #collection {
            const ENTITIES: &'static [&'static str] =
                &[#(<#entities as ::single_table::private::Entity>::NAME.as_str(),)*];

            #items
        }

        #consistent
    }
}

/// What an item of the collection is, and when it expires.
fn items(
    name: &syn::LitStr,
    members: &[Member<'_>],
    other: Option<&Ident>,
    table: &TokenStream,
) -> TokenStream {
    let (variants, entities): (Vec<_>, Vec<_>) =
        members.iter().map(|member| (member.variant, member.entity)).unzip();
    let decode_other = if let Some(variant) = other {
        quote!(Ok(Self::#variant(item)))
    } else {
        quote!(Err(::single_table::private::not_in_collection(#name, &item)))
    };
    let other_expires = other
        .map(|variant| quote!(Self::#variant(item) => ::single_table::private::expires::<#table>(item),));
    quote! {
        fn from_item(item: ::single_table::private::Item) -> ::core::result::Result<Self, ::single_table::private::Error> {
            #(
                if ::single_table::private::is_a::<#entities>(&item) {
                    return ::single_table::decode(item).map(Self::#variants);
                }
            )*
            #decode_other
        }

        fn expiry(&self) -> Option<::single_table::private::EpochSeconds> {
            match self {
                #(Self::#variants(item) => ::single_table::private::Entity::expires(item),)*
                #other_expires
            }
        }
    }
}
