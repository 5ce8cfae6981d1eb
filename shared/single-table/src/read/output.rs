//! The form in which a read returns items.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use crate::Item;
use crate::const_str::equal;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::expression::{Field, Kind, Placeholders};
use crate::table::{IndexSchema, Table};
use crate::view::Listed;

/// Some of the fields of an entity, for reads that don't need whole items. Derive it: see
/// [`Projection`](derive@crate::read::Projection).
pub trait Projection: Sized + Send + Sync + 'static {
    /// The entity that the fields belong to.
    type Of: Entity;
    /// The attributes that hold the fields.
    const ATTRIBUTES: &'static [&'static str];

    /// Reads the fields. Only this function asks for `Deserialize`, so a missing derive is one error.
    #[doc(hidden)]
    fn read(fields: serde_dynamo::AttributeValue) -> serde_dynamo::Result<Self>;
}

/// Returns the projection that serde makes of an item.
#[doc(hidden)]
pub fn read_projection<P: DeserializeOwned>(fields: serde_dynamo::AttributeValue) -> serde_dynamo::Result<P> {
    P::deserialize(serde_dynamo::Deserializer::from_attribute_value(fields))
}

/// Returns the attribute of a field of a projection: for a field that only a raw key holds, the attribute of that key.
///
/// # Panics
/// Panics while the program compiles if serde gives the field another name than in the entity.
#[doc(hidden)]
#[must_use]
pub const fn projected<E: Entity, T, K: Kind>(field: Field<E, T, K>, name: &str) -> &'static str {
    let attribute = field.name();
    // A field has a destructor, which can't run while the program compiles.
    std::mem::forget(field);
    let expected = match (E::MODEL.expiry, <E::Table as Table>::TTL) {
        // The field with the time of expiry is stored as the TTL attribute.
        (Some(field), Some(ttl)) if equal(attribute, ttl) => field,
        _ if K::IS_KEY_ONLY && E::MODEL.has_in_key(attribute, name) => name,
        _ => attribute,
    };
    assert!(
        equal(expected, name),
        "serde gives a field of this projection another name than the entity's field has: use the same `rename` and `rename_all`"
    );
    attribute
}

/// The form in which a read returns items of type `T`: [`Whole`], [`Projected`] or [`Lenient`].
pub trait Output<T>: 'static {
    /// The form of one item.
    type Item: Send + 'static;
    /// The attributes to read; `None` stands for all.
    #[doc(hidden)]
    const ATTRIBUTES: Option<&'static [&'static str]>;

    /// Decodes an item.
    #[doc(hidden)]
    fn read(item: Item) -> Result<Self::Item, Error>;
}

/// The output of a read that returns whole items.
#[derive(Debug, Clone, Copy)]
pub struct Whole;

/// The output of a read that returns the fields of the [projection](Projection) `P`.
#[derive(Debug)]
pub struct Projected<P>(Marker<P>);

/// The output of a read that returns each item as a `Result`: the output of `O`, or an [`Undecodable`] item.
#[derive(Debug)]
pub struct Lenient<O = Whole>(PhantomData<O>);

/// The output of a read that only counts items.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Counted;

/// An item that can't be decoded, in its place among the other items of a lenient read.
#[derive(Debug, thiserror::Error)]
#[error("an item can't be decoded")]
pub struct Undecodable {
    /// The item as it is stored. For a projection, it has only the attributes that were read.
    pub item: Item,
    /// The reason why the item can't be decoded.
    #[source]
    pub error: Error,
}

impl<T: Listed> Output<T> for Whole {
    type Item = T;
    const ATTRIBUTES: Option<&'static [&'static str]> = None;

    fn read(item: Item) -> Result<T, Error> {
        T::from_item(item)
    }
}

// `project` checks that the projection is one of the listed entity.
impl<T, P: Projection> Output<T> for Projected<P> {
    type Item = P;
    // A step needs the whole item. A read consumes the same units with a projection expression as without it.
    const ATTRIBUTES: Option<&'static [&'static str]> = match P::Of::MODEL.schema {
        Some(_) => None,
        None => Some(P::ATTRIBUTES),
    };

    fn read(item: Item) -> Result<P, Error> {
        crate::item::decode_part::<P::Of, P>(item, P::read)
    }
}

impl<T: 'static, O: Output<T>> Output<T> for Lenient<O> {
    type Item = Result<O::Item, Undecodable>;
    const ATTRIBUTES: Option<&'static [&'static str]> = O::ATTRIBUTES;

    fn read(item: Item) -> Result<Self::Item, Error> {
        Ok(O::read(item.clone()).map_err(|error| Undecodable { item, error }))
    }
}

impl<T> Output<T> for Counted {
    type Item = ();
    const ATTRIBUTES: Option<&'static [&'static str]> = Some(&[]);

    fn read(_: Item) -> Result<(), Error> {
        Ok(())
    }
}

/// Returns the attributes that a read of a table or an index asks for: the attributes of its output, and those that the library
/// itself reads (the keys, the type attribute and the TTL attribute). Returns `None` if the output needs whole items.
pub(crate) fn attributes_of<T: Table>(
    output: Option<&'static [&'static str]>,
    index: Option<IndexSchema>,
) -> Option<Vec<&'static str>> {
    let keys = index.iter().flat_map(|index| index.partition_key.iter().chain(index.sort_key));
    let keys = T::KEY.iter().chain(keys).map(|key| key.name);
    let own = T::TYPE.into_iter().chain(T::TTL).chain(keys);
    // DynamoDB refuses an attribute that is named twice, and two fields of a projection can be in one raw key.
    let mut names = Vec::new();
    for name in output?.iter().copied().chain(own) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    Some(names)
}

/// Returns the projection expression that names these attributes, or `None` if all attributes are read.
pub(crate) fn projection(
    attributes: Option<Vec<&'static str>>,
    placeholders: &mut Placeholders,
) -> Option<String> {
    let names = attributes?.into_iter().map(|name| placeholders.name(name));
    Some(names.collect::<Vec<_>>().join(", "))
}
