//! The variants of an enum whose values are items.

use syn::{Data, DeriveInput, Error, Fields, Ident, Result, Type, Variant};

/// A variant that holds an entity.
pub(crate) struct Member {
    pub(crate) variant: Ident,
    pub(crate) entity: Type,
}

/// The variants of an enum. `#[other]` and `#[record]` mark those that do not hold an entity.
#[derive(Default)]
pub(crate) struct Variants {
    pub(crate) members: Vec<Member>,
    /// The variant that holds the items of all other entities.
    pub(crate) other: Option<Ident>,
    /// The variant that holds the records of unique constraints.
    pub(crate) record: Option<Ident>,
}

impl Variants {
    /// Parses the variants of an enum that is to be `what`, such as "a collection".
    pub(super) fn parse(input: &DeriveInput, what: &str) -> Result<Self> {
        let Data::Enum(data) = &input.data else {
            let message =
                format!("only an enum can be {what}: write an enum with one entity in each variant");
            return Err(Error::new(input.ident.span(), message));
        };
        let mut variants = Self::default();
        for variant in &data.variants {
            let entity = content(variant, what)?.clone();
            if is_marked(variant, "other") {
                mark(&mut variants.other, variant, "other")?;
            } else if is_marked(variant, "record") {
                mark(&mut variants.record, variant, "record")?;
            } else {
                variants.members.push(Member { variant: variant.ident.clone(), entity });
            }
        }
        Ok(variants)
    }
}

fn is_marked(variant: &Variant, mark: &str) -> bool {
    variant.attrs.iter().any(|attribute| attribute.path().is_ident(mark))
}

/// Stores the variant with a mark. Refuses a second one.
fn mark(slot: &mut Option<Ident>, variant: &Variant, mark: &str) -> Result<()> {
    match slot.replace(variant.ident.clone()) {
        Some(_) => {
            let message = format!("a second variant is marked `#[{mark}]`: remove one of the marks");
            Err(Error::new(variant.ident.span(), message))
        }
        None => Ok(()),
    }
}

fn content<'a>(variant: &'a Variant, what: &str) -> Result<&'a Type> {
    match &variant.fields {
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Ok(&fields.unnamed[0].ty),
        _ => Err(Error::new(
            variant.ident.span(),
            format!("a variant of {what} holds exactly one entity: write it as `Track(Track)`"),
        )),
    }
}
