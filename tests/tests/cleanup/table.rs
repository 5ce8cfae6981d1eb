//! A table without functions: the test gives its user the turns of the worker.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{
    Client, Content, DataId, Details, Link, NewFavorite, Note, NoteText, Saved, TagId, TagName, Timestamp,
    Title, Turn, UserId, WebUrl,
};
use favorites_local::{Environment, Running};
use favorites_tests::{Clock, consistency, faulty_client, lambda, pause_when};
use serde_json::Value;
use single_table::Item;
use single_table::testing::{Faults, Operation, Request};

/// The time limit of a turn. It is far more than needed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A table with one user's favorites.
pub(crate) struct Table {
    running: Running,
    pub(crate) clock: Clock,
    pub(crate) person: UserId,
    pub(crate) favorites: Favorites,
}

impl Table {
    pub(crate) async fn start() -> Self {
        let running = lambda::start_table().await;
        let clock = Clock::start();
        let favorites = Self::on(Client::new(&running.environment().sdk_config()), &running, &clock);
        Self { running, clock, person: UserId::parse("ann").expect("it is short"), favorites }
    }

    fn on(client: Client, running: &Running, clock: &Clock) -> Favorites {
        let clock = clock.clone();
        Favorites::new(client, running.environment().table_name.clone()).with_clock(move || clock.now())
    }

