//! Favorites that get another clip time, and with it another place in the index by tag, while a deleted tag is being removed.

use std::sync::Mutex;
use std::time::Duration;

use aws_smithy_runtime_api::client::http::{HttpConnector as _, HttpConnectorFuture};
use favorites_api::Favorites;
use favorites_api::favorites::limits::{CLEANUP_LAG, CLEANUP_STEP};
use favorites_api::favorites::{Client, DataId, Error, FavoriteData, FavoritePatch, TagId};
use favorites_tests::before;
use futures::future::BoxFuture;

use crate::table::Table;

/// Returns a change to a clip time that is earlier than those of all other favorites.
fn early() -> FavoritePatch {
    let time = "1990-01-01T00:00:00Z".parse().expect("it is a time");
    FavoritePatch { clip_time: Some(time), ..FavoritePatch::default() }
}

impl Table {
    pub(crate) async fn relocate(&self, data_id: DataId) -> FavoriteData {
        self.favorites.update_favorite(&self.person, data_id, None, early()).await.expect("it is there")
    }

    /// Puts the tag on one favorite more than a step of a clean-up changes. Returns the last one.
    async fn many_with(&self, tag_id: TagId) -> DataId {
        for _ in 0..CLEANUP_STEP {
            self.note(&[tag_id]).await;
            self.clock.advance(Duration::from_millis(1));
        }
        self.note(&[tag_id]).await
    }

    /// Takes the first step of the last pass, relocates a favorite to a place that this pass has left behind,
    /// and takes the other step.
    async fn relocate_behind_the_last_pass(&self, data_id: DataId) -> FavoriteData {
        self.clock.advance(CLEANUP_LAG);
        let (steps, relocated) = self.drive_with_pause(async || self.relocate(data_id).await).await;
        assert_eq!(steps, 2);
        assert!(self.only("TagCleanup").await.is_none(), "the last pass is over");
        relocated
    }

    /// Returns the service with a client that waits for `meanwhile` before it sends its first transaction.
    pub(crate) fn interrupted(&self, meanwhile: BoxFuture<'static, ()>) -> Favorites {
        let config = self.client().config().clone();
        let meanwhile = Mutex::new(Some(meanwhile));
        let http =
            before(config.http_client().expect("the configuration has a client"), move |engine, request| {
                let target = request.headers().get("x-amz-target").unwrap_or_default();
                let is_transaction = target.ends_with("TransactWriteItems");
                let meanwhile =
                    if is_transaction { meanwhile.lock().expect("no panic").take() } else { None };
                let engine = engine.clone();
                HttpConnectorFuture::new(async move {
                    if let Some(meanwhile) = meanwhile {
                        meanwhile.await;
                    }
                    engine.call(request).await
                })
            });
        self.on_client(Client::from_conf(config.to_builder().http_client(http).build()))
    }
}

#[tokio::test]
async fn a_favorite_that_moves_behind_the_last_pass_loses_the_deleted_tag() {
    let table = Table::start().await;
    let (tag_id, kept) = (table.tag("Goes").await, table.tag("Stays").await);
    let last = table.many_with(tag_id).await;
    table.favorites.tag_favorite(&table.person, last, None, kept).await.unwrap();
    table.delete_tag(tag_id).await;

    let relocated = table.relocate_behind_the_last_pass(last).await;

    assert_eq!(relocated.tag_ids, [kept].into());
    assert_eq!(table.tagged(tag_id).await, 0);
    table.end().await;
}

#[tokio::test]
async fn a_favorite_that_moves_behind_the_last_pass_gets_the_tag_of_the_merge() {
    let table = Table::start().await;
    let (old, into) = (table.tag("Old").await, table.tag("Into").await);
    let last = table.many_with(old).await;
    table.favorites.merge_tag(&table.person, old, into, None).await.unwrap();

    let relocated = table.relocate_behind_the_last_pass(last).await;

    assert_eq!(relocated.tag_ids, [into].into());
    assert_eq!((table.tagged(old).await, table.tagged(into).await), (0, CLEANUP_STEP as usize + 1));
    table.end().await;
}

#[tokio::test]
async fn a_favorite_that_moves_before_any_clean_up_gets_the_last_tag_of_several_merges() {
    let table = Table::start().await;
    let tags = [table.tag("A").await, table.tag("B").await, table.tag("C").await, table.tag("D").await];
    let [a, b, c, d] = tags;
    let data_id = table.note(&[a, d]).await;
    for (tag_id, into) in [(a, b), (b, c)] {
        table.favorites.merge_tag(&table.person, tag_id, into, None).await.unwrap();
    }
    table.delete_tag(d).await;
    assert_eq!(table.relocate(data_id).await.tag_ids, [c].into());
    table.clock.advance(CLEANUP_LAG);
    table.drive().await;
    table.end().await;
}

#[tokio::test]
async fn a_tag_that_is_deleted_while_a_favorite_moves_does_not_move_along() {
    let table = Table::start().await;
    let tag_id = table.tag("Goes").await;
    let data_id = table.note(&[tag_id]).await;
    let (favorites, person) = (table.favorites.clone(), table.person.clone());
    let service = table.interrupted(Box::pin(async move {
        favorites.delete_tag(&person, tag_id, None).await.expect("the tag is there");
    }));

    let relocated = service.update_favorite(&table.person, data_id, None, early()).await.unwrap();

    assert!(relocated.tag_ids.is_empty(), "{relocated:?}");
    assert_eq!(table.tagged(tag_id).await, 0);
    table.clock.advance(CLEANUP_LAG);
    table.drive().await;
    table.end().await;
}

#[tokio::test]
async fn a_favorite_that_is_changed_while_it_moves_has_the_change_and_one_that_moves_away_is_not_found() {
    let table = Table::start().await;
    let tag_id = table.tag("Tag").await;
    let data_id = table.note(&[]).await;
    let (favorites, person) = (table.favorites.clone(), table.person.clone());
    let service = table.interrupted(Box::pin(async move {
        favorites.tag_favorite(&person, data_id, None, tag_id).await.expect("the favorite is there");
    }));
    let relocated = service.update_favorite(&table.person, data_id, None, early()).await.unwrap();
    assert_eq!((relocated.tag_ids.len(), relocated.version), (1, 3));

    let (favorites, person) = (table.favorites.clone(), table.person.clone());
    let late = FavoritePatch { clip_time: Some(table.clock.now()), ..FavoritePatch::default() };
    let service = table.interrupted(Box::pin(async move {
        favorites.update_favorite(&person, relocated.data_id, None, late).await.expect("it is there");
    }));
    let lost = service.untag_favorite(&table.person, relocated.data_id, None, tag_id).await.unwrap_err();
    assert!(matches!(lost, Error::NoFavorite(id) if id == relocated.data_id), "{lost}");
    assert_eq!(table.tagged(tag_id).await, 1);
    table.end().await;
}
