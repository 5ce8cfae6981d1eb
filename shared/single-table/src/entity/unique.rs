//! Unique constraints. DynamoDB keeps only the primary key unique. To keep other values unique, a record beside the item has a
//! key made of these values, so there is at most one such record, and the record names the item that owns the values.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{EntityName, KeyError};

use super::primary_key::table_key;
use super::{Entity, Key, Record};
use crate::Item;
use crate::error::Error;
use crate::table::Table;

/// A unique constraint of an entity, as a type. `#[unique(record = UserEmail, ...)]` makes the type. A value of the type contains
/// the values that must be unique, so it is also the key of their record; [`Store::owner`](crate::Store::owner) returns the key
/// of the item that owns the values.
///
/// A record's key has the same form as an entity's: the type's name and the components of `partition(...)`, then those of
/// `sort(...)`. The record also has its components and its owner's key as attributes, and expires when its owner does. A
/// component that is marked `?` may be absent; an item without it has no record. A computed component must implement
/// `serde::Serialize`.
///
/// ```
/// # use serde::{Deserialize, Serialize};
/// use single_table::keys::CaseFolded;
/// use single_table::{Entity, Store, Transaction, table};
/// # table! {
/// #     /// Users.
/// #     pub struct UserTable { key: (pk, sk), entities: [User] }
/// # }
///
/// /// No two users of a site have the same name, whatever its case, and no two users at all the same e-mail address.
/// #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// #[entity(table = UserTable, name = "User", partition(site), sort(id), version(version))]
/// #[unique(record = UserName, partition(site), sort(folded: CaseFolded = CaseFolded::new(&self.name)))]
/// #[unique(record = UserEmail, partition(email?), sort())]
/// pub struct User { site: String, id: u32, name: String, email: Option<String>, version: u64 }
///
/// # async fn sign_up(store: Store<UserTable>, user: User) -> Result<(), single_table::Error> {
/// let mut transaction = Transaction::new();
/// let inserted = transaction.insert(&user);
/// if let Err(error) = store.transact(transaction).await {
///     for taken in error.into_cancelled()?.taken(inserted)? {
///         println!("user {} has the same {}", taken.owner.id, taken.record);
///     }
/// }
/// let owner = store.owner(&UserEmail { email: "ann@example.com".to_owned() }).await?;
/// # let _: Option<UserKey> = owner;
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a unique constraint",
    label = "not the type that `record = ...` in `#[unique(...)]` names",
    note = "pass the unique values, such as a `UserEmail`; `get` reads an item by its primary key"
)]
pub trait Constraint: Send + Sync + 'static {
    /// The entity that has the constraint.
    type Owner: Entity;
    /// The name of the constraint's type. The record has it in the `type` attribute and at the beginning of the partition key.
    const NAME: EntityName;

    /// Returns the record's partition key.
    ///
    /// # Errors
    /// [`KeyError`] when the key is too long.
    fn partition(&self) -> Result<String, KeyError>;

    /// Returns the record's sort key.
    ///
    /// # Errors
    /// [`KeyError`] when the key is empty or too long.
    fn sort(&self) -> Result<String, KeyError>;

    /// Returns the components of the record as attributes.
    ///
    /// # Errors
    /// The error of a component that can't be stored in DynamoDB.
    fn fields(&self) -> Result<Vec<(&'static str, AttributeValue)>, Error>;
}

/// An entity without unique constraints, which can be written without any other item.
#[diagnostic::on_unimplemented(
    message = "`{Self}` can't be written without the records of its unique constraints",
    label = "its values would not be kept unique",
    note = "use `insert`, `replace` or `remove` of the `Store` or of a `Transaction`: they write the records too"
)]
pub trait Unconstrained: Entity {}

/// An entity that an update may create: it has no unique constraints, and serde has a default for each field
/// outside its primary key.
#[diagnostic::on_unimplemented(
    message = "an update can't create a `{Self}`",
    label = "the item might lack a field that has no default, or records of unique values",
    note = "give each field outside the primary key a `#[serde(default)]`, or insert the item and update it with \
            `Update::new`",
    note = "an entity with unique constraints is written by `insert`, `replace` or `save`, which write the records too"
)]
pub trait Upsertable: Unconstrained {}

impl Record {
    /// Returns the record that keeps these values.
    ///
    /// # Errors
    /// The error of a key that is empty or too long, or of a value that can't be stored in DynamoDB.
    pub fn of<C: Constraint>(constraint: &C) -> Result<Self, Error> {
        Ok(Self { name: C::NAME.as_str(), key: constraint_key(constraint)?, fields: constraint.fields()? })
    }

    /// Returns the record as an item owned by `owner`.
    pub(crate) fn into_item<E: Entity>(self, owner: &E) -> Result<Item, Error> {
        let fields = self.fields.into_iter().chain(owner.key().fields()?);
        let mut item: Item = fields.map(|(name, value)| (name.to_owned(), value)).collect();
        item.extend(self.key);
        item.extend(E::Table::TYPE.map(|name| (name.to_owned(), AttributeValue::S(self.name.to_owned()))));
        if let Some((ttl, expires)) = E::Table::TTL.zip(owner.expires()) {
            item.insert(ttl.to_owned(), AttributeValue::N(expires.get().to_string()));
        }
        Ok(item)
    }
}

/// Returns the key of a constraint's record.
pub(crate) fn constraint_key<C: Constraint>(constraint: &C) -> Result<Item, Error> {
    let keys = constraint.partition().and_then(|partition| Ok([partition, constraint.sort()?]));
    table_key::<<C::Owner as Entity>::Table>(
        keys.map_err(|error| Error::from(error).about(C::NAME.as_str()))?,
    )
}

/// A unique constraint whose values another item has.
#[derive(Debug)]
pub struct Taken<E: Entity> {
    /// The [`NAME`](Constraint::NAME) of the constraint.
    pub record: &'static str,
    /// The key of the item that has the values.
    pub owner: E::Key,
}

impl<E: Entity> Taken<E> {
    pub(crate) fn of(record: &'static str, item: &Item) -> Result<Self, Error> {
        Ok(Self { record, owner: E::Key::from_fields(item)? })
    }
}
