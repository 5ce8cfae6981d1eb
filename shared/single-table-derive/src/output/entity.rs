//! Everything that `#[derive(Entity)]` emits.

use proc_macro2::TokenStream;
use quote::quote;

use super::checks::checks;
use super::component_checks::component_checks;
use super::constants::constants;
use super::entity_impl::entity_impl;
use super::key_type::key_type;
use super::native_view::native_view;
use super::rekey::rekey;
use super::unique_records::unique_records;
use super::versioned::versioned;
use super::view::{index_view, table_view};
use crate::model::EntityModel;

pub(crate) fn entity(model: &EntityModel) -> TokenStream {
    let entity_impl = entity_impl(model);
    let checks = checks(model);
    let component_checks = component_checks(model);
    let key_type = key_type(model);
    let constants = constants(model);
    let unique_records = unique_records(model);
    let versioned = versioned(model);
    let table_view = table_view(model);
    let index_views = model.indexes.iter().map(|index| index_view(model, index));
    let native_views = model.native_indexes.iter().map(|index| native_view(model, index));
    let rekeys = model.indexes.iter().filter_map(|index| rekey(model, index));
    quote! {
        #entity_impl
        #checks
        #component_checks
        #key_type
        #constants
        #unique_records
        #versioned
        #table_view
        #(#index_views)*
        #(#native_views)*
        #(#rekeys)*
    }
}
