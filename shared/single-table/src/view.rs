//! Views: an entity as the table or one of its indexes lists it.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{KeyError, KeyTuple};

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::key_attributes::KeyAttributes;
use crate::table::IndexSchema;

/// One way to list an entity: by the table's own key or by an index. The derive makes one for each.
pub trait View: Send + Sync + 'static {
    /// What it lists.
    type Entity: Entity;
    /// The components of its partition key: a query names all of them.
    type Partition: KeyTuple + Clone + Send + Sync;
    /// The components of its sort key: a query may name a prefix of them.
    type Sort: KeyTuple;
    /// The key components that a place in the list is made of: all but those of the partition.
    type Place: KeyTuple + Clone + Send + Sync;
    /// The index, or the table itself.
    const INDEX: Option<IndexSchema>;

    /// The partition key's attribute and value.
    ///
    /// # Errors
    /// When the key is too long.
    fn partition(partition: &Self::Partition) -> Result<(&'static str, String), KeyError>;

    /// The attribute of the sort key.
    const SORT_KEY: &'static str;

    /// The key after which a query goes on: the partition's and the place's components, joined anew.
    ///
    /// # Errors
    /// When a key is too long.
    fn start_key(partition: &Self::Partition, place: &Self::Place) -> Result<KeyAttributes, KeyError>;

    /// The place that a `LastEvaluatedKey` names.
    ///
    /// # Errors
    /// When it is not a key of this view.
    fn place(last: &Item) -> Result<Self::Place, Error>;
}

/// A view that can be read consistently: the table's own and those of local indexes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be read consistently",
    label = "this view is on a global secondary index",
    note = "DynamoDB refuses consistent reads on a global secondary index; query the table or a local index"
)]
pub trait ConsistentView: View {}

/// A view whose index key can be changed by an update: nothing in it is part of another key.
#[diagnostic::on_unimplemented(
    message = "the index key of `{Self}` can't be changed by an update",
    label = "its fields are part of other keys too, or computed",
    note = "put the whole item: then every key is derived anew"
)]
pub trait Rekey: View {
    /// The components that are not in the primary key.
    type Moved;

    /// The fields and the index key they make.
    ///
    /// # Errors
    /// When the key is too long or a field can't be stored.
    fn moved(
        key: &<Self::Entity as Entity>::Key,
        moved: &Self::Moved,
    ) -> Result<Vec<(&'static str, AttributeValue)>, Error>;
}

/// The text of a key attribute in a `LastEvaluatedKey`.
#[doc(hidden)]
pub fn key_text<'a>(last: &'a Item, name: &'static str) -> Result<&'a str, Error> {
    match last.get(name) {
        Some(AttributeValue::S(text)) => Ok(text),
        _ => Err(Error::Response { what: format!("a last evaluated key without the text attribute {name}") }),
    }
}
