//! The favorites of a batch that one transaction creates.

use std::collections::{BTreeSet, VecDeque};

use single_table::write::Cancelled;
use single_table::{Timestamp, Transaction};

use crate::error::{Error, busy};
use crate::limits::{BATCH_TRANSACTION_BYTES, OPERATIONS_PER_TRANSACTION};
use crate::model::favorite::FavoriteData;
use crate::model::ids::{DataId, TagId, UserId};
use crate::model::new_favorite::FavoriteDraft;
use crate::model::origin::Origin;
use crate::table::FavoritesTable;
use crate::use_cases::edit::size;
use crate::use_cases::favorite_write::{FavoriteWrite, Obstacle, TagChecks};
use crate::use_cases::favorites::{add_new, no_tag};

/// A favorite of a batch that is not created yet.
pub(super) struct Candidate {
    /// Its place in the batch.
    pub(super) place: usize,
    /// The favorite with all its tags.
    pub(super) draft: FavoriteDraft,
    /// The source of its id, times and version.
    origin: Origin,
    /// The tags that the batch names instead of giving their ids.
    named: BTreeSet<TagId>,
}

/// A favorite of a group.
pub(super) struct Member {
    pub(super) candidate: Candidate,
    pub(super) favorite: FavoriteData,
    write: FavoriteWrite,
}

/// The fate of a favorite whose group was cancelled.
pub(super) enum Fate {
    /// Nothing is wrong with it.
    TryAgain,
    /// It can't be created.
    Refused(Error),
    /// A tag of the favorite does not exist.
    NoTag(TagId),
    /// This favorite has the link or the id.
    Exists(DataId),
}

/// Favorites that one transaction creates.
pub(super) struct Group {
    pub(super) transaction: Transaction<FavoritesTable>,
    pub(super) members: Vec<Member>,
    /// Candidates with faults that they did not have when the batch began, such as a time that has passed since.
    pub(super) refused: Vec<(usize, Error)>,
}

/// The values that the favorites of groups must not share: a transaction has at most one operation for an item, and of favorites with
/// the same link the first is created.
#[derive(Default)]
pub(super) struct Claims {
    ids: BTreeSet<DataId>,
    links: BTreeSet<String>,
}

impl Candidate {
    pub(super) fn new(place: usize, draft: FavoriteDraft, origin: Origin, named: Vec<TagId>) -> Self {
        let named: BTreeSet<_> = named.into_iter().filter(|tag_id| !draft.tag_ids.contains(tag_id)).collect();
        let tag_ids = draft.tag_ids.union(&named).copied().collect();
        Self { place, draft: FavoriteDraft { tag_ids, ..draft }, origin, named }
    }

    /// Returns true if another favorite can have the id that this one gets.
    fn has_known_id(&self) -> bool {
        self.draft.data_id.is_some() || self.origin.data_id().is_some()
    }

    /// Notes that a tag of the favorite does not exist. An import leaves the tag out: the user has deleted it
    /// after the import had found or created it. Returns the error of a request.
    pub(super) fn note_no_tag(&mut self, tag_id: TagId) -> Result<(), Error> {
        if !matches!(self.origin, Origin::Request) {
            self.draft.tag_ids.remove(&tag_id);
            return Ok(());
        }
        // It existed a moment ago, so the request may be right when it is repeated.
        Err(if self.named.contains(&tag_id) { busy() } else { no_tag(tag_id) })
    }

    /// Adds the operations that create the favorite.
    fn add_to(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        favorite: &FavoriteData,
        checks: &mut TagChecks,
    ) -> FavoriteWrite {
        match self.origin {
            Origin::Request => add_new(transaction, &self.draft, favorite, checks),
            Origin::Derived { may_exist: false, .. } => {
                FavoriteWrite::create_beside(transaction, favorite, checks)
            }
            Origin::Derived { .. } | Origin::Exported { .. } => {
                FavoriteWrite::create_imported(transaction, favorite, checks)
            }
        }
    }
}

impl Member {
    /// Returns its fate after the transaction was cancelled.
    pub(super) fn fate(&self, cancelled: &Cancelled) -> Result<Fate, Error> {
        Ok(match self.write.obstacle(cancelled)? {
            Obstacle::Link(data_id) => Fate::Exists(data_id),
            Obstacle::Changed if self.candidate.has_known_id() => Fate::Exists(self.favorite.data_id),
            Obstacle::InTrash => Fate::Refused(Error::InTrash(self.favorite.data_id)),
            Obstacle::Gone => Fate::Refused(Error::Gone(self.favorite.data_id)),
            Obstacle::NoTag(tag_id) => Fate::NoTag(tag_id),
            Obstacle::Changed | Obstacle::Other => Fate::TryAgain,
        })
    }
}

impl Group {
    /// Takes as many of the candidates that wait, in their order, as fit one transaction. Those that share a link or an id with an
    /// earlier one, of this group or of another with these claims, go on waiting.
    pub(super) fn take(
        user: &UserId,
        waiting: &mut VecDeque<Candidate>,
        now: Timestamp,
        claims: &mut Claims,
    ) -> Self {
        let mut group = Self { transaction: Transaction::new(), members: Vec::new(), refused: Vec::new() };
        let (mut checks, mut bytes) = (TagChecks::default(), 0);
        let mut left = VecDeque::new();
        while let Some(candidate) = waiting.pop_front() {
            let favorite = match candidate.draft.first_version(user, now) {
                Ok(favorite) => candidate.origin.apply(favorite),
                Err(faults) => {
                    group.refused.push((candidate.place, Error::Invalid(faults)));
                    continue;
                }
            };
            let operations = operations(&candidate, &favorite, &checks);
            let items = 1 + favorite.tag_ids.len();
            let added = size(&favorite).map_or(BATCH_TRANSACTION_BYTES, |size| size * items);
            let is_first = group.members.is_empty();
            let fits = group.transaction.len() + operations <= OPERATIONS_PER_TRANSACTION
                && bytes + added <= BATCH_TRANSACTION_BYTES;
            if !is_first && !fits {
                left.push_back(candidate);
                break;
            }
            if !claims.claim(&favorite) {
                left.push_back(candidate);
                continue;
            }
            bytes += added;
            let write = candidate.add_to(&mut group.transaction, &favorite, &mut checks);
            group.members.push(Member { candidate, favorite, write });
        }
        left.append(waiting);
        *waiting = left;
        group
    }
}

impl Claims {
    /// Claims the id and the link of a favorite. Returns false, and claims nothing, if another favorite has one of them.
    fn claim(&mut self, favorite: &FavoriteData) -> bool {
        let link = favorite.unique_link();
        if self.ids.contains(&favorite.data_id) || link.as_ref().is_some_and(|link| self.links.contains(link))
        {
            return false;
        }
        self.ids.insert(favorite.data_id);
        self.links.extend(link);
        true
    }
}

/// Returns the number of operations that creating a favorite adds to a transaction with these checks.
fn operations(candidate: &Candidate, favorite: &FavoriteData, checks: &TagChecks) -> usize {
    let mut alone = Transaction::new();
    candidate.add_to(&mut alone, favorite, &mut TagChecks::default());
    alone.len() - favorite.tag_ids.len() + checks.missing(&favorite.tag_ids)
}
