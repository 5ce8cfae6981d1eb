//! The view types: one for the table, one for each index.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{Ident, Path, Visibility};

use crate::keys::{self, Resolved};

/// What all views of an entity share.
pub(crate) struct Shared<'a> {
    pub(crate) vis: &'a Visibility,
    pub(crate) entity: &'a Ident,
    pub(crate) key: &'a Ident,
    pub(crate) table: &'a Path,
    pub(crate) partition: &'a [Resolved],
    pub(crate) sort: &'a [Resolved],
}

/// The key of one index.
pub(crate) struct IndexKey {
    pub(crate) on: Path,
    pub(crate) view: Ident,
    pub(crate) global: bool,
    /// Of a local index: the entity's own.
    pub(crate) partition: Vec<Resolved>,
    pub(crate) sort: Vec<Resolved>,
}

/// The joined partition key of a list of names in scope.
fn partition_of(entity: &Ident, names: &[&Ident]) -> TokenStream {
    quote!(::single_table::private::partition_key(&<#entity as ::single_table::Entity>::NAME, &(#(#names,)*))?)
}

/// The joined sort key; an entity without sort components has its name there.
fn sort_of(entity: &Ident, names: &[&Ident]) -> TokenStream {
    if names.is_empty() {
        quote!(<#entity as ::single_table::Entity>::NAME.as_str().to_owned())
    } else {
        quote!(::single_table::private::sort_key(&(#(#names,)*))?)
    }
}

impl Shared<'_> {
    fn primary(&self) -> impl Iterator<Item = &Resolved> {
        self.partition.iter().chain(self.sort)
    }

    /// The view of the table itself.
    pub(crate) fn table_view(&self, view: &Ident) -> TokenStream {
        let doc = format!("Lists `{}` by the table's own key.", self.entity);
        let place: Vec<Resolved> = self.sort.to_vec();
        let definition = self.definition(view, &doc, self.partition, self.sort, &place, None);
        quote! {
            #definition
            impl ::single_table::ConsistentView for #view {}
        }
    }

    /// The view of an index.
    pub(crate) fn index_view(&self, index: &IndexKey) -> TokenStream {
        let (view, on, table) = (&index.view, &index.on, self.table);
        let doc = format!("Lists `{}` by an index.", self.entity);
        let mut place: Vec<Resolved> = Vec::new();
        for component in index.sort.iter().chain(self.primary()) {
            let known = |list: &[Resolved]| list.iter().any(|known| known.name == component.name);
            if !known(&index.partition) && !known(&place) {
                place.push(component.clone());
            }
        }
        let definition = self.definition(view, &doc, &index.partition, &index.sort, &place, Some(index));
        let (bound, consistent) = if index.global {
            (quote!(::single_table::GlobalIndex), TokenStream::new())
        } else {
            (quote!(::single_table::LocalIndex), quote!(impl ::single_table::ConsistentView for #view {}))
        };
        quote! {
            #definition
            #consistent
            const _: () = {
                const fn of_this_table<I: #bound + ::single_table::Index<Table = #table>>() {}
                of_this_table::<#on>()
            };
        }
    }

    fn definition(
        &self,
        view: &Ident,
        doc: &str,
        partition: &[Resolved],
        sort: &[Resolved],
        place: &[Resolved],
        index: Option<&IndexKey>,
    ) -> TokenStream {
        let (vis, entity, table) = (self.vis, self.entity, self.table);
        let (partition_types, sort_types, place_types) =
            (keys::types(partition), keys::types(sort), keys::types(place));
        let (partition_names, place_names) = (keys::names(partition), keys::names(place));
        let arguments = partition.iter().map(|component| {
            let (name, ty) = (&component.name, &component.ty);
            quote!(#name: #ty)
        });
        let own_partition = partition_of(entity, &partition_names);
        let table_partition = partition_of(entity, &keys::names(self.partition));
        let table_sort = sort_of(entity, &keys::names(self.sort));
        let (schema, partition_attribute, sort_attribute, index_keys) = match index {
            None => (
                quote!(None),
                quote!(<#table as ::single_table::Table>::PARTITION_KEY),
                quote!(<#table as ::single_table::Table>::SORT_KEY),
                TokenStream::new(),
            ),
            Some(index) => {
                let on = &index.on;
                let sort_attribute = quote!(<#on as ::single_table::Index>::SCHEMA.sort_key);
                let index_sort = sort_of(entity, &keys::names(sort));
                let mut index_keys = quote!(keys.push(#sort_attribute, #index_sort););
                let mut partition_attribute = quote!(<#table as ::single_table::Table>::PARTITION_KEY);
                if index.global {
                    partition_attribute = quote!(<#on as ::single_table::GlobalIndex>::PARTITION_KEY);
                    index_keys.extend(quote!(keys.push(#partition_attribute, #own_partition);));
                }
                (
                    quote!(Some(<#on as ::single_table::Index>::SCHEMA)),
                    partition_attribute,
                    sort_attribute,
                    index_keys,
                )
            }
        };
        let parsing = self.parsing(sort, place, index);
        quote! {
            #[doc = #doc]
            #[derive(Debug, Clone, Copy)]
            #vis struct #view;

            impl #view {
                /// A query of one partition of this view.
                #[must_use]
                #vis fn query(#(#arguments),*) -> ::single_table::Query<Self> {
                    ::single_table::Query::new((#(#partition_names,)*))
                }
            }

            impl ::single_table::View for #view {
                type Entity = #entity;
                type Partition = #partition_types;
                type Sort = #sort_types;
                type Place = #place_types;
                const INDEX: Option<::single_table::IndexSchema> = #schema;
                const SORT_KEY: &'static str = #sort_attribute;

                fn partition(
                    partition: &Self::Partition,
                ) -> Result<(&'static str, String), ::single_table::private::KeyError> {
                    let (#(#partition_names,)*) = partition;
                    Ok((#partition_attribute, #own_partition))
                }

                fn start_key(
                    partition: &Self::Partition,
                    place: &Self::Place,
                ) -> Result<::single_table::KeyAttributes, ::single_table::private::KeyError> {
                    #[allow(unused_variables, reason = "a key need not use every component")]
                    let (#(#partition_names,)*) = partition;
                    let (#(#place_names,)*) = place;
                    let mut keys = ::single_table::KeyAttributes::new();
                    keys.push(<#table as ::single_table::Table>::PARTITION_KEY, #table_partition);
                    keys.push(<#table as ::single_table::Table>::SORT_KEY, #table_sort);
                    #index_keys
                    Ok(keys)
                }

                fn place(last: &::single_table::Item) -> Result<Self::Place, ::single_table::Error> {
                    #parsing
                    Ok((#(#place_names,)*))
                }
            }
        }
    }

    /// Statements that read the place's components out of the keys, each from the first key that has it.
    fn parsing(&self, sort: &[Resolved], place: &[Resolved], index: Option<&IndexKey>) -> TokenStream {
        let (entity, table) = (self.entity, self.table);
        let mut bound: Vec<Ident> = Vec::new();
        let mut pattern = |components: &[Resolved]| {
            let names: Vec<TokenStream> = components
                .iter()
                .map(|Resolved { name, .. }| {
                    let wanted =
                        place.iter().any(|component| component.name == *name) && !bound.contains(name);
                    if wanted {
                        bound.push(name.clone());
                        quote!(#name)
                    } else {
                        quote!(_)
                    }
                })
                .collect();
            let any = names.iter().any(|name| name.to_string() != "_");
            let types = keys::types(components);
            any.then(|| quote!((#(#names,)*): #types))
        };
        let index_sort = index.and_then(|index| {
            let on = &index.on;
            pattern(sort).map(|pattern| {
                quote! {
                    let #pattern = ::single_table::private::parse_sort_key(
                        ::single_table::private::key_text(last, <#on as ::single_table::Index>::SCHEMA.sort_key)?,
                    )?;
                }
            })
        });
        let table_sort = pattern(self.sort).map(|pattern| {
            quote! {
                let #pattern = ::single_table::private::parse_sort_key(
                    ::single_table::private::key_text(last, <#table as ::single_table::Table>::SORT_KEY)?,
                )?;
            }
        });
        let table_partition = pattern(self.partition).map(|pattern| {
            quote! {
                let #pattern = ::single_table::private::parse_partition_key(
                    &<#entity as ::single_table::Entity>::NAME,
                    ::single_table::private::key_text(last, <#table as ::single_table::Table>::PARTITION_KEY)?,
                )?;
            }
        });
        quote!(#index_sort #table_sort #table_partition)
    }

    /// `Rekey` for an index whose key an update may change: its components outside the primary key are in no other key.
    pub(crate) fn rekey(&self, index: &IndexKey, elsewhere: &[Ident]) -> Option<TokenStream> {
        let primary: Vec<&Ident> = self.primary().map(|component| &component.name).collect();
        let all: Vec<&Resolved> = index.partition.iter().chain(&index.sort).collect();
        let mut moved: Vec<Resolved> = Vec::new();
        for component in &all {
            let known = moved.iter().any(|known| known.name == component.name);
            if !known && !primary.contains(&&component.name) {
                moved.push((*component).clone());
            }
        }
        let free = moved
            .iter()
            .all(|component| component.computed.is_none() && !elsewhere.contains(&component.name));
        if moved.is_empty() || !free {
            return None;
        }
        let (view, on, entity, key) = (&index.view, &index.on, self.entity, self.key);
        let (moved_names, moved_types) = (keys::names(&moved), keys::types(&moved));
        let partition = if index.global { index.partition.as_slice() } else { &[] };
        let joined: Vec<&Resolved> = partition.iter().chain(&index.sort).collect();
        let used: Vec<&&Ident> =
            primary.iter().filter(|name| joined.iter().any(|c| c.name == ***name)).collect();
        let fields = moved.iter().filter_map(|component| {
            let (name, attribute) = (&component.name, component.attribute.as_ref()?);
            Some(quote!((#attribute, ::single_table::private::attribute(#attribute, #name)?)))
        });
        let sort = sort_of(entity, &keys::names(&index.sort));
        let partition = index.global.then(|| {
            let partition = partition_of(entity, &keys::names(&index.partition));
            quote!((
                <#on as ::single_table::GlobalIndex>::PARTITION_KEY,
                ::single_table::private::AttributeValue::S(#partition),
            ),)
        });
        Some(quote! {
            impl ::single_table::Rekey for #view {
                type Moved = #moved_types;

                fn moved(
                    key: &#key,
                    moved: &Self::Moved,
                ) -> Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::Error> {
                    let #key { #(#used,)* .. } = key;
                    let (#(#moved_names,)*) = moved;
                    Ok(vec![
                        #(#fields,)*
                        #partition
                        (
                            <#on as ::single_table::Index>::SCHEMA.sort_key,
                            ::single_table::private::AttributeValue::S(#sort),
                        ),
                    ])
                }
            }
        })
    }
}
