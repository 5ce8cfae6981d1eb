//! The operations that write or check one item. Each serves alone and in a transaction.

use aws_sdk_dynamodb::types::{
    AttributeValue, ConditionCheck, Delete as SdkDelete, Put as SdkPut, ReturnValuesOnConditionCheckFailure,
    TransactWriteItem, Update as SdkUpdate,
};
use table_keys::Timestamp;

use crate::Item;
use crate::capacity::Units;
use crate::condition::Condition;
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::expression::Placeholders;
use crate::item;
use crate::table::Table;
use crate::unique::Unconstrained;
use crate::update::Update;
use crate::version::Versioned;

/// Puts a whole item, all its keys derived anew.
#[derive(Debug)]
pub struct Put<E> {
    item: Result<Item, Error>,
    condition: Option<Condition<E>>,
}

impl<E: Entity> Put<E> {
    /// Puts `entity` in place of whatever has its key, at whatever version.
    #[must_use]
    pub fn new(entity: &E) -> Self
    where
        E: Unconstrained,
    {
        Self { item: item::encode(entity), condition: None }
    }

    /// Puts an item that belongs to an entity's change.
    pub(crate) fn of_item(item: Result<Item, Error>, condition: Condition<E>) -> Self {
        Self { item, condition: Some(condition) }
    }

    /// Gives the item another version than the entity has. No key is made of the version.
    pub(crate) fn set_version(&mut self, version: u64)
    where
        E: Versioned,
    {
        if let Ok(item) = &mut self.item {
            item.insert(E::VERSION_FIELD.to_owned(), AttributeValue::N(version.to_string()));
        }
    }

    /// Only if `condition` holds for the item in place, and every condition given before.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.and_before(self.condition));
        self
    }

    /// Only if there is no item with its key, or an expired one.
    #[must_use]
    pub fn if_absent(self) -> Self {
        self.only_if(Condition::absent())
    }
}

/// Deletes the item of a key.
#[derive(Debug)]
pub struct Delete<E> {
    key: Result<Item, Error>,
    condition: Option<Condition<E>>,
}

impl<E: Entity> Delete<E> {
    /// Deletes the item of `key`; none there is no error.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the key is given away as to every other operation")]
    pub fn new(key: impl Key<Entity = E>) -> Self
    where
        E: Unconstrained,
    {
        Self { key: key_item(&key), condition: None }
    }

    /// Deletes an item that belongs to an entity's change.
    pub(crate) fn of_key(key: Result<Item, Error>, condition: Condition<E>) -> Self {
        Self { key, condition: Some(condition) }
    }

    /// Only if `condition` holds for the item in place, and every condition given before.
    #[must_use]
    pub fn only_if(mut self, condition: Condition<E>) -> Self {
        self.condition = Some(condition.and_before(self.condition));
        self
    }
}

/// Checks the item of a key in a transaction, and changes nothing.
#[derive(Debug)]
pub struct Check<E> {
    key: Result<Item, Error>,
    condition: Condition<E>,
}

impl<E: Entity> Check<E> {
    /// Checks that `condition` holds for the item of `key`.
    #[must_use]
    #[expect(clippy::needless_pass_by_value, reason = "the key is given away as to every other operation")]
    pub fn new(key: impl Key<Entity = E>, condition: Condition<E>) -> Self {
        Self { key: key_item(&key), condition }
    }
}

/// What a write that happened consumed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Written {
    /// Its capacity units.
    pub units: Units,
}

/// An operation in the form that `TransactWriteItems` takes; a single write is made from the same.
pub trait Operation: Send {
    /// The entity it is about.
    type Entity: Entity;
    /// DynamoDB's name for it.
    const NAME: &'static str;

    /// The request's part for it.
    ///
    /// # Errors
    /// When a key or a value can't be made.
    #[doc(hidden)]
    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error>;
}

/// A write that may stand alone.
pub trait Single: Operation {
    /// Returns the put that replaces an expired item, if an expired item must not stop this write.
    #[doc(hidden)]
    fn replacement_of_expired(&self) -> Option<Put<Self::Entity>> {
        None
    }
}

impl<E: Entity> Single for Put<E> {}
impl<E: Entity> Single for Delete<E> {}
impl<E: Entity> Single for Update<E> {
    fn replacement_of_expired(&self) -> Option<Put<E>> {
        self.replacement_of_expired()
    }
}

const OLD: ReturnValuesOnConditionCheckFailure = ReturnValuesOnConditionCheckFailure::AllOld;

fn rendered<E: Entity>(
    condition: Option<Condition<E>>,
    placeholders: &mut Placeholders,
    now: Timestamp,
) -> Result<Option<String>, Error> {
    condition.map(|condition| condition.render(placeholders, now)).transpose()
}

fn built<T>(result: Result<T, aws_sdk_dynamodb::error::BuildError>) -> T {
    result.expect("every required member of the request is set right before")
}

/// The primary key under the table's names.
pub(crate) fn key_item<K: Key>(key: &K) -> Result<Item, Error> {
    Ok(table_key::<<K::Entity as Entity>::Table>(key.partition()?, key.sort()?))
}

/// The two key attributes of a table.
pub(crate) fn table_key<T: Table>(partition: String, sort: String) -> Item {
    Item::from([
        (T::PARTITION_KEY.to_owned(), AttributeValue::S(partition)),
        (T::SORT_KEY.to_owned(), AttributeValue::S(sort)),
    ])
}

impl<E: Entity> Operation for Put<E> {
    type Entity = E;
    const NAME: &'static str = "Put";

    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error> {
        let mut placeholders = Placeholders::default();
        let condition = rendered(self.condition, &mut placeholders, now)?;
        let put = SdkPut::builder()
            .table_name(table)
            .set_item(Some(self.item?))
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(TransactWriteItem::builder().put(built(put.build())).build())
    }
}

impl<E: Entity> Operation for Delete<E> {
    type Entity = E;
    const NAME: &'static str = "Delete";

    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error> {
        let mut placeholders = Placeholders::default();
        let condition = rendered(self.condition, &mut placeholders, now)?;
        let delete = SdkDelete::builder()
            .table_name(table)
            .set_key(Some(self.key?))
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(TransactWriteItem::builder().delete(built(delete.build())).build())
    }
}

impl<E: Entity> Operation for Update<E> {
    type Entity = E;
    const NAME: &'static str = "Update";

    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error> {
        let (key, changes, condition) = self.into_parts();
        let mut placeholders = Placeholders::default();
        let expression = changes.render(&mut placeholders)?;
        let condition = rendered(condition, &mut placeholders, now)?;
        let update = SdkUpdate::builder()
            .table_name(table)
            .set_key(Some(key_item(&key)?))
            .update_expression(expression)
            .set_condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(TransactWriteItem::builder().update(built(update.build())).build())
    }
}

impl<E: Entity> Operation for Check<E> {
    type Entity = E;
    const NAME: &'static str = "ConditionCheck";

    fn build(self, table: &str, now: Timestamp) -> Result<TransactWriteItem, Error> {
        let mut placeholders = Placeholders::default();
        let condition = self.condition.render(&mut placeholders, now)?;
        let check = ConditionCheck::builder()
            .table_name(table)
            .set_key(Some(self.key?))
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(OLD);
        Ok(TransactWriteItem::builder().condition_check(built(check.build())).build())
    }
}
