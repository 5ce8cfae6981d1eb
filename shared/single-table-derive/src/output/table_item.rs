//! Everything that `#[derive(TableItem)]` emits.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Type;
use syn::spanned::Spanned as _;

use crate::input::{Member, TableItemDeclaration};

pub(crate) fn table_item(declaration: &TableItemDeclaration) -> TokenStream {
    let members = declaration.variants.members.iter().map(|member| member_check(declaration, member));
    let coverage = coverage_check(declaration);
    let table_item_impl = table_item_impl(declaration);
    quote!(#(#members)* #coverage #table_item_impl)
}

/// The entity of a variant. All uses have the span of the variant's type, so the compiler reports a type that
/// isn't an entity only once.
pub(super) fn itself(entity: &Type) -> TokenStream {
    quote_spanned!(entity.span()=> <#entity as ::single_table::private::IsEntity>::Itself)
}

/// Checks that the entity of a variant is in the table.
fn member_check(declaration: &TableItemDeclaration, member: &Member) -> TokenStream {
    let (table, entity) = (&declaration.table, itself(&member.entity));
    quote_spanned! {member.entity.span()=>
        const _: () = {
            const fn in_table<E: ::single_table::private::Entity<Table = #table>>() {}
            in_table::<#entity>()
        };
    }
}

/// Checks that every entity of the table has a variant.
fn coverage_check(declaration: &TableItemDeclaration) -> TokenStream {
    let TableItemDeclaration { ident, table, variants } = declaration;
    let entities = variants.members.iter().map(|member| itself(&member.entity));
    let (name, has_other, has_record) =
        (ident.to_string(), variants.other.is_some(), variants.record.is_some());
    quote_spanned! {ident.span()=>
        const _: () = ::single_table::private::check_coverage::<#table>(
            #name,
            &[#(<#entities as ::single_table::private::Entity>::NAME.as_str()),*],
            #has_other,
            #has_record,
        );
    }
}

fn table_item_impl(declaration: &TableItemDeclaration) -> TokenStream {
    let TableItemDeclaration { ident, table, variants } = declaration;
    let name = ident.to_string();
    let (names, entities): (Vec<_>, Vec<_>) =
        variants.members.iter().map(|member| (&member.variant, itself(&member.entity))).unzip();
    let record = variants.record.as_ref().map(|variant| {
        quote! {
            Some(name) if ::single_table::private::is_record::<#table>(name) => {
                Ok(Self::#variant(::single_table::private::UniqueRecord::new(name.to_owned(), image)))
            }
        }
    });
    let rest = if let Some(variant) = &variants.other {
        quote!(Ok(Self::#variant(::core::convert::From::from(image))))
    } else {
        quote!(Err(::single_table::private::not_in_table_item::<#table>(#name, &image)))
    };
    quote! {
        impl ::single_table::private::TableItem for #ident {
            type Table = #table;

            fn from_image(image: ::single_table::private::StreamItem) -> ::single_table::private::Fallible<Self> {
                match ::single_table::private::entity_name::<#table>(&image) {
                    #(
                        Some(name) if name == <#entities as ::single_table::private::Entity>::NAME.as_str() => {
                            ::single_table::private::decode::<#entities>(image).map(Self::#names)
                        }
                    )*
                    #record
                    _ => #rest,
                }
            }
        }
    }
}
