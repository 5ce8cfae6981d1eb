//! `#[derive(Collection)]`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{
    Data, DeriveInput, Error, Fields, Ident, LitStr, Path, Result, Token, Type, Variant, parenthesized,
};

use crate::collection_view::collection_view;

/// `#[collection(...)]`.
pub(crate) struct CollectionAttribute {
    pub(crate) name: LitStr,
    pub(crate) on: Option<Path>,
    pub(crate) partition: Vec<(Ident, Type)>,
}

impl Parse for CollectionAttribute {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let (mut name, mut on, mut partition) = (None, None, None);
        while !input.is_empty() {
            let option: Ident = input.parse()?;
            match option.to_string().as_str() {
                "name" => {
                    input.parse::<Token![=]>()?;
                    name = Some(input.parse()?);
                }
                "on" => {
                    input.parse::<Token![=]>()?;
                    on = Some(input.parse()?);
                }
                "partition" => partition = Some(parse_partition(input)?),
                _ => {
                    let message = format!("unknown option `{option}`; there are name, on and partition");
                    return Err(Error::new(option.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(Self {
            name: name.ok_or_else(|| input.error("`name` is missing"))?,
            on,
            partition: partition.ok_or_else(|| input.error("`partition` is missing"))?,
        })
    }
}

fn parse_partition(input: ParseStream<'_>) -> Result<Vec<(Ident, Type)>> {
    let content;
    parenthesized!(content in input);
    let component = |input: ParseStream<'_>| {
        let name = input.parse()?;
        input.parse::<Token![:]>()?;
        Ok((name, input.parse()?))
    };
    Ok(content.parse_terminated(component, Token![,])?.into_iter().collect())
}

/// A variant that holds an entity.
pub(crate) struct Member<'a> {
    pub(crate) variant: &'a Ident,
    pub(crate) entity: &'a Type,
}

pub(crate) fn expand(input: &DeriveInput) -> Result<TokenStream> {
    let attribute = parse_attribute(input)?;
    let (members, other) = members(input)?;
    let first = members
        .first()
        .map(|member| member.entity)
        .ok_or_else(|| Error::new(input.ident.span(), "a collection has at least one entity"))?;
    let table = quote!(<#first as ::single_table::private::Entity>::Table);
    let checks = checks(&attribute, &members, &table);
    let view = collection_view(input, &attribute, &members, other, &table);
    Ok(quote!(#checks #view))
}

fn parse_attribute(input: &DeriveInput) -> Result<CollectionAttribute> {
    let mut found = input.attrs.iter().filter(|attribute| attribute.path().is_ident("collection"));
    let attribute = found.next().ok_or_else(|| {
        let message = "`#[collection(name = \"...\", partition(...))]` is missing";
        Error::new(input.ident.span(), message)
    })?;
    match found.next() {
        Some(second) => Err(Error::new_spanned(second, "`#[collection(...)]` stands twice")),
        None => attribute.parse_args(),
    }
}

fn members(input: &DeriveInput) -> Result<(Vec<Member<'_>>, Option<&Ident>)> {
    let Data::Enum(data) = &input.data else {
        return Err(Error::new(
            input.ident.span(),
            "a collection is an enum with one entity in each variant",
        ));
    };
    let mut members = Vec::new();
    let mut other = None;
    for variant in &data.variants {
        let held = held(variant)?;
        if variant.attrs.iter().any(|attribute| attribute.path().is_ident("other")) {
            if other.replace(&variant.ident).is_some() {
                return Err(Error::new(variant.ident.span(), "`#[other]` stands twice"));
            }
        } else {
            members.push(Member { variant: &variant.ident, entity: held });
        }
    }
    Ok((members, other))
}

fn held(variant: &Variant) -> Result<&Type> {
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(&fields.unnamed[0].ty),
        _ => Err(Error::new(
            variant.ident.span(),
            "a variant of a collection holds one entity: `Track(Track)`",
        )),
    }
}

/// Each entity says that it is in this collection, in the same table, with the same partition key.
fn checks(attribute: &CollectionAttribute, members: &[Member<'_>], table: &TokenStream) -> TokenStream {
    let name = &attribute.name;
    let types = attribute.partition.iter().map(|(_, ty)| ty);
    let partition = quote!((#(#types,)*));
    let checks = members.iter().map(|Member { entity, .. }| match &attribute.on {
        None => quote! {
            const _: () = {
                ::single_table::private::check_member::<#entity>(#name);
                const fn same<E>() where
                    E: ::single_table::private::Entity<Table = #table>,
                    E::Key: ::single_table::private::Key<Partition = #partition>,
                {}
                same::<#entity>()
            };
        },
        Some(on) => quote! {
            const _: () = {
                ::single_table::private::check_index_member::<#entity, #on>(#name);
                const fn same<E: ::single_table::private::Entity<Table = #table>>() {}
                same::<#entity>()
            };
        },
    });
    quote!(#(#checks)*)
}
