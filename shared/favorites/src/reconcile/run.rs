//! Everybody's catalogue, one after the other, for as long as there is time.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use single_table::scan::ScanOffset;
use single_table::view::View;
use single_table::{Entity, Put, Scan};
use tokio::time::Instant;

use super::person::Reconciled;
use crate::catalogue::{Head, HeadItems};
use crate::error::Error;
use crate::favorite::{FavoriteData, FavoriteDataItems, TrashedFavorite, TrashedFavoriteItems};
use crate::favorites::Favorites;
use crate::ids::UserId;
use crate::table::FavoritesTable;

/// Where a job that is done in parts has got to. It is there while a round is under way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "JobProgress", partition(job), sort())]
pub(crate) struct JobProgress {
    job: String,
    pass: Pass,
    /// After which place in the pass's scan to go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    after: Option<String>,
}

/// Whom a scan finds. A person may have favorites and no catalogue, or only a trash, or a catalogue of favorites that are gone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Pass {
    /// Those who have favorites.
    #[default]
    Favorites,
    /// Those who have a trash.
    Trash,
    /// Those who have a catalogue.
    Catalogues,
    /// The round is over.
    Done,
}

/// What a run came to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct ReconcileRun {
    /// People whose catalogue was held against their favorites.
    pub people: u64,
    /// People with whom that failed; the log says why.
    pub failed: u64,
    /// What was found and mended.
    #[serde(flatten)]
    pub reconciled: Reconciled,
    /// Whether everybody was met. If not, the next run goes on from here.
    pub finished: bool,
}

/// A run under way.
struct Round {
    met: BTreeSet<UserId>,
    run: ReconcileRun,
    end: Instant,
}

const JOB: &str = "reconcile";

impl Favorites {
    /// Reconciles everybody, for as long as `time_left` lasts. The next run goes on where this one ended, or begins anew.
    ///
    /// It scans the table three times, a page at a time, to find the people, and reads each person's favorites once for it. Nobody
    /// waits for it: what people change meanwhile is left alone.
    ///
    /// # Errors
    /// [`Error::Busy`] and [`Error::Table`], when the table can't be scanned. What goes wrong with one person is counted and logged.
    pub async fn reconcile(&self, time_left: Duration) -> Result<ReconcileRun, Error> {
        let key = JobProgressKey { job: JOB.to_owned() };
        let stored = self.store.get::<JobProgress>(&key).consistent().await?;
        let mut at = stored.filter(|at| at.pass != Pass::Done).unwrap_or_else(JobProgress::start);
        let mut round =
            Round { met: BTreeSet::new(), run: ReconcileRun::default(), end: Instant::now() + time_left };
        while at.pass != Pass::Done {
            let Some(next) = self.reconcile_page(&at, &mut round).await? else { break };
            at = next;
            self.store.execute(Put::new(&at)).await?;
        }
        round.run.finished = at.pass == Pass::Done;
        Ok(round.run)
    }

    /// Reconciles the people of a page of the scan, and says where to go on. None when the time ended before.
    async fn reconcile_page(
        &self,
        at: &JobProgress,
        round: &mut Round,
    ) -> Result<Option<JobProgress>, Error> {
        let (people, after) = match at.pass {
            Pass::Favorites => {
                self.people(FavoriteDataItems::scan(), at, |item: FavoriteData| item.user_id).await?
            }
            Pass::Trash => {
                self.people(TrashedFavoriteItems::scan(), at, |item: TrashedFavorite| item.user_id).await?
            }
            Pass::Catalogues => self.people(HeadItems::scan(), at, |item: Head| item.user_id).await?,
            Pass::Done => return Ok(None),
        };
        for user in people {
            if Instant::now() >= round.end {
                return Ok(None);
            }
            if !round.met.contains(&user) {
                self.reconcile_one(user, round).await;
            }
        }
        let pass = if after.is_some() { at.pass } else { at.pass.next() };
        Ok(Some(JobProgress { job: JOB.to_owned(), pass, after }))
    }

    /// Who owns the items of a page, and where the next one begins.
    async fn people<V: View<Table = FavoritesTable>>(
        &self,
        scan: Scan<V>,
        at: &JobProgress,
        owner: impl Fn(V::Item) -> UserId,
    ) -> Result<(BTreeSet<UserId>, Option<String>), Error> {
        // A place that can't be read begins the pass anew: nobody is left out, and some are met twice.
        let after = at.after.as_deref().and_then(|text| ScanOffset::from_text(text).ok());
        let page = self.store.page(scan.including_expired().after(after)).await?;
        let people = page.items.into_iter().map(owner).collect();
        Ok((people, page.next.map(|next| next.to_text())))
    }

    async fn reconcile_one(&self, user: UserId, round: &mut Round) {
        match self.reconcile_person(&user, round.end - Instant::now()).await {
            Ok(reconciled) => {
                round.run.people += 1;
                round.run.reconciled.add(reconciled);
            }
            Err(error) => {
                tracing::error!(
                    error = error.without_values(),
                    "a person's catalogue could not be reconciled"
                );
                round.run.failed += 1;
            }
        }
        round.met.insert(user);
    }
}

impl JobProgress {
    fn start() -> Self {
        Self { job: JOB.to_owned(), pass: Pass::default(), after: None }
    }
}

impl Pass {
    fn next(self) -> Self {
        match self {
            Self::Favorites => Self::Trash,
            Self::Trash => Self::Catalogues,
            Self::Catalogues | Self::Done => Self::Done,
        }
    }
}
