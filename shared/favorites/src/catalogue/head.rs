//! The head of a user's catalogue: the counters, and the journal of entries that are not in segments yet.

use serde::{Deserialize, Serialize};
use single_table::capacity::Estimate;
use single_table::{Check, Condition, Entity, EpochSeconds, Timestamp, Transaction};

use crate::catalogue::count_tree::Deltas;
use crate::catalogue::entry::Entries;
use crate::catalogue::erasure_note::{Erasure, SeenErasure};
use crate::catalogue::head_counts::HeadCounts;
use crate::catalogue::pack::{pack, unpack};
use crate::catalogue::revision::drawn;
use crate::catalogue::segment::Cuts;
use crate::catalogue::sequences::Sequences;
use crate::catalogue::tally::{ByType, Tally};
use crate::error::Error;
use crate::limits::LARGE_HEAD_KILOBYTES;
use crate::model::epoch::Epoch;
use crate::model::ids::UserId;
use crate::search_index::UserIndex;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The stored item. Each change of the catalogue puts it on the condition that its revision is the one that was read, so counters
/// and journal always agree.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueHead", partition(user_id), sort(), version(revision))]
pub(crate) struct Head {
    pub(crate) user_id: UserId,
    /// The number of changes of the catalogue.
    revision: u64,
    total: i64,
    trash: i64,
    by_type: ByType,
    /// The count tree, as far as it is in the head, packed. Empty in a head that was stored before there was one.
    #[serde(default, with = "serde_bytes")]
    counts: Vec<u8>,
    /// The sizes of the runs of the count tree, packed.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    run_sizes: Vec<u8>,
    /// The numbers of spare nodes of the count tree, packed.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    spare: Vec<u8>,
    /// The counters of each tag and type, in a head that was stored before there was a count tree.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    by_tag: Vec<u8>,
    #[serde(with = "serde_bytes")]
    entries: Vec<u8>,
    /// The state of the search index and the newest versions, packed.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    index: Vec<u8>,
    /// The latest time for which the user is listed for reconciliation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    due: Option<EpochSeconds>,
    /// The erasure after which the head was created, as long as records from before it may arrive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    erasure: Option<Erasure>,
    /// The life of the head. A restore removes it, so that all clients begin again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    epoch: Option<Epoch>,
    /// The sequence numbers of the entries, packed.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    sequences: Vec<u8>,
}

/// A head that was read, or the absence of one.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenHead {
    stored: Option<Head>,
    pub(crate) counts: HeadCounts,
    pub(crate) journal: Entries,
    pub(crate) index: UserIndex,
    /// True if the head has a search index that can't be read. Then `index` begins a new one.
    pub(crate) is_index_unreadable: bool,
    pub(crate) due: Option<EpochSeconds>,
    /// The erasure after which the head was created.
    pub(crate) erasure: Option<Erasure>,
    /// The note of the erasure, if the head is not stored.
    pub(super) seen_erasure: SeenErasure,
    /// The revision after which a head that is not stored begins.
    begins_after: u64,
    pub(crate) epoch: Option<Epoch>,
    pub(super) sequences: Sequences,
    /// True if no head was stored, and the user has no segments: the next head is the user's first.
    pub(super) is_first: bool,
}

impl Head {
    /// A head that follows `before`.
    fn after(
        user: &UserId,
        before: &OpenHead,
        counts: &HeadCounts,
        journal: &Entries,
    ) -> Result<Self, Error> {
        let tally = &counts.tally;
        let revision = before.revision() + 1;
        Ok(Self {
            user_id: user.clone(),
            revision,
            total: tally.total(),
            trash: tally.trash,
            by_type: tally.by_type.clone(),
            counts: counts.pack()?,
            run_sizes: counts.pack_sizes()?,
            spare: counts.pack_spare()?,
            by_tag: Vec::new(),
            entries: pack(journal)?,
            index: before.index.pack()?,
            due: before.due,
            erasure: before.erasure,
            epoch: Some(before.epoch.unwrap_or_else(|| Epoch::new(drawn(), before.is_first))),
            sequences: before.sequences.next(&before.journal, journal, revision).pack(revision)?,
        })
    }

    /// Returns the revision.
    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    /// Logs the size of a large head. A metric is made of this line.
    fn log_if_large(&self) -> Result<(), Error> {
        let kilobytes = Estimate::of(self)?.put_units();
        if kilobytes > LARGE_HEAD_KILOBYTES {
            // Lines with this target pass whatever the level of the log is.
            tracing::warn!(target: "metrics", kilobytes, "a head is large");
        }
        Ok(())
    }

    /// Returns the life of the head, if it numbers changes.
    pub(crate) fn epoch(&self) -> Option<Epoch> {
        self.epoch
    }

    /// Returns the sequence numbers of the journal's entries. Empty without an epoch: then the head numbers nothing.
    pub(crate) fn sequences(&self) -> Result<Sequences, Error> {
        if self.epoch.is_none() {
            return Ok(Sequences::default());
        }
        let journal = self.journal()?;
        Sequences::read(&self.sequences, &journal, self.revision)
            .map_err(|error| self.unreadable("sequence numbers", &error))
    }

    /// Has a transaction fail if a user has a head.
    pub(crate) fn check_absent(transaction: &mut Transaction<FavoritesTable>, user: &UserId) {
        transaction.add(Check::<Self>::new(HeadKey { user_id: user.clone() }, Condition::absent()));
    }

