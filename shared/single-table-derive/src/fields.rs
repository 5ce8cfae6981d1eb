//! The struct's fields, with the names that serde gives them.

use syn::ext::IdentExt as _;
use syn::{Attribute, Data, DeriveInput, Error, Fields, Ident, LitStr, Result, Type};

pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The attribute's name; none for a flattened field, which has no attribute of its own.
    pub(crate) attribute: Option<String>,
    /// A function writes it, not its type: what the type would write is not what is stored.
    pub(crate) opaque: bool,
    /// Serde does not write it, or does not read it.
    pub(crate) skipped: bool,
}

pub(crate) fn parse(input: &DeriveInput) -> Result<Vec<Field>> {
    let unsupported = || Error::new(input.ident.span(), "an entity is a struct with named fields");
    let Data::Struct(data) = &input.data else { return Err(unsupported()) };
    let Fields::Named(named) = &data.fields else { return Err(unsupported()) };
    if !input.generics.params.is_empty() {
        return Err(Error::new(input.ident.span(), "an entity has no generic parameters"));
    }
    let camel = camel_case(&input.attrs)?;
    named.named.iter().map(|field| parse_field(field, camel)).collect()
}

fn parse_field(field: &syn::Field, camel: bool) -> Result<Field> {
    let ident =
        field.ident.clone().ok_or_else(|| Error::new_spanned(field, "an entity's fields are named"))?;
    let plain = ident.unraw().to_string();
    let mut attribute = Some(if camel { to_camel(&plain) } else { plain });
    let (mut opaque, mut skipped) = (false, false);
    for serde in serde_attributes(&field.attrs) {
        serde.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                attribute = Some(meta.value()?.parse::<LitStr>()?.value());
            } else if meta.path.is_ident("flatten") {
                attribute = None;
            } else if SKIPS.iter().any(|skip| meta.path.is_ident(skip)) {
                skipped = true;
            } else if meta.path.is_ident("with") || meta.path.is_ident("serialize_with") {
                opaque = true;
                meta.value()?.parse::<syn::Expr>()?;
            } else if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            }
            Ok(())
        })?;
    }
    if attribute.as_deref() == Some("type") {
        return Err(Error::new(
            ident.span(),
            "the attribute `type` holds the entity's name; rename this field",
        ));
    }
    Ok(Field { ident, ty: field.ty.clone(), attribute, opaque, skipped })
}

/// Serde's ways to leave a field out whatever its value is.
const SKIPS: [&str; 3] = ["skip", "skip_serializing", "skip_deserializing"];

/// Refuses fields that keys, the expiry or the version are made of and that serde leaves out.
pub(crate) fn refuse_skipped(names: &[Ident], fields: &[Field]) -> Result<()> {
    for name in names {
        if fields.iter().any(|field| field.ident == *name && field.skipped) {
            let refused =
                format!("`{name}` is a part of a key, the expiry or the version, so serde must not skip it");
            return Err(Error::new(name.span(), refused));
        }
    }
    Ok(())
}

/// The attribute of the field `name`.
pub(crate) fn attribute_of<'a>(name: &Ident, fields: &'a [Field]) -> Result<&'a str> {
    let field = fields.iter().find(|field| field.ident == *name);
    field.and_then(|field| field.attribute.as_deref()).ok_or_else(|| {
        Error::new(name.span(), format!("`{name}` is no field of this entity with an attribute of its own"))
    })
}

/// The attribute of a value that is no field, named as the fields are.
pub(crate) fn computed_attribute(input: &DeriveInput, name: &Ident) -> Result<String> {
    let plain = name.unraw().to_string();
    Ok(if camel_case(&input.attrs)? { to_camel(&plain) } else { plain })
}

/// Returns true if serde writes names in camel case. This reads all serde attributes of the struct, and refuses those that an entity can't have.
fn camel_case(attributes: &[Attribute]) -> Result<bool> {
    let mut camel = false;
    for serde in serde_attributes(attributes) {
        serde.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename_all") {
                let rule: LitStr = meta.value()?.parse()?;
                camel = match rule.value().as_str() {
                    "camelCase" => true,
                    "snake_case" => false,
                    _ => {
                        return Err(Error::new(rule.span(), "an entity's names are camelCase or snake_case"));
                    }
                };
            } else if meta.path.is_ident("deny_unknown_fields") {
                return Err(meta.error(
                    "leave this out: an item has its keys and its type besides the fields, so none could be read",
                ));
            } else if meta.input.peek(syn::Token![=]) {
                meta.value()?.parse::<syn::Expr>()?;
            }
            Ok(())
        })?;
    }
    Ok(camel)
}

fn serde_attributes(attributes: &[Attribute]) -> impl Iterator<Item = &Attribute> {
    attributes.iter().filter(|attribute| attribute.path().is_ident("serde"))
}

fn to_camel(snake: &str) -> String {
    let mut camel = String::with_capacity(snake.len());
    let mut upper = false;
    for c in snake.chars() {
        if c == '_' {
            upper = !camel.is_empty();
        } else {
            camel.push(if upper { c.to_ascii_uppercase() } else { c });
            upper = false;
        }
    }
    camel
}
