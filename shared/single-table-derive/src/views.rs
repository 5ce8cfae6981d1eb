//! The view types: one for the table, one for each index.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{Ident, Path, Visibility};

use crate::keys::{self, Prefixes, Resolved};
use crate::sharding::{self, Sharding};

/// What all views of an entity share.
pub(crate) struct Shared<'a> {
    pub(crate) vis: &'a Visibility,
    pub(crate) entity: &'a Ident,
    pub(crate) key: &'a Ident,
    pub(crate) table: &'a Path,
    pub(crate) prefixes: &'a Prefixes,
    pub(crate) partition: &'a [Resolved],
    pub(crate) sort: &'a [Resolved],
}

/// The key of one index.
pub(crate) struct IndexKey {
    pub(crate) on: Path,
    pub(crate) view: Ident,
    pub(crate) global: bool,
    pub(crate) prefixes: Prefixes,
    /// Of a local index: the entity's own. Where it is sharded, the shard is the last.
    pub(crate) partition: Vec<Resolved>,
    pub(crate) sort: Vec<Resolved>,
    pub(crate) sharding: Option<Sharding>,
}

impl IndexKey {
    /// The components that are declared, and what the shard follows from.
    pub(crate) fn components(&self) -> impl Iterator<Item = &Resolved> {
        self.open().iter().chain(self.by()).chain(&self.sort)
    }

    /// The components of the partition key but for the shard.
    pub(crate) fn open(&self) -> &[Resolved] {
        match (&self.sharding, self.partition.split_last()) {
            (Some(_), Some((_shard, open))) => open,
            _ => &self.partition,
        }
    }

    /// Returns true if each write draws the item's shard at random.
    pub(crate) fn is_at_random(&self) -> bool {
        self.sharding.as_ref().is_some_and(|sharding| sharding.by.is_none())
    }

    /// What the shard follows from.
    pub(crate) fn by(&self) -> Option<&Resolved> {
        self.sharding.as_ref()?.by.as_ref()
    }

    /// The components of the keys that the item carries for this index.
    pub(crate) fn written(&self) -> impl Iterator<Item = &Resolved> {
        let partition: &[Resolved] = if self.global { &self.partition } else { &[] };
        partition.iter().chain(&self.sort)
    }

    pub(crate) fn partition_attribute(&self) -> TokenStream {
        let on = &self.on;
        quote!(<#on as ::single_table::private::GlobalIndex>::PARTITION_KEY)
    }

    pub(crate) fn sort_attribute(&self) -> TokenStream {
        let on = &self.on;
        quote!(<#on as ::single_table::private::JoinedIndex>::SORT_KEY)
    }
}

/// The parts of a view's definition that depend on where its keys are.
struct Definition<'a> {
    view: &'a Ident,
    doc: String,
    prefixes: &'a Prefixes,
    partition: &'a [Resolved],
    sort: &'a [Resolved],
    place: Vec<Resolved>,
    schema: TokenStream,
    partition_attribute: TokenStream,
    sort_attribute: TokenStream,
    index: Option<&'a IndexKey>,
}

impl Shared<'_> {
    pub(crate) fn primary(&self) -> impl Iterator<Item = &Resolved> {
        self.partition.iter().chain(self.sort)
    }

