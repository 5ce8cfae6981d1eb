//! Between an entity and the value that serde makes of it.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_dynamo::{AttributeValue, Deserializer, Result, Serializer};

/// A type that serde can write and read.
///
/// Only the derive's code asks for it. As supertraits of `Entity`, serde's traits would be missed at every use of an entity, and
/// one forgotten derive would be reported many times.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be stored, because it does not implement serde's `Serialize` and `Deserialize`",
    label = "add `#[derive(serde::Serialize, serde::Deserialize)]`"
)]
pub trait Stored: Sized {
    /// Returns the value that serde makes.
    fn write(&self) -> Result<AttributeValue>;
    /// Returns what serde makes of a value.
    fn read(value: AttributeValue) -> Result<Self>;
}

#[diagnostic::do_not_recommend]
impl<T: Serialize + DeserializeOwned> Stored for T {
    fn write(&self) -> Result<AttributeValue> {
        self.serialize(Serializer)
    }

    fn read(value: AttributeValue) -> Result<Self> {
        T::deserialize(Deserializer::from_attribute_value(value))
    }
}
