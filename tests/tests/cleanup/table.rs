//! A table whose stream records the test delivers itself.

use std::future::poll_fn;
use std::task::Poll;
use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{
    ChangeRecord, Client, Content, DataId, Details, Error, Link, NewFavorite, Note, NoteText, Saved, TagId,
    TagName, Timestamp, Title, UserId, WebUrl,
};
use favorites_local::{Environment, Running};
use favorites_tests::{Clock, consistency, faulty_client, lambda};
use serde_json::Value;
use single_table::Item;
use single_table::testing::Faults;

/// The time limit of a consumer. It is far more than needed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A table with one user's favorites, and without a consumer.
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

    /// Returns a new consumer of clean-ups whose requests meet faults. The SDK does not retry.
    pub(crate) fn consumer(&self) -> (Favorites, Faults) {
        self.function("worker")
    }

    /// Returns a new reconciliation whose requests meet faults.
    pub(crate) fn reconciliation(&self) -> (Favorites, Faults) {
        self.function("worker")
    }

    fn function(&self, name: &str) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.running, name);
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

    /// Delivers the steps of the clean-up to a consumer without faults until the clean-up has ended or waits. Returns
    /// the number of steps.
    pub(crate) async fn drive(&self) -> usize {
        for steps in 0..1_000 {
            match self.only("TagCleanup").await {
                Some(item) if !item.contains_key("ttl") => {
                    deliver(&self.favorites, put(item)).await.expect("a step is taken");
                }
                _ => return steps,
            }
        }
        panic!("the cleanup has no end");
    }

    /// Removes an item, as DynamoDB does after its time to live. Returns the stream's record.
    pub(crate) async fn expire(&self, item: Item) -> ChangeRecord {
        let delete = self.client().delete_item().table_name(self.name());
        delete
            .key("pk", item["pk"].clone())
            .key("sk", item["sk"].clone())
            .send()
            .await
            .expect("the item is removed");
        removal(item)
    }

    /// Ends a test. Asserts that nothing is half written, and that no favorite has a tag that does not exist.
    pub(crate) async fn end(self) {
        assert_eq!(consistency::faults_beside_counts(&self.scan().await), Vec::<String>::new());
        self.running.shutdown().await;
    }
}

/// Returns the record of an item that was put.
pub(crate) fn put(item: Item) -> ChangeRecord {
    ChangeRecord { written: None, old: None, new: Some(item.into()) }
}

/// Returns the record of an item that was removed.
pub(crate) fn removal(item: Item) -> ChangeRecord {
    ChangeRecord { written: None, old: Some(item.into()), new: None }
}

/// Delivers one record.
pub(crate) async fn deliver(consumer: &Favorites, change: ChangeRecord) -> Result<(), Error> {
    deliver_within(consumer, change, PATIENCE).await
}

/// Delivers one record to a consumer with this time limit.
pub(crate) async fn deliver_within(
    consumer: &Favorites,
    change: ChangeRecord,
    time: Duration,
) -> Result<(), Error> {
    consumer.apply_changes(vec![change], time).await.pop().expect("one result for each record")
}

/// Delivers one record to a consumer that dies after it has sent its n-th request, before it gets the answer. Returns
/// true if it died.
pub(crate) async fn deliver_to_mortal(
    (consumer, faults): &(Favorites, Faults),
    change: ChangeRecord,
    n: usize,
) -> bool {
    let mut delivery = Box::pin(deliver(consumer, change));
    // Check before each poll: a delivery that is not polled again never continues.
    poll_fn(|context| {
        if faults.requests().len() >= n {
            return Poll::Ready(true);
        }
        delivery.as_mut().poll(context).map(|result| {
            result.expect("a record of an item of the table is applied");
            false
        })
    })
    .await
}

/// Returns a number in an item.
pub(crate) fn number(item: &Item, attribute: &str) -> u64 {
    item[attribute].as_n().expect("a number").parse().expect("a whole number")
}
