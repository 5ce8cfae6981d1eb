//! Inserts, replaces and removes whole entities in a transaction.

use super::change::{Change, PutOrDelete, RecordWrite};
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
    /// transaction.
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
