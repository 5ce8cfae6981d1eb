//! `favorites sync`.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::Args;
use favorites_api::favorites::Timestamp;
use serde::Serialize;

use crate::client::{Client, ClientError, Request};
use crate::failure::Reason;
use crate::output::{Output, Progress, counted};
use crate::sync::{self, ChangePage, Copy, CopyError};

/// The time after which a long synchronization saves what it has, so that a run that is killed loses little.
const SAVED_AFTER: Duration = Duration::from_secs(10);

/// Keep a copy of all favorites, the trash and the tags in a file.
///
/// The first run reads everything, and each later one what has changed since. The file has a JSON document on each line: first the place in
/// the change feed, then {"tag": …}, {"favorite": …} and {"trashed": …}. A run replaces the file as a whole, and may be killed and repeated
/// at any time. If the place is older than 90 days and something has changed, the run reads everything again.
#[derive(Debug, Args)]
pub(crate) struct Sync {
    /// The file. It must not exist, or be a copy that this command has made.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// The result of a run.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Synchronized {
    /// The changes that the service sent.
    changes: usize,
    /// True if the run has read everything again.
    started_over: bool,
    favorites: usize,
    trash: usize,
    tags: usize,
}

impl Sync {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let mut copy = sync::load(&self.file)?;
        let progress = Progress::counting("changes");
        let (mut received, mut started_over, mut saved) = (0, false, Instant::now());
        loop {
            let request = Request::get(["changes"]).query("cursor", copy.cursor());
            let page: ChangePage = match client.fetch(request).await {
                Ok(page) => page,
                Err(ClientError::Refused { problem, .. }) if problem.is_expired_cursor() && !started_over => {
                    output.message(
                        "The service does not know all changes since the last run: everything is read again.",
                    );
                    (copy, started_over) = (Copy::default(), true);
                    continue;
                }
                Err(error) => return Err(error.into()),
            };
            let more = page.more;
            received += page.changes.len();
            progress.set(received);
            copy.apply(page).map_err(|change| CopyError::no_id(&change))?;
            if !more {
                break;
            }
            if saved.elapsed() >= SAVED_AFTER {
                sync::save(&copy, &self.file)?;
                saved = Instant::now();
            }
        }
        copy.tidy(Timestamp::now());
        sync::save(&copy, &self.file)?;
        drop(progress);
        let [favorites, trash, tags] = copy.counts();
        let result = Synchronized { changes: received, started_over, favorites, trash, tags };
        Ok(output.value(&result, |result| {
            format!(
                "{}; {}, {} in the trash, {}",
                counted(result.changes, "change", "changes"),
                counted(result.favorites, "favorite", "favorites"),
                result.trash,
                counted(result.tags, "tag", "tags")
            )
        })?)
    }
}
