//! A field of the struct, with the name that serde gives it.

use syn::meta::ParseNestedMeta;
use syn::{Error, Ident, LitStr, Result, Type};

use super::serde_names::{RenameRule, serde_attributes, skip_value};
use super::stored_as::{StoredAs, has_128_bits, is_option};

/// A type of set of DynamoDB's.
#[derive(Clone, Copy)]
pub(crate) enum SetType {
    Strings,
    Numbers,
    Binaries,
}

impl SetType {
    /// The set that a module named in `#[serde(with = "...")]` stores; none if it is another module.
    fn of_module(module: &str) -> Option<Self> {
        match module.strip_prefix("::").unwrap_or(module) {
            "serde_dynamo::string_set" => Some(Self::Strings),
            "serde_dynamo::number_set" => Some(Self::Numbers),
            "serde_dynamo::binary_set" => Some(Self::Binaries),
            _ => None,
        }
    }
}

/// A field of an entity or of a document.
#[expect(clippy::struct_excessive_bools, reason = "serde's options are independent of each other")]
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The name of the field's attribute. A flattened field has no attribute of its own.
    pub(crate) attribute: Option<String>,
    /// Further names under which serde reads the field.
    pub(crate) aliases: Vec<String>,
    /// The DynamoDB type of the field's attribute.
    pub(crate) stored_as: StoredAs,
    /// A function serializes the field, so its type doesn't determine the stored value.
    pub(crate) opaque: bool,
    /// The type of set that `serde_dynamo`'s function stores the field as.
    pub(crate) set: Option<SetType>,
    /// Serde reads an item without the field's attribute.
    pub(crate) may_be_absent: bool,
    /// Serde leaves the field out for some values, or an item without it has a value from a function.
    pub(crate) has_own_default: bool,
    /// Serde writes the field.
    pub(crate) written: bool,
    /// Serde reads the field.
    pub(crate) read: bool,
}

impl Field {
    pub(super) fn parse(field: &syn::Field, rename: RenameRule) -> Result<Self> {
        let ident = field.ident.clone().ok_or_else(|| Error::new_spanned(field, "name this field"))?;
        let mut parsed = Self {
            attribute: Some(rename.attribute_name(&ident)),
            stored_as: StoredAs::of(&field.ty),
            ident,
            ty: field.ty.clone(),
            aliases: Vec::new(),
            opaque: false,
            set: None,
            may_be_absent: false,
            has_own_default: false,
            written: true,
            read: true,
        };
        let mut is_read_by_function = false;
        for serde in serde_attributes(&field.attrs) {
            serde.parse_nested_meta(|meta| {
                is_read_by_function |= meta.path.is_ident("with") || meta.path.is_ident("deserialize_with");
                parsed.take(&meta)
            })?;
        }
        parsed.may_be_absent |= is_option(&field.ty) && !is_read_by_function;
        if parsed.opaque {
            parsed.stored_as = StoredAs::Unknown;
        }
        parsed.refuse_128_bits()?;
        Ok(parsed)
    }

    /// Takes over one of serde's options.
    fn take(&mut self, meta: &ParseNestedMeta<'_>) -> Result<()> {
        let is = |option| meta.path.is_ident(option);
        if is("rename") {
            if meta.input.peek(syn::token::Paren) {
                return Err(meta.error(
                    "a field is written and read under one name: write `rename = \"...\"`, and `alias = \"...\"` for \
                     other names to read",
                ));
            }
            self.attribute = Some(meta.value()?.parse::<LitStr>()?.value());
            return Ok(());
        }
        if is("alias") {
            self.aliases.push(meta.value()?.parse::<LitStr>()?.value());
            return Ok(());
        }
        if is("flatten") {
            self.attribute = None;
        }
        self.may_be_absent |= is("default");
        let is_path = is("default") && meta.input.peek(syn::Token![=]);
        self.has_own_default |= is_path || is("skip_serializing_if");
        self.written &= !is("skip") && !is("skip_serializing");
        self.read &= !is("skip") && !is("skip_deserializing");
        self.opaque |= is("with") || is("serialize_with");
        if is("with") {
            self.set = SetType::of_module(&meta.value()?.parse::<LitStr>()?.value());
            return Ok(());
        }
        skip_value(meta)
    }

    /// Returns true if serde reads the field, but doesn't write it.
    pub(crate) fn is_unstored(&self) -> bool {
        self.read && !self.written
    }

    /// Returns true if serde leaves out the field when it writes or reads.
    pub(crate) fn is_skipped(&self) -> bool {
        !(self.written && self.read)
    }

    /// Returns true if an item without the field's attribute can't be read.
    pub(crate) fn is_required(&self) -> bool {
        self.attribute.is_some() && self.read && !self.may_be_absent
    }

    pub(super) fn refuse_set_without_default(&self) -> Result<()> {
        if self.set.is_some() && self.is_required() {
            let refused = "DynamoDB stores no empty set: an item whose set is empty lacks this field and can't be \
                           read. Add `default` to the `#[serde(...)]` of this field";
            return Err(Error::new(self.ident.span(), refused));
        }
        Ok(())
    }

    fn refuse_128_bits(&self) -> Result<()> {
        if !self.opaque && (self.written || self.read) && has_128_bits(&self.ty) {
            let refused = "DynamoDB's numbers have at most 38 digits, so an integer of 128 bits can't be stored as a number: use a \
                           `String`, a UUID type or bytes";
            return Err(Error::new_spanned(&self.ty, refused));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use syn::{DeriveInput, parse_quote};

    use crate::input::Declaration;

    #[test]
    fn an_integer_of_128_bits_needs_a_function_of_serdes() {
        let with = |attribute: Option<syn::Attribute>| -> DeriveInput {
            parse_quote! {
                #[entity(table = T, name = "Order", partition(id), sort())]
                struct Order { id: String, #attribute total: Vec<u128> }
            }
        };
        let refusal = Declaration::parse(&with(None)).err().expect("the field is refused").to_string();
        assert!(refusal.contains("an integer of 128 bits"), "{refusal}");
        for stored in [parse_quote!(#[serde(with = "as_text")]), parse_quote!(#[serde(skip)])] {
            assert!(Declaration::parse(&with(Some(stored))).is_ok());
        }
    }
}