    /// Returns the counters.
    pub(super) fn counts(&self) -> Result<HeadCounts, Error> {
        let unreadable = |error: postcard::Error| self.unreadable("counters", &error);
        let tally = Tally { by_type: self.by_type.clone(), trash: self.trash, deltas: Deltas::default() };
        if self.counts.is_empty() {
            let by_tag = postcard::from_bytes(&self.by_tag).map_err(unreadable)?;
            return Ok(HeadCounts::undated(tally, &by_tag));
        }
        let counts = HeadCounts::read(tally, &self.counts, &self.run_sizes).map_err(unreadable)?;
        let spare = HeadCounts::read_spare(&self.spare).map_err(unreadable)?;
        Ok(HeadCounts { spare, revision: self.revision, ..counts })
    }

    /// Returns the entries of the journal.
    pub(crate) fn journal(&self) -> Result<Entries, Error> {
        unpack(&self.entries).map_err(|error| self.unreadable("entries", &error))
    }

    fn index(&self) -> Result<UserIndex, Error> {
        UserIndex::read(&self.index).map_err(|error| self.unreadable("search index", &error))
    }

    fn unreadable(&self, what: &str, error: &dyn std::fmt::Display) -> Error {
        Error::catalogue(format_args!("{what} of the head of {}: {error}", self.user_id.as_str()))
    }
}

impl OpenHead {
    /// Opens a head. An index that can't be read is begun again: counting does not depend on it.
    pub(crate) fn read(stored: Option<Head>, now: Timestamp) -> Result<Self, Error> {
        let Some(head) = stored else { return Ok(Self::default()) };
        let (index, is_index_unreadable) = match head.index() {
            Ok(index) => (index, false),
            Err(error) => {
                tracing::error!(%error, "a search index can't be read and is made again");
                (UserIndex::after_loss(now), true)
            }
        };
        Ok(Self {
            counts: head.counts()?,
            journal: head.journal()?,
            index,
            is_index_unreadable,
            due: head.due,
            erasure: head.erasure,
            epoch: head.epoch,
            sequences: head.sequences()?,
            is_first: false,
            stored: Some(head),
            ..Self::default()
        })
    }

    /// A head in place of one that can't be read. It has what can be known without the old one. Its epoch will be another one, because the
    /// sequence numbers are lost.
    fn damaged(stored: Option<Head>, now: Timestamp) -> Self {
        let journal = stored.as_ref().and_then(|head| head.journal().ok()).unwrap_or_default();
        let index = stored.as_ref().and_then(|head| head.index().ok());
        let index = index.unwrap_or_else(|| UserIndex::after_loss(now));
        let erasure = stored.as_ref().and_then(|head| head.erasure);
        Self { stored, journal, index, erasure, ..Self::default() }
    }

    /// Returns true if there was a head.
    pub(crate) fn is_stored(&self) -> bool {
        self.stored.is_some()
    }

    /// Adds the put of a head in place of this one to a transaction.
    fn save(&self, transaction: &mut Transaction<FavoritesTable>, user: &UserId, after: &Head) {
        transaction.save(self.stored.as_ref(), after);
        if !self.is_stored() {
            self.seen_erasure.check(transaction, user);
        }
    }

    /// Has a head that is not stored begin after this revision.
    pub(super) fn begin_after(&mut self, revision: u64) {
        self.begins_after = revision;
        self.counts.revision = revision;
    }

    /// Returns the number of changes of the catalogue when the head was read.
    pub(crate) fn revision(&self) -> u64 {
        self.stored.as_ref().map_or(self.begins_after, |head| head.revision)
    }
}

impl Favorites {
    /// Returns the head of a consistent read.
    pub(crate) async fn open_head(&self, user: &UserId) -> Result<OpenHead, Error> {
        OpenHead::read(self.load_head(user, true).await?, self.store.now())
    }

    /// Returns the head, and true if it could be read.
    pub(crate) async fn open_any_head(&self, user: &UserId) -> Result<(OpenHead, bool), Error> {
        let stored = self.load_head(user, true).await?;
        OpenHead::read(stored.clone(), self.store.now()).map(|head| (head, true)).or_else(|error| {
            tracing::error!(%error, "a head can't be read and is made again");
            Ok((OpenHead::damaged(stored, self.store.now()), false))
        })
    }

    /// Returns the head of an eventually consistent read, at half the price.
    pub(crate) async fn read_head(&self, user: &UserId) -> Result<OpenHead, Error> {
        OpenHead::read(self.load_head(user, false).await?, self.store.now())
    }

    /// Reads the item.
    pub(crate) async fn load_head(&self, user: &UserId, consistent: bool) -> Result<Option<Head>, Error> {
        let key = HeadKey { user_id: user.clone() };
        let get = self.store.get(&key);
        Ok(if consistent { get.consistent().await? } else { get.await? })
    }

    /// Puts counters and journal in place of those of `before`, and the segments of `cuts` with them. Before that, puts the changes that
    /// leave the journal or skip it into a row of the change feed. Returns false if another writer changed the head or such a segment
    /// meanwhile, or if the erasure of the account began or ended.
    pub(crate) async fn put_head(
        &self,
        user: &UserId,
        before: &OpenHead,
        counts: &HeadCounts,
        journal: &Entries,
        cuts: Cuts,
    ) -> Result<bool, Error> {
        self.put_change_row(user, before, journal, cuts.skipped()).await?;
        let after = Head::after(user, before, counts, journal)?;
        after.log_if_large()?;
        if cuts.is_empty() && before.is_stored() {
            return self.put_alone(before, after).await;
        }
        let mut transaction = Transaction::new();
        before.save(&mut transaction, user, &after);
        cuts.write(&mut transaction);
        Ok(self.store.transact(transaction).cancelled().await?.is_none())
    }

    async fn put_alone(&self, before: &OpenHead, mut after: Head) -> Result<bool, Error> {
        Error::unless_changed(self.store.save(before.stored.as_ref(), &mut after).await)
    }
}
