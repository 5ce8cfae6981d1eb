//! The code in place of an entity that was refused.
//!
//! Without it, each use of the entity would be another error, and the one that matters would be hard to find. The types that the
//! derive would generate are left out: the compiler doesn't report a name as unknown if a derive that could have made it failed.

use proc_macro2::TokenStream;
use quote::quote;
use syn::LitStr;

use super::constants::constant;
use super::entity_name::entity_name;
use crate::input::Sketch;

/// An implementation of `Entity` that never runs, because its program doesn't compile.
pub(crate) fn stub(sketch: &Sketch) -> TokenStream {
    let Sketch { ident, partition, sort, .. } = sketch;
    let table = sketch
        .table
        .as_ref()
        .map_or_else(|| quote!(::single_table::private::RefusedTable), |table| quote!(#table));
    let (model, constants) = (model(sketch), constants(sketch));
    quote! {
        impl ::single_table::private::Entity for #ident {
            type Table = #table;
            type Key = ::single_table::private::RefusedKey<Self, (#(#partition,)*), (#(#sort,)*)>;
            const MODEL: &'static ::single_table::private::Model = &#model;

            fn key(&self) -> Self::Key {
                ::core::unreachable!()
            }

            fn write_keys(&self, _: &mut ::single_table::private::KeyAttributes) {}

            fn to_value(&self) -> ::single_table::private::ValueResult<::single_table::private::Value> {
                ::core::unreachable!()
            }

            fn from_value(_: ::single_table::private::Value) -> ::single_table::private::ValueResult<Self> {
                ::core::unreachable!()
            }
        }

        impl ::single_table::private::Unconstrained for #ident {}
        impl ::single_table::private::Upsertable for #ident {}

        #constants
    }
}

/// A description with the entity's name and its collections.
fn model(sketch: &Sketch) -> TokenStream {
    let type_name = sketch.ident.to_string();
    // A name that can't be read is not compared with others: it is made from that of the type.
    let name =
        entity_name(&sketch.name.clone().unwrap_or_else(|| LitStr::new(&type_name, sketch.ident.span())));
    let collection = sketch.collection.as_ref().map_or_else(
        || quote!(None),
        |collection| {
            let name = entity_name(collection);
            quote!(Some(#name))
        },
    );
    let indexes = sketch.memberships.iter().map(|(on, collection)| {
        let prefix = entity_name(collection);
        quote! {
            ::single_table::private::IndexKey {
                index: <#on as ::single_table::private::Index>::SCHEMA.name,
                prefix: Some(#prefix),
                ..::single_table::private::IndexKey::REFUSED
            }
        }
    });
    quote! {
        ::single_table::private::Model {
            collection: #collection,
            indexes: &[#(#indexes,)*],
            ..::single_table::private::Model::refused(#type_name, ::core::module_path!(), #name)
        }
    }
}

fn constants(sketch: &Sketch) -> TokenStream {
    let Sketch { vis, ident, fields, .. } = sketch;
    let constants = fields.iter().filter_map(|field| {
        let attribute = field.attribute.as_ref()?;
        Some(constant(vis, field, attribute, &quote!(#attribute), &quote!(Plain)))
    });
    quote! {
        impl #ident {
            #(#constants)*
        }
    }
}
