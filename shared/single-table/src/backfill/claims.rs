//! Claims the unique values of items that were written before the constraint existed.

use super::item::ITEM_TRIES;
use super::job::Job;
use super::{BackfillCounts, BackfillError};
use crate::Item;
use crate::entity::primary_key::key_item;
use crate::entity::{Entity, Key as _, Record, is_live};
use crate::error::Error;
use crate::expression::Condition;
use crate::item;
use crate::store::Store;
use crate::store::retry;
use crate::table::Table;
use crate::table::{Contains, Database};
use crate::write::transaction::{Need, Transaction, TransactionError};
use crate::write::whole::conditions::free_for;
use crate::write::{Check, Put};

/// The records that an item lacks.
#[derive(Default)]
struct Unclaimed {
    /// The records that don't exist yet, or that expire at another time than the item.
    records: Vec<Record>,
    /// True if another item has one of the records.
    is_taken: bool,
}

impl<D: Database> Store<D> {
    /// Makes missing records, and renews those with another time of expiry. An expired item needs none.
    pub(super) async fn claim<E>(
        &self,
        job: &Job<E>,
        mut read: Item,
        mut counts: BackfillCounts,
    ) -> Result<BackfillCounts, BackfillError>
    where
        E: Entity,
        D: Contains<E::Table>,
    {
        if E::MODEL.records.is_empty() {
            return Ok(counts);
        }
        for tries in 1..=ITEM_TRIES {
            let failed = |source| BackfillError::item::<E>(&read, source);
            let entity: E = item::decode(read.clone()).map_err(failed)?;
            let Unclaimed { records, is_taken } = self.unclaimed(job, &entity, &read).await?;
            counts.taken = is_taken.into();
            if records.is_empty() {
                return Ok(counts);
            }
            if let Some(pace) = &job.pace {
                pace.wait().await;
            }
            let transaction = claims(&entity, &read, records).map_err(failed)?;
            match self.transact(transaction).await {
                Ok(written) => {
                    if let Some(pace) = &job.pace {
                        pace.consumed(written.units.write);
                    }
                    (counts.changed, counts.unchanged) = (1, 0);
                    counts.write_units += written.units.write;
                    return Ok(counts);
                }
                Err(TransactionError::Cancelled(_)) => counts.conflicts += 1,
                Err(TransactionError::Failed(error)) if tries == ITEM_TRIES || !error.is_transient() => {
                    return Err(failed(error));
                }
                Err(TransactionError::Failed(_)) => {}
            }
            retry::pause(tries).await;
            let Some(now) = self.as_written::<E>(&read).await? else {
                (counts.gone, counts.unchanged) = (counts.unchanged, 0);
                return Ok(counts);
            };
            read = now;
        }
        Err(BackfillError::contended::<E>(&read, ITEM_TRIES))
    }

    /// Reads the item again, with a consistent read.
    pub(super) async fn as_written<E>(&self, read: &Item) -> Result<Option<Item>, BackfillError>
    where
        E: Entity,
        D: Contains<E::Table>,
    {
        let names = <E::Table as Table>::KEY.iter().map(|key| key.name);
        let key = names.filter_map(|name| Some((name.to_owned(), read.get(name)?.clone())));
        let item = self.stored::<E::Table>(E::NAME.as_str(), key.collect(), true).await;
        item.map_err(|error| BackfillError::item::<E>(read, error))
    }

    /// Returns the records to put.
    async fn unclaimed<E>(&self, job: &Job<E>, entity: &E, read: &Item) -> Result<Unclaimed, BackfillError>
    where
        E: Entity,
        D: Contains<E::Table>,
    {
        let failed = |source| BackfillError::item::<E>(read, source);
        let mut unclaimed = Unclaimed::default();
        if !is_live(entity, self.now()) {
            return Ok(unclaimed);
        }
        for record in entity.records().map_err(failed)? {
            let found =
                self.stored::<E::Table>(record.name, record.key.clone(), true).await.map_err(failed)?;
            let expires = found.as_ref().map_or(Ok(None), |found| item::expires::<E>(found, record.name));
            let expires = expires.map_err(failed)?;
            let has_expired = expires.is_some_and(|end| end.expired(self.now()));
            let Some(found) = found.filter(|_| !has_expired) else {
                unclaimed.records.push(record);
                continue;
            };
            let owner = E::Key::from_fields(&found).map_err(failed)?;
            if key_item(&owner).map_err(failed)? == key_item(&entity.key()).map_err(failed)? {
                // A record expires with its owner.
                if expires != entity.expires() {
                    unclaimed.records.push(record);
                }
            } else if job.leaves_taken {
                unclaimed.is_taken = true;
            } else {
                return Err(BackfillError::taken::<E>(read, record.name, &owner));
            }
        }
        Ok(unclaimed)
    }
}

/// Puts the records, on the condition that they have no owner and the item has not changed since it was read.
fn claims<D, E>(entity: &E, read: &Item, unclaimed: Vec<Record>) -> Result<Transaction<D>, Error>
where
    E: Entity,
    D: Contains<E::Table>,
{
    let version = E::MODEL.version.map(|name| match read.get(name) {
        Some(version) => Condition::equal(name, version.clone()),
        None => !Condition::has_value(name),
    });
    let as_read = version.map_or_else(Condition::live, |version| Condition::live() & version);
    let mut transaction = Transaction::new();
    let mut op = transaction.add(Check::new(entity.key(), as_read));
    for record in unclaimed {
        let name = record.name;
        let put = Put::of_item(record.into_item(entity), free_for(&entity.key())?);
        op = transaction.add_record(op, name, Need::Required, put);
    }
    Ok(transaction)
}