    pub(crate) fn table_partition_attribute(&self) -> TokenStream {
        let table = self.table;
        quote!(<#table as ::single_table::private::Table>::PARTITION_KEY)
    }

    pub(crate) fn table_sort_attribute(&self) -> TokenStream {
        let table = self.table;
        quote!(<#table as ::single_table::private::Table>::SORT_KEY)
    }

    /// The view of the table itself.
    pub(crate) fn table_view(&self, view: &Ident) -> TokenStream {
        let definition = self.definition(&Definition {
            view,
            doc: format!("Lists `{}` by the table's own key.", self.entity),
            prefixes: self.prefixes,
            partition: self.partition,
            sort: self.sort,
            place: self.sort.to_vec(),
            schema: quote!(None),
            partition_attribute: self.table_partition_attribute(),
            sort_attribute: self.table_sort_attribute(),
            index: None,
        });
        quote! {
            #definition
            impl ::single_table::private::ConsistentView for #view {}
        }
    }

    /// The view of an index.
    pub(crate) fn index_view(&self, index: &IndexKey) -> TokenStream {
        let (view, on) = (&index.view, &index.on);
        let place = keys::distinct(index.sort.iter().chain(self.primary()))
            .into_iter()
            .filter(|component| index.partition.iter().all(|known| known.name != component.name))
            .cloned()
            .collect();
        let partition_attribute =
            if index.global { index.partition_attribute() } else { self.table_partition_attribute() };
        let definition = self.definition(&Definition {
            view,
            doc: format!("Lists `{}` by an index.", self.entity),
            prefixes: &index.prefixes,
            partition: &index.partition,
            sort: &index.sort,
            place,
            schema: quote!(Some(<#on as ::single_table::private::Index>::SCHEMA)),
            partition_attribute,
            sort_attribute: index.sort_attribute(),
            index: Some(index),
        });
        let (check, consistent) = if index.global {
            (quote!(on_global), TokenStream::new())
        } else {
            (quote!(on_local), quote!(impl ::single_table::private::ConsistentView for #view {}))
        };
        let of_this_table = self.of_this_table(on, &check);
        quote! {
            #definition
            #consistent
            #of_this_table
        }
    }

    /// Checks that an index is of the entity's table and of the kind that the attribute says.
    pub(crate) fn of_this_table(&self, on: &Path, check: &TokenStream) -> TokenStream {
        let table = self.table;
        quote! {
            const _: () = ::single_table::private::#check::<#on, #table>();
        }
    }

    /// The `query` functions.
    fn queries(&self, at: &Definition<'_>) -> TokenStream {
        if let Some((index, sharding)) = at.index.and_then(|index| Some((index, index.sharding.as_ref()?))) {
            return sharding::queries(self.vis, index, sharding);
        }
        let (vis, view) = (self.vis, at.view);
        let (names, arguments) = (keys::names(at.partition), keys::arguments(at.partition));
        quote! {
            impl #view {
                /// A query of one partition of this view.
                #[must_use]
                #vis fn query(#(#arguments),*) -> ::single_table::private::Query<Self> {
                    ::single_table::private::Query::new(
                        (#(#names,)*),
                        ::single_table::private::SortCondition::all::<Self>(),
                    )
                }
            }
        }
    }

    fn definition(&self, at: &Definition<'_>) -> TokenStream {
        let (vis, entity, table) = (self.vis, self.entity, self.table);
        let Definition { view, doc, prefixes, partition, sort, place, schema, .. } = at;
        let (partition_attribute, sort_attribute) = (&at.partition_attribute, &at.sort_attribute);
        let (partition_types, sort_types, place_types) =
            (keys::types(partition), keys::types(sort), keys::types(place));
        let (partition_names, place_names) = (keys::value_names(partition), keys::value_names(place));
        let queries = self.queries(at);
        let prefix = &prefixes.partition;
        let member = prefixes.member();
        let start_keys = self.start_keys(at);
        let parsing = self.parsing(at);
        quote! {
            #[doc = #doc]
            #vis struct #view;

            #queries

            impl #view {
                /// A scan for all items of this view, in every partition: for jobs, not for requests.
                #[must_use]
                #vis fn scan() -> ::single_table::private::Scan<Self> {
                    ::single_table::private::Scan::of_entities()
                }
            }

            impl ::single_table::private::View for #view {
                type Table = #table;
                type Item = #entity;
                type Partition = #partition_types;
                type Sort = #sort_types;
                type Place = #place_types;
                const INDEX: Option<::single_table::private::IndexSchema> = #schema;

                fn partition(
                    partition: &Self::Partition,
                ) -> ::core::result::Result<Vec<(&'static str, ::single_table::private::AttributeValue)>, ::single_table::private::Error> {
                    ::single_table::private::joined_partition::<Self>(partition)
                }

                fn start_key(
                    partition: &Self::Partition,
                    place: &Self::Place,
                    keys: &mut ::single_table::private::KeyAttributes,
                ) {
                    #[allow(unused_variables, reason = "a key need not use every component")]
                    let (#(#partition_names,)*) = partition;
                    let (#(#place_names,)*) = place;
                    #start_keys
                }

                fn place(last: &::single_table::private::Item) -> ::core::result::Result<Self::Place, ::single_table::private::Error> {
                    #parsing
                    Ok((#(#place_names,)*))
                }
            }

            impl ::single_table::private::JoinedView for #view {
                const PARTITION_KEY: &'static str = #partition_attribute;
                const PREFIX: ::single_table::private::EntityName = *#prefix;
                const SORT_KEY: &'static str = #sort_attribute;
                const MEMBER: Option<::single_table::private::EntityName> = #member;
            }
        }
    }

    /// The statements that join the keys after which a query goes on.
    fn start_keys(&self, at: &Definition<'_>) -> TokenStream {
        let (partition_attribute, sort_attribute) =
            (self.table_partition_attribute(), self.table_sort_attribute());
        let partition = self.prefixes.partition_key(&keys::value_names(self.partition));
        let sort = self.prefixes.sort_key(&keys::value_names(self.sort));
        let mut statements = quote! {
            keys.push(#partition_attribute, #partition);
            keys.push(#sort_attribute, #sort);
        };
        if let Some(index) = at.index {
            let (attribute, sort) =
                (&at.sort_attribute, index.prefixes.sort_key(&keys::value_names(&index.sort)));
            statements.extend(quote!(keys.push(#attribute, #sort);));
            if index.global {
                let attribute = &at.partition_attribute;
                let partition = index.prefixes.partition_key(&keys::value_names(&index.partition));
                statements.extend(quote!(keys.push(#attribute, #partition);));
            }
        }
        statements
    }

    /// Statements that read the place's components out of the keys, each from the first key that has it.
    fn parsing(&self, at: &Definition<'_>) -> TokenStream {
        let mut bound: Vec<Ident> = Vec::new();
        let mut pattern = |components: &[Resolved]| {
            let names: Vec<TokenStream> = components
                .iter()
                .map(|Resolved { name, .. }| {
                    let wanted =
                        at.place.iter().any(|component| component.name == *name) && !bound.contains(name);
                    if wanted {
                        bound.push(name.clone());
                        keys::value_name(name).into_token_stream()
                    } else {
                        quote!(_)
                    }
                })
                .collect();
            let any = names.iter().any(|name| name.to_string() != "_");
            let types = keys::types(components);
            any.then(|| quote!((#(#names,)*): #types))
        };
        let text = |attribute: &TokenStream| quote!(::single_table::private::key_text(last, #attribute)?);
        let index_sort = at.index.and_then(|index| {
            let parsed = index.prefixes.parse_sort_key(&text(&at.sort_attribute));
            pattern(at.sort).map(|pattern| quote!(let #pattern = #parsed?;))
        });
        let table_sort = pattern(self.sort).map(|pattern| {
            let parsed = self.prefixes.parse_sort_key(&text(&self.table_sort_attribute()));
            quote!(let #pattern = #parsed?;)
        });
        let table_partition = pattern(self.partition).map(|pattern| {
            let parsed = self.prefixes.parse_partition_key(&text(&self.table_partition_attribute()));
            quote!(let #pattern = #parsed?;)
        });
        quote!(#index_sort #table_sort #table_partition)
    }
}
