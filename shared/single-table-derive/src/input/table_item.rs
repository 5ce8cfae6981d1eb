//! An enum that derives `TableItem`, parsed.

use syn::{DeriveInput, Error, Ident, Path, Result};

use super::options::{Options, required};
use super::variants::Variants;

/// Everything that an enum and its attributes say about the items of a table.
pub(crate) struct TableItemDeclaration {
    pub(crate) ident: Ident,
    pub(crate) table: Path,
    pub(crate) variants: Variants,
}

impl TableItemDeclaration {
    pub(crate) fn parse(input: &DeriveInput) -> Result<Self> {
        let table = table(input)?;
        let variants = Variants::parse(input, "an item of a table")?;
        Ok(Self { ident: input.ident.clone(), table, variants })
    }
}

/// The table that `#[table_item(...)]` names.
fn table(input: &DeriveInput) -> Result<Path> {
    let mut found = input.attrs.iter().filter(|attribute| attribute.path().is_ident("table_item"));
    let attribute = found.next().ok_or_else(|| {
        Error::new(input.ident.span(), "an item of a table needs `#[table_item(table = ...)]`: add it")
    })?;
    if let Some(second) = found.next() {
        return Err(Error::new_spanned(second, "`#[table_item(...)]` is given twice: remove one of them"));
    }
    required(Options::parse(attribute, &["table"])?.table, "table = ...", attribute)
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    #[test]
    fn an_item_of_a_table_is_an_enum_with_one_entity_in_each_variant() {
        let cases: [(DeriveInput, &str); 8] = [
            (parse_quote! { enum A { B(B) } }, "an item of a table needs `#[table_item(table = ...)]`"),
            (
                parse_quote! { #[table_item(table = T)] #[table_item(table = T)] enum A { B(B) } },
                "`#[table_item(...)]` is given twice",
            ),
            (parse_quote! { #[table_item()] enum A { B(B) } }, "`table = ...` is missing"),
            (
                parse_quote! { #[table_item(table = T, name = "A")] enum A { B(B) } },
                "unknown option `name`: this attribute takes `table`",
            ),
            (
                parse_quote! { #[table_item(table = T)] struct A { b: B } },
                "only an enum can be an item of a table",
            ),
            (
                parse_quote! { #[table_item(table = T)] enum A { B { b: B } } },
                "a variant of an item of a table holds exactly one entity",
            ),
            (
                parse_quote! { #[table_item(table = T)] enum A { #[other] B(B), #[other] C(C) } },
                "a second variant is marked `#[other]`",
            ),
            (
                parse_quote! { #[table_item(table = T)] enum A { #[record] B(B), #[record] C(C) } },
                "a second variant is marked `#[record]`",
            ),
        ];
        for (input, expected) in cases {
            let refusal = TableItemDeclaration::parse(&input).err().expect("it is refused").to_string();
            assert!(refusal.contains(expected), "{refusal}");
        }
    }
}
