//! Inserts, replaces, relocates and removes whole entities in a transaction.

use super::change::{Change, PutOrDelete, RecordWrite};
use super::relocation::Relocation;
use crate::entity::{Entity, Versioned};
use crate::expression::Condition;
use crate::table::{Contains, Database};
use crate::write::transaction::{Op, Transaction};

impl<D: Database> Transaction<D> {
    /// Puts `entity` if no item has its key, or only an expired one, and claims its unique values. This adds one
    /// operation for the entity, and one for each record of its unique constraints.
    /// [`Cancelled::failed`](crate::write::Cancelled::failed) returns whether there is such an item, and
    /// [`Cancelled::taken`](crate::write::Cancelled::taken) returns the items that have the values.
    pub fn insert<E: Entity>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::insertion(entity))
    }

    /// Puts `after` with the next version in place of `before`, if the item still has the version of `before`. Values that
    /// `after` no longer has are freed, and new ones are claimed; records that don't change cost nothing. `before` and `after`
    /// must have the same primary key: otherwise the transaction fails with [`Error::OtherKey`](crate::Error::OtherKey) before
    /// any request.
    ///
    /// A transaction has at most one operation for an item, so a value can't pass from one entity to another within one
    /// transaction, except to the same entity under another key: see [`relocate`](Self::relocate).
    ///
    /// Another item may have claimed a value of `before`, if both items had the value before the constraint existed. The record
    /// stays with that other item.
    ///
    /// The version in `after` does not change, because the transaction may fail. Call [`Versioned::set_next_version`] on `after`
    /// once the transaction has succeeded.
    pub fn replace<E: Versioned>(&mut self, before: &E, after: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::replacement(before, after, None))
    }

    /// Does the same as [`replace`](Self::replace), but only if `condition` holds too. Use it for fields that plain updates
    /// change without a new version.
    pub fn replace_if<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::replacement(before, after, Some(condition)))
    }

    /// [Replaces](Self::replace) `before` with `after`, or [inserts](Self::insert) `after` if `before` is `None`, as
    /// [`Store::save`](crate::Store::save) does.
    pub fn save<E: Versioned>(&mut self, before: Option<&E>, after: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        match before {
            Some(before) => self.replace(before, after),
            None => self.insert(after),
        }
    }

    /// Puts `after` with the next version under its own primary key, and deletes `before`, if the item of `before` still has its
    /// version and no item has the key of `after`, or only an expired one. Use it when a component of the primary key changes.
    ///
    /// The records of unique values follow the entity: values that only `before` has are freed, values that only `after` has are
    /// claimed, and the records of the others are written once, with the new key of their owner. So this adds two operations for
    /// the entity, and one for each record. A [`remove`](Self::remove) and an [`insert`](Self::insert) would have two operations on
    /// the record of such a value, which DynamoDB refuses.
    ///
    /// As with [`replace`](Self::replace), a record that another item has claimed stays with that item, and the version in `after`
    /// does not change. Versions go on from those of `before`, so an entity that moves away and back has a higher version than it had.
    /// If `before` and `after` have the same primary key, the transaction fails with
    /// [`Error::SameKey`](crate::Error::SameKey) before any request.
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/engine.rs"));
    /// # use serde::{Deserialize, Serialize};
    /// use single_table::{Entity, Transaction, table};
    /// # table! {
    /// #     /// Pages.
    /// #     pub struct PageTable { key: (pk, sk), entities: [WikiPage] }
    /// # }
    ///
    /// /// A page of a wiki, in a folder. No two pages have the same short link.
    /// #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
    /// #[entity(table = PageTable, name = "WikiPage", partition(folder), sort(name), version(version))]
    /// #[unique(record = ShortLink, partition(link), sort())]
    /// pub struct WikiPage { folder: String, name: String, link: String, version: u64 }
    ///
    /// # #[tokio::main]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let (_, store, _) = engine::table::<PageTable>().await;
    /// # let (name, link) = ("Plan".to_owned(), "go/plan".to_owned());
    /// # let draft = WikiPage { folder: "drafts".to_owned(), name, link: link.clone(), version: 1 };
    /// # store.insert(&draft).await?;
    /// let published = WikiPage { folder: "published".to_owned(), ..draft.clone() };
    /// let mut transaction = Transaction::new();
    /// let relocated = transaction.relocate(&draft, &published);
    /// if let Some(cancelled) = store.transact(transaction).cancelled().await? {
    ///     if cancelled.failed(relocated.removed) {
    ///         println!("another writer has changed the draft: read it again");
    ///     } else if cancelled.failed(relocated.inserted) {
    ///         println!("the folder has a page with this name");
    ///     }
    /// }
    /// let owner = store.owner(&ShortLink { link }).await?;
    /// assert_eq!(owner.map(|page| page.folder), Some("published".to_owned()));
    /// # Ok(())
    /// # }
    /// ```
    pub fn relocate<E: Versioned>(&mut self, before: &E, after: &E) -> Relocation<E>
    where
        D: Contains<E::Table>,
    {
        let (removal, insertion) = Change::relocation(before, after);
        Relocation { removed: self.add(removal), inserted: self.add_change(insertion) }
    }

    /// Deletes `entity` if the item still has its version, and frees its unique values. A record that another item has claimed
    /// stays with that item.
    pub fn remove<E: Versioned>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::removal(entity))
    }

    /// Adds the operations of one change: of the entity itself, and of the records of its unique constraints.
    pub(super) fn add_change<E: Entity>(&mut self, change: Change<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        let mut op = match change.entity {
            PutOrDelete::Put(put) => self.add(put),
            PutOrDelete::Delete(delete) => self.add(delete),
        };
        for RecordWrite { name, need, write } in change.records {
            op = match write {
                PutOrDelete::Put(put) => self.add_record(op, name, need, put),
                PutOrDelete::Delete(delete) => self.add_record(op, name, need, delete),
            };
        }
        op
    }
}
