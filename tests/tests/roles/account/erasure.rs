//! The erasure of an account that has items of every kind.

use std::time::Duration;

use favorites_api::favorites::limits::ERASURE_SETTLES;
use favorites_tests::{data_id, eventually, sample, tag_id};
use serde_json::json;

use super::jobs::ann;
use super::{Account, TRIES};

/// An id that a client chooses.
const CHOSEN: &str = "019b0000-0000-7000-8000-0000000000aa";

/// Kinds of items that come and go, and of which the account must have some.
const FLEETING: [&str; 8] = [
    "CatalogueCounts",
    "ChosenId",
    "ImportReport",
    "JobPlan",
    "MergedTag",
    "Reconciliation",
    "SearchDirectory",
    "TagCleanup",
];

impl Account {
    /// Loses the head of the catalogue, which reconciliation makes again. Then erases the account.
    pub(super) async fn erasure(&self) {
        for head in self.items("CatalogueHead").await {
            self.lose(&head).await;
        }
        self.reconcile().await;
        // The next tags have the same names.
        for tag in self.ann.all("/tags?limit=100").await {
            self.ann.delete(&format!("/tags/{}", tag_id(&tag))).await.is(204);
        }
        self.tags().await;
        self.many_tags().await;
        self.keep_notes(&[]).await;
        let chosen = self.ann.put(&format!("/favorites/{CHOSEN}"), &sample::favorite("note", "Chosen"));
        chosen.header("if-none-match", "*").await.is(201);
        let trashed = self.keep("In the trash", &[]).await;
        self.ann.delete(&format!("/favorites/{}", data_id(&trashed))).await.is(200);
        self.ann.create(&sample::favorite("link", "Erased")).await;
        self.files(&self.ann).await;
        self.stop_in_the_middle().await;
        for kind in FLEETING {
            assert!(!self.items(kind).await.is_empty(), "there is no {kind}");
        }
        for _ in 0..2 {
            self.ann.delete("/account?confirm=ann").key("erase").await.is(202);
        }
        for _ in 0..TRIES {
            if self.waits_or_is_done().await {
                return;
            }
            self.clock.advance(ERASURE_SETTLES);
            self.call("sweeper", json!({}), Duration::from_mins(1)).await;
        }
        panic!("the erasure does not end");
    }

    /// Waits until the worker has no work for the user now, and returns true if it has none at all.
    async fn waits_or_is_done(&self) -> bool {
        eventually(async || {
            let jobs = self.favorites_of_owner().jobs_with_work(&ann()).await.expect("the table answers");
            let is_due = jobs.values().any(|time| *time <= self.clock.now());
            if is_due { Err(format!("{jobs:?}")) } else { Ok(jobs.is_empty()) }
        })
        .await
    }
}
