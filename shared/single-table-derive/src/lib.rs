//! The derive macros of `single-table`. Use them through that crate, as `single_table::Entity`,
//! `single_table::Collection`, `single_table::expression::Document` and `single_table::stream::TableItem`.
//!
//! Data flows in one direction: `input` parses a declaration, `model` resolves it to a description of the entity, and
//! `output` writes code from that description.

mod input;
mod model;
mod output;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

use crate::input::{
    CollectionDeclaration, Declaration, DocumentDeclaration, PastVersionDeclaration, ProjectionDeclaration,
    Sketch, TableItemDeclaration,
};
use crate::model::EntityModel;

/// See `single_table::Entity`.
#[proc_macro_derive(Entity, attributes(entity, index, unique, schema))]
pub fn derive_entity(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    let expanded = expand_entity(&input).unwrap_or_else(|error| {
        let mut tokens = error.to_compile_error();
        // The code of a stub names the type without parameters.
        if input.generics.params.is_empty() {
            tokens.extend(output::stub(&Sketch::of(&input)));
        }
        tokens
    });
    expanded.into()
}

/// See `single_table::Collection`.
#[proc_macro_derive(Collection, attributes(collection, other))]
pub fn derive_collection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_collection(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// See `single_table::expression::Document`.
#[proc_macro_derive(Document)]
pub fn derive_document(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_document(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// See `single_table::stream::TableItem`.
#[proc_macro_derive(TableItem, attributes(table_item, other, record))]
pub fn derive_table_item(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_table_item(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// See `single_table::read::Projection`.
#[proc_macro_derive(Projection, attributes(projection))]
pub fn derive_projection(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_projection(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

/// See `single_table::migration::PastVersion`.
#[proc_macro_derive(PastVersion)]
pub fn derive_past_version(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand_past_version(&input).unwrap_or_else(|error| error.to_compile_error()).into()
}

fn expand_entity(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    let model = EntityModel::resolve(Declaration::parse(input)?)?;
    Ok(output::entity(&model))
}

fn expand_collection(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    Ok(output::collection(&CollectionDeclaration::parse(input)?))
}

fn expand_document(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    Ok(output::document(&DocumentDeclaration::parse(input)?))
}

fn expand_table_item(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    Ok(output::table_item(&TableItemDeclaration::parse(input)?))
}

fn expand_past_version(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    Ok(output::past_version(&PastVersionDeclaration::parse(input)?))
}

fn expand_projection(input: &DeriveInput) -> syn::Result<proc_macro2::TokenStream> {
    output::projection(&ProjectionDeclaration::parse(input)?)
}
