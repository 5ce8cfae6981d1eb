//! Whole entities, written in a transaction.

use super::change::{Change, PutOrDelete, RecordWrite};
use crate::entity::{Entity, Versioned};
use crate::expression::Condition;
use crate::table::{Contains, Database};
use crate::write::transaction::{Op, Transaction};

impl<D: Database> Transaction<D> {
    /// Puts `entity` if there is no item with its key, or an expired one, and claims its unique values. The operations are the
    /// entity's and one for each record of its unique constraints. [`Cancelled::failed`](crate::write::Cancelled::failed) says
    /// whether there is such an item, and [`Cancelled::taken`](crate::write::Cancelled::taken) which items have the values.
    pub fn insert<E: Entity>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::insertion(entity))
    }

    /// Puts `after` in place of `before` with the next version, if the item is still at the version of `before`. Values that
    /// `after` no longer has are freed, and new ones are claimed; records that stay as they are cost nothing. The two must have
    /// the same primary key: otherwise the transaction fails with [`Error::OtherKey`](crate::Error::OtherKey) before any request.
    ///
    /// A transaction has at most one operation for an item. So a value can't pass from one entity to another within one.
    ///
    /// If another item has claimed a value of `before`, which can happen if both had it before it had to be unique, the record stays
    /// that item's.
    ///
    /// The version in `after` stays as it is, because the transaction may fail. Call [`Versioned::set_next_version`] after it
    /// has succeeded.
    pub fn replace<E: Versioned>(&mut self, before: &E, after: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::replacement(before, after, None))
    }

    /// Does the same as [`replace`](Self::replace), and only if `condition` holds too: for fields that plain updates change
    /// without a new version.
    pub fn replace_if<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::replacement(before, after, Some(condition)))
    }

    /// Deletes `entity` if the item is still at its version, and frees its unique values. A record that another item has claimed
    /// stays that item's.
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
