//! The constant that describes the entity: its attributes, keys, indexes, expiry, version and records.

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use proc_macro2::TokenStream;
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt as _;
use syn::spanned::Spanned as _;

use super::entity_name::entity_name;
use super::key_attributes::index_schema;
use super::key_format::{key_formats, stored_keys};
use super::shard::shards;
use crate::input::{Field, SchemaAttribute, StoredAs};
use crate::model::{
    Component, EntityModel, FieldUse, JoinedIndex, NativeIndex, Sharding, StoredField, UniqueRecord,
};

/// The value of `Entity::MODEL`.
pub(super) fn model(model: &EntityModel) -> TokenStream {
    let EntityModel { ident, name, primary, .. } = model;
    let type_name = ident.unraw().to_string();
    let collection = optional(primary.collection.as_ref().map(entity_name));
    let (name, name_hash) = (entity_name(name), hash(&name.value()));
    let has_other_names = has_other_names(model);
    let attributes = model.fields.iter().filter_map(|field| attribute(model, field));
    let is_open = model.fields.iter().any(|field| field.attribute.is_none());
    let (partition, sort) = (components(&primary.partition), components(&primary.sort));
    let joined = model.indexes.iter().map(|index| joined_key(model, index));
    let native = model.native_indexes.iter().map(native_key);
    let indexes = joined.chain(native);
    let (expiry, version) = (attribute_of(model.expiry.as_ref()), attribute_of(model.version.as_ref()));
    let records = model.records.iter().map(record);
    let schema = optional(model.schema.as_ref().map(schema_versions));
    let (key_formats, stored_keys) = (key_formats(model), stored_keys(model));
    quote! {
        ::single_table::private::Model {
            type_name: #type_name,
            module: ::core::module_path!(),
            name: #name,
            collection: #collection,
            attributes: &[#(#attributes,)*],
            is_open: #is_open,
            partition: #partition,
            sort: #sort,
            indexes: &[#(#indexes,)*],
            expiry: #expiry,
            version: #version,
            schema: #schema,
            records: &[#(#records,)*],
            key_formats: #key_formats,
            name_hash: #name_hash,
            has_other_names: #has_other_names,
            stored_keys: #stored_keys,
            is_refused: false,
        }
    }
}

/// Returns a hash of a name. One compiler makes all entities of a program, so all have the same hasher.
fn hash(name: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

/// Returns true if keys of the entity begin with another name than its own, or with no name.
fn has_other_names(model: &EntityModel) -> bool {
    let in_collection = |index: &JoinedIndex| index.key.collection.is_some();
    model.primary.collection.is_some()
        || model.has_raw_keys()
        || !model.records.is_empty()
        || model.indexes.iter().any(in_collection)
}

/// The attribute of a field. A flattened field has none, and neither has one that serde skips altogether.
fn attribute(model: &EntityModel, field: &Field) -> Option<TokenStream> {
    let name = field.attribute.as_ref().filter(|_| field.written || field.read)?;
    let aliases = &field.aliases;
    let field_use = match model.use_of(field) {
        FieldUse::Plain => quote!(Independent),
        FieldUse::Keyed => quote!(InKey),
        FieldUse::Unique => quote!(InUniqueRecord),
        FieldUse::Version => quote!(CountsVersions),
    };
    let stored_as = match field.stored_as {
        StoredAs::TextScalar => quote!(TextScalar),
        StoredAs::NumberScalar => quote!(NumberScalar),
        StoredAs::NoScalar => quote!(NoScalar),
        StoredAs::Unknown => quote!(Unknown),
    };
    Some(quote! {
        ::single_table::private::Attribute {
            name: #name,
            aliases: &[#(#aliases),*],
            field_use: ::single_table::private::FieldUse::#field_use,
            stored_as: ::single_table::private::StoredAs::#stored_as,
        }
    })
}

fn joined_key(model: &EntityModel, index: &JoinedIndex) -> TokenStream {
    // The constant can't name the entity's own `NAME`, which is read from it.
    let prefix =
        (!index.key.is_raw()).then(|| entity_name(index.key.collection.as_ref().unwrap_or(&model.name)));
    let sharding = index.sharding.as_ref().map(|Sharding { by, .. }| {
        let (count, by) = (shards(&index.view), optional(by.as_ref().map(|by| by.name.unraw().to_string())));
        quote!(::single_table::private::Sharding { count: #count, by: #by })
    });
    index_key(&IndexParts {
        schema: index_schema(&index.on),
        view: index.view.unraw().to_string(),
        prefix: optional(prefix),
        is_in_collection: index.key.collection.is_some(),
        partition: index.unsharded(),
        sort: &index.key.sort,
        is_ordered: index.key.is_ordered,
        sharding: optional(sharding),
        is_determined: index.follows_from(&model.primary),
    })
}

fn native_key(index: &NativeIndex) -> TokenStream {
    index_key(&IndexParts {
        schema: index_schema(&index.on),
        view: index.view.unraw().to_string(),
        prefix: quote!(None),
        is_in_collection: false,
        partition: &index.partition,
        sort: &index.sort,
        is_ordered: false,
        sharding: quote!(None),
        is_determined: false,
    })
}

struct IndexParts<'a> {
    schema: TokenStream,
    view: String,
    prefix: TokenStream,
    is_in_collection: bool,
    partition: &'a [Component],
    sort: &'a [Component],
    is_ordered: bool,
    sharding: TokenStream,
    is_determined: bool,
}

fn index_key(parts: &IndexParts<'_>) -> TokenStream {
    let IndexParts {
        schema,
        view,
        prefix,
        is_in_collection,
        partition,
        sort,
        is_ordered,
        sharding,
        is_determined,
    } = parts;
    let (partition, sort) = (components(partition), components(sort));
    quote! {
        ::single_table::private::IndexKey {
            index: #schema.name,
            view: #view,
            prefix: #prefix,
            is_in_collection: #is_in_collection,
            partition: #partition,
            sort: #sort,
            is_ordered: #is_ordered,
            sharding: #sharding,
            is_determined: #is_determined,
        }
    }
}

fn schema_versions(schema: &SchemaAttribute) -> TokenStream {
    let SchemaAttribute { attribute, version, past } = schema;
    let past = past.iter().map(
        |past| quote_spanned!(past.span()=> <#past as ::single_table::private::PastVersion>::ATTRIBUTES),
    );
    quote! {
        ::single_table::private::SchemaVersions { attribute: #attribute, current: #version, past: &[#(#past),*] }
    }
}

fn record(UniqueRecord { record, key, .. }: &UniqueRecord) -> TokenStream {
    let (partition, sort) = (components(&key.partition), components(&key.sort));
    quote! {
        ::single_table::private::RecordKey {
            name: <#record as ::single_table::private::Constraint>::NAME,
            partition: #partition,
            sort: #sort,
        }
    }
}

fn components(components: &[Component]) -> TokenStream {
    let components = components.iter().map(|component| {
        let (name, is_optional) = (component.name.unraw().to_string(), component.optional);
        let attribute = optional(component.attribute());
        quote! {
            ::single_table::private::Component { name: #name, attribute: #attribute, is_optional: #is_optional }
        }
    });
    quote!(&[#(#components,)*])
}

fn attribute_of(field: Option<&StoredField>) -> TokenStream {
    optional(field.map(|field| &field.attribute))
}

fn optional(value: Option<impl ToTokens>) -> TokenStream {
    value.map_or_else(|| quote!(None), |value| quote!(Some(#value)))
}