    /// Returns a new worker whose requests meet faults. The SDK does not retry.
    pub(crate) fn worker(&self) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.running, "worker");
        (Self::on(client, &self.running, &self.clock), faults)
    }

    /// Returns the service with another client.
    pub(crate) fn on_client(&self, client: Client) -> Favorites {
        Self::on(client, &self.running, &self.clock)
    }

    pub(crate) fn environment(&self) -> &Environment {
        self.running.environment()
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.environment().sdk_config())
    }

    pub(crate) fn name(&self) -> &str {
        &self.environment().table_name
    }

    pub(crate) async fn scan(&self) -> Vec<Value> {
        consistency::scan(&self.client(), self.name()).await
    }

    /// Returns the only item of an entity, or `None` if there is none.
    pub(crate) async fn only(&self, entity: &str) -> Option<Item> {
        let answer = self
            .client()
            .scan()
            .table_name(self.name())
            .consistent_read(true)
            .send()
            .await
            .expect("the table can be read");
        let is_of = |item: &Item| item["type"].as_s().is_ok_and(|name| name == entity);
        let mut found = answer.items.unwrap_or_default().into_iter().filter(is_of);
        let first = found.next();
        assert!(found.next().is_none(), "more than one {entity}");
        first
    }

    /// Returns the only clean-up, which is in progress or waits.
    pub(crate) async fn cleanup(&self) -> Item {
        self.only("TagCleanup").await.expect("a cleanup")
    }

    pub(crate) async fn tag(&self, name: &str) -> TagId {
        self.favorites
            .create_tag(&self.person, TagName::parse(name).expect("it is a name"), None)
            .await
            .expect("it is a new name")
            .tag_id
    }

    pub(crate) async fn delete_tag(&self, tag_id: TagId) {
        self.favorites.delete_tag(&self.person, tag_id, None).await.expect("the tag is there");
    }

    /// Creates a note with these tags.
    pub(crate) async fn note(&self, tags: &[TagId]) -> DataId {
        self.expiring_note(tags, None).await
    }

    /// Creates a note that expires after this time.
    pub(crate) async fn expiring_note(&self, tags: &[TagId], after: Option<Duration>) -> DataId {
        let content = Content::Note(Note { text: NoteText::parse("Milk").expect("it is short") });
        self.keep(content, None, tags, after.map(|after| self.clock.after(after))).await
    }

    /// Creates a link, which must be new.
    pub(crate) async fn link(&self, url: &str, tags: &[TagId], expire_time: Option<Timestamp>) -> DataId {
        let content = Content::Link(Link { site_name: None, description: None });
        self.keep(content, Some(WebUrl::parse(url).expect("it is a URL")), tags, expire_time).await
    }

    async fn keep(
        &self,
        content: Content,
        content_url: Option<WebUrl>,
        tags: &[TagId],
        expire_time: Option<Timestamp>,
    ) -> DataId {
        let new = NewFavorite {
            details: Details { content_url, ..Details::new(Title::parse("A title").expect("it is short")) },
            clip_time: None,
            expire_time,
            tag_ids: tags.iter().copied().collect(),
            content,
        };
        match self.favorites.create_favorite(&self.person, new, None).await.expect("it can be kept") {
            Saved::New(kept) => kept.data_id,
            other @ Saved::AlreadyThere { .. } => panic!("it is there already: {other:?}"),
        }
    }

    /// Creates a tag, puts it on this number of notes, and deletes it.
    pub(crate) async fn deleted_tag_on(&self, notes: usize) -> TagId {
        let tag_id = self.tag("Goes").await;
        for _ in 0..notes {
            self.note(&[tag_id]).await;
        }
        self.delete_tag(tag_id).await;
        tag_id
    }

    /// Returns the number of favorites with the tag.
    pub(crate) async fn tagged(&self, tag_id: TagId) -> usize {
        let items = self.scan().await;
        let has = |item: &&Value| {
            let tags = item["tagIds"].as_array();
            item["type"] == "FavoriteData"
                && tags.is_some_and(|tags| tags.iter().any(|tag| *tag == tag_id.to_string()))
        };
        items.iter().filter(has).count()
    }

    /// Gives the user a turn of the worker if one is due.
    pub(crate) async fn turn(&self, worker: &Favorites) -> Turn {
        self.favorites.sweep(PATIENCE).await.expect("the table answers");
        worker.take_turn(&self.person, PATIENCE).await.expect("the turn is claimed")
    }

    /// Gives the user turns of a worker without faults until none is due. Returns the number of steps.
    pub(crate) async fn drive(&self) -> u64 {
        let mut steps = 0;
        for _ in 0..1_000 {
            match self.turn(&self.favorites).await {
                Turn::CleanedUp(more) => steps += more,
                Turn::None => return steps,
                other => panic!("{other:?}"),
            }
        }
        panic!("the clean-ups have no end");
    }

    /// Has `meanwhile` happen while a worker stands still after its first step. Returns the number of steps.
    pub(crate) async fn drive_with_pause<T>(&self, meanwhile: impl AsyncFnOnce() -> T) -> (u64, T) {
        let (worker, faults) = self.worker();
        let mut turn = Box::pin(worker.take_turn(&self.person, PATIENCE));
        assert!(pause_when(&mut turn, || saved(&faults) == 1).await.is_none(), "it has one step only");
        let result = meanwhile().await;
        let Turn::CleanedUp(steps) = turn.await.expect("the table answers") else { panic!("no clean-up") };
        (steps + self.drive().await, result)
    }

    /// Has a worker take one step and die, and lets the time pass for which it holds the user's work.
    pub(crate) async fn step_and_die(&self) {
        let (worker, faults) = self.worker();
        let mut turn = Box::pin(worker.take_turn(&self.person, PATIENCE));
        assert!(pause_when(&mut turn, || saved(&faults) == 1).await.is_none(), "it has one step only");
        drop(turn);
        self.clock.advance(JOB_HELD);
    }

    /// Removes an item from the table.
    pub(crate) async fn remove(&self, item: Item) {
        let delete = self.client().delete_item().table_name(self.name());
        let delete = delete.key("pk", item["pk"].clone()).key("sk", item["sk"].clone());
        delete.send().await.expect("the item is removed");
    }

    /// Puts an item into the table.
    pub(crate) async fn put(&self, item: Item) {
        let put = self.client().put_item().table_name(self.name()).set_item(Some(item));
        put.send().await.expect("the item is put");
    }

    /// Ends a test. Asserts that nothing is half written, and that no favorite has a tag that does not exist.
    pub(crate) async fn end(self) {
        assert_eq!(consistency::faults_beside_counts(&self.scan().await), Vec::<String>::new());
        self.running.shutdown().await;
    }
}

/// Returns the number of steps whose end a worker has saved, by the requests that have answers.
fn saved(faults: &Faults) -> usize {
    let requests = faults.requests();
    requests.split_last().map_or(0, |(_, answered)| answered.iter().filter(|request| saves(request)).count())
}

/// Returns true if a request saves the place of a clean-up.
pub(crate) fn saves(request: &Request) -> bool {
    request.operation == Operation::PutItem && request.body["Item"]["type"]["S"] == "TagCleanup"
}

/// Returns a number in an item.
pub(crate) fn number(item: &Item, attribute: &str) -> u64 {
    item[attribute].as_n().expect("a number").parse().expect("a whole number")
}
