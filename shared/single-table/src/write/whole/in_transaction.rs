//! Whole entities, written in a transaction.

use super::change::{Change, Write};
use super::conditions::unchanged;
use crate::entity::{Entity, Versioned};
use crate::expression::Condition;
use crate::table::{Contains, Database};
use crate::write::transaction::{Op, Transaction};

impl<D: Database> Transaction<D> {
    /// Puts `entity` if there is no item with its key, or an expired one, and claims its values for it. The operations are the
    /// entity's and one for each record of its unique constraints; so [`Cancelled::failed`](crate::write::Cancelled::failed) tells
    /// whether there is such an item, and [`Cancelled::taken`](crate::write::Cancelled::taken) whose the values are.
    pub fn insert<E: Entity>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::to(entity, None, Condition::absent()))
    }

    /// Puts `after` in place of `before` with the next version, if the item is still at the version of `before`. Values that are no longer its own are freed, new ones are claimed; records that stay as they are cost nothing. The two
    /// must have the same primary key: otherwise the transaction fails with [`Error::OtherKey`](crate::Error::OtherKey) before any request.
    ///
    /// A transaction has one operation for an item at most. So a value can't pass from one entity to another within one.
    ///
    /// The version in `after` stays as it is, because the transaction may fail. Call [`Versioned::set_next_version`] once it has
    /// succeeded.
    pub fn replace<E: Versioned>(&mut self, before: &E, after: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.replace_at(before, after, unchanged(before))
    }

    /// As [`replace`](Self::replace), and only if `condition` holds too: for fields that plain updates change without a new
    /// version.
    pub fn replace_if<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.replace_at(before, after, unchanged(before) & condition)
    }

    fn replace_at<E: Versioned>(&mut self, before: &E, after: &E, condition: Condition<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        let mut change = Change::to(after, Some(before), condition);
        if let Write::Put(put) = &mut change.entity {
            put.set_version(before.version() + 1);
        }
        self.add_change(change)
    }

    /// Deletes `entity`, if the item is still at its version, and frees its values.
    pub fn remove<E: Versioned>(&mut self, entity: &E) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        self.add_change(Change::from(entity, unchanged(entity)))
    }

    /// Adds the operations of one change: of the entity itself, and of the records of its unique constraints.
    fn add_change<E: Entity>(&mut self, change: Change<E>) -> Op<E>
    where
        D: Contains<E::Table>,
    {
        let op = match change.entity {
            Write::Put(put) => self.add(put),
            Write::Delete(delete) => self.add(delete),
        };
        let records = change.records.len();
        for (name, write) in change.records {
            match write {
                Write::Put(put) => self.push(name, put),
                Write::Delete(delete) => self.push(name, delete),
            }
        }
        op.with_records(records)
    }
}
