//! Deletes what a run has created.

use std::time::Duration;

use favorites_api::favorites::{ActionName, DataId, JobId, Timestamp};
use serde_json::json;

use super::names::Names;
use super::steps::eventually;
use crate::client::{Client, Favorite, Pages, Request};
use crate::commands::find_tag::find_tag;
use crate::commands::job::LOOK;
use crate::exit::Exit;
use crate::failure::Reason;

/// The most by which the clock of the service may be behind the one of this machine.
const CLOCK_DIFFERENCE: Duration = Duration::from_hours(1);

/// What a run has created. It is found by its names, because the answer with its id may have been lost.
pub(super) struct Leftovers<'a> {
    client: &'a Client,
    names: &'a Names,
    wait: Duration,
    /// No favorite of the run is older.
    oldest: Option<Timestamp>,
}

impl<'a> Leftovers<'a> {
    /// Call this before the run creates anything.
    pub(super) fn new(client: &'a Client, names: &'a Names, wait: Duration) -> Self {
        Self { client, names, wait, oldest: Timestamp::now().checked_sub(CLOCK_DIFFERENCE) }
    }

    /// Deletes everything for good.
    pub(super) async fn delete(&self) -> Result<(), Reason> {
        eventually(self.wait, || self.delete_found()).await
    }

    /// Deletes everything for good after a run that was broken off. `import` is a job that may still be
    /// running.
    pub(super) async fn delete_after_failure(&self, import: Option<JobId>) -> Result<(), Reason> {
        if let Some(id) = import {
            self.delete_one(["jobs", &id.to_string()]).await?;
        }
        self.delete().await?;
        // The service may still have been working on the last request.
        tokio::time::sleep(LOOK).await;
        self.delete().await
    }

    /// Deletes what lists show. Returns an error if there was something, because lists follow changes a
    /// moment later.
    async fn delete_found(&self) -> Result<(), Reason> {
        let saved = self.list("favorites").await?;
        self.act(ActionName::Delete, &saved).await?;
        let trashed = self.list("trash").await?;
        self.act(ActionName::Purge, &trashed).await?;
        let tags = match find_tag(self.client, &self.names.tag()).await {
            Ok(tag) => self.delete_one(["tags", &tag.id.to_string()]).await.map(|()| 1)?,
            Err(Reason::NoSuchTag { .. }) => 0,
            Err(reason) => return Err(reason),
        };
        match (saved.len(), trashed.len(), tags) {
            (0, 0, 0) => Ok(()),
            (saved, trashed, tags) => {
                Err(Reason::Got(format!("favorites: {saved}, in the trash: {trashed}, tags: {tags}")))
            }
        }
    }

    /// Returns the favorites of the run in a list, which is newest first.
    async fn list(&self, kind: &str) -> Result<Vec<DataId>, Reason> {
        let mut found = Vec::new();
        let mut pages = Pages::<Favorite>::new(self.client, Request::get([kind]), None);
        while let Some(page) = pages.next().await? {
            let own = page.items.iter().filter(|item| self.names.have(item.value.content_url.as_deref()));
            found.extend(own.map(|item| item.value.data_id));
            let reached: Option<Timestamp> =
                page.items.last().and_then(|item| item.value.clip_time.parse().ok());
            if reached.is_some_and(|time| Some(time) < self.oldest) {
                break;
            }
        }
        Ok(found)
    }

    /// Applies an action to favorites. The next look at the lists shows its success.
    async fn act(&self, action: ActionName, favorites: &[DataId]) -> Result<(), Reason> {
        if !favorites.is_empty() {
            let body = json!({ "action": action.as_str(), "dataIds": favorites });
            self.client.send(Request::post(["favorites", "actions"]).json(&body)).await?;
        }
        Ok(())
    }

    /// Deletes a thing. The client does not repeat this after an unknown outcome, but the next look at the
    /// lists shows it.
    async fn delete_one(&self, path: [&str; 2]) -> Result<(), Reason> {
        match self.client.send(Request::delete(path)).await.map_err(Reason::from) {
            Err(reason) if !matches!(reason.exit(), Exit::NotFound | Exit::Unavailable) => Err(reason),
            _ => Ok(()),
        }
    }
}
