//! The head of a person's catalogue: the counters, and the journal of what is not in the segments yet.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Transaction, TransactionError};

use crate::catalogue::entry::Entries;
use crate::catalogue::pack::Packed;
use crate::catalogue::segment::Cuts;
use crate::catalogue::signed::Signed;
use crate::catalogue::tally::{ByType, Tally};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::UserId;
use crate::table::FavoritesTable;

/// The item. Whoever changes the catalogue puts it anew, on the condition that its revision is the one that was read: so
/// counters and journal always belong to each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "CatalogueHead", partition(user_id), sort(), version(revision))]
pub(crate) struct Head {
    pub(crate) user_id: UserId,
    /// How often the catalogue changed.
    revision: u64,
    total: i64,
    trash: i64,
    /// How many have more text than is searched.
    cut: i64,
    by_type: ByType,
    /// The counters of each tag and type, packed: as a map they would take twice the bytes, and every change writes them.
    #[serde(with = "serde_bytes")]
    by_tag: Vec<u8>,
    #[serde(with = "serde_bytes")]
    entries: Vec<u8>,
    text: String,
    /// What it says of the signatures, packed.
    #[serde(default, with = "serde_bytes", skip_serializing_if = "Vec::is_empty")]
    signed: Vec<u8>,
}

/// A head that was read, or the absence of one.
#[derive(Debug, Clone, Default)]
pub(crate) struct OpenHead {
    stored: Option<Head>,
    pub(crate) tally: Tally,
    pub(crate) journal: Entries,
    pub(crate) signed: Signed,
}

impl Head {
    fn of(user: &UserId, tally: &Tally, journal: &Entries, signed: &Signed) -> Result<Self, Error> {
        let Packed { entries, text } = Packed::of(journal)?;
        Ok(Self {
            user_id: user.clone(),
            revision: 1,
            total: tally.total(),
            trash: tally.trash,
            cut: tally.cut,
            by_type: tally.by_type.clone(),
            by_tag: postcard::to_allocvec(&tally.by_tag).map_err(Error::catalogue)?,
            entries,
            text,
            signed: signed.pack()?,
        })
    }

    fn tally(&self) -> Result<Tally, Error> {
        let by_tag = postcard::from_bytes(&self.by_tag)
            .map_err(|error| self.unreadable("counters of tags", &error))?;
        Ok(Tally { by_type: self.by_type.clone(), by_tag, trash: self.trash, cut: self.cut })
    }

    fn journal(&self) -> Result<Entries, Error> {
        let packed = Packed { entries: self.entries.clone(), text: self.text.clone() };
        packed.entries().map_err(|error| self.unreadable("entries", &error))
    }

    fn signed(&self) -> Result<Signed, Error> {
        Signed::read(&self.signed).map_err(|error| self.unreadable("signatures", &error))
    }

    fn unreadable(&self, what: &str, error: &dyn std::fmt::Display) -> Error {
        Error::catalogue(format_args!("{what} of the head of {}: {error}", self.user_id.as_str()))
    }
}

impl OpenHead {
    pub(crate) fn read(stored: Option<Head>) -> Result<Self, Error> {
        let Some(head) = stored else { return Ok(Self::default()) };
        Ok(Self {
            tally: head.tally()?,
            journal: head.journal()?,
            signed: head.signed()?,
            stored: Some(head),
        })
    }

    /// One that can't be read: as if it had no more than can be, to put something in its place.
    fn damaged(stored: Option<Head>) -> Self {
        let journal = stored.as_ref().and_then(|head| head.journal().ok()).unwrap_or_default();
        Self { stored, journal, ..Self::default() }
    }

    /// How often the catalogue had changed when it was read.
    pub(crate) fn revision(&self) -> u64 {
        self.stored.as_ref().map_or(0, |head| head.revision)
    }

    /// How many favorites have more text than is searched.
    pub(crate) fn partly_searched(&self) -> u64 {
        u64::try_from(self.tally.cut).unwrap_or(0)
    }
}

impl Favorites {
    /// The head as the last write left it.
    pub(crate) async fn open_head(&self, user: &UserId) -> Result<OpenHead, Error> {
        OpenHead::read(self.store.get(&HeadKey { user_id: user.clone() }).consistent().await?)
    }

    /// The head, and whether it could be read.
    pub(crate) async fn open_any_head(&self, user: &UserId) -> Result<(OpenHead, bool), Error> {
        let stored = self.store.get(&HeadKey { user_id: user.clone() }).consistent().await?;
        OpenHead::read(stored.clone()).map(|head| (head, true)).or_else(|error| {
            tracing::error!(%error, "a head can't be read and is made anew");
            Ok((OpenHead::damaged(stored), false))
        })
    }

    /// The head as some write of the last moment left it, at half the price.
    pub(crate) async fn read_head(&self, user: &UserId) -> Result<OpenHead, Error> {
        OpenHead::read(self.store.get(&HeadKey { user_id: user.clone() }).await?)
    }

    /// The counters, of which the journal is no part.
    pub(crate) async fn tally(&self, user: &UserId) -> Result<Tally, Error> {
        let head = self.store.get(&HeadKey { user_id: user.clone() }).await?;
        head.map_or_else(|| Ok(Tally::default()), |head: Head| head.tally())
    }

    /// Puts counters and journal in place of those of `before`, and the segments of `cuts` with them. False when somebody else changed
    /// the head or such a segment meanwhile.
    pub(crate) async fn put_head(
        &self,
        user: &UserId,
        before: &OpenHead,
        tally: &Tally,
        journal: &Entries,
        cuts: Cuts,
    ) -> Result<bool, Error> {
        let mut signed = before.signed.clone();
        signed.note(cuts.moved());
        let after = Head::of(user, tally, journal, &signed)?;
        if cuts.is_empty() {
            return self.put_alone(before, after).await;
        }
        let mut transaction = Transaction::new();
        match &before.stored {
            Some(before) => transaction.replace(before, &after),
            None => transaction.insert(&after),
        };
        cuts.write(&mut transaction);
        match self.store.transact(transaction).await {
            Ok(_) => Ok(true),
            Err(TransactionError::Cancelled(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Has a head say something else of the signatures. False when somebody else changed it meanwhile.
    pub(crate) async fn put_signed(
        &self,
        user: &UserId,
        before: &OpenHead,
        signed: &Signed,
    ) -> Result<bool, Error> {
        let after = Head::of(user, &before.tally, &before.journal, signed)?;
        self.put_alone(before, after).await
    }

    async fn put_alone(&self, before: &OpenHead, mut after: Head) -> Result<bool, Error> {
        let put = match &before.stored {
            Some(before) => self.store.replace(before, &mut after).await,
            None => self.store.insert(&after).await,
        };
        Error::unless_changed(put)
    }
}
