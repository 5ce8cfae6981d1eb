//! A person whose favorites were kept while no consumer was at work.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{
    Change, Client, Content, DataId, NewFavorite, Note, NoteText, Reconciled, Saved, TagId, TagName,
    Timestamp, Title, UserId,
};
use favorites_local::Running;
use favorites_tests::catalogue::{Block, SMALL_SEGMENT};
use favorites_tests::{consistency, faulty_client, lambda};
use serde_json::Value;
use single_table::testing::Faults;

/// More than any test needs.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// Enough for several segments.
const NOTES: usize = 120;

/// 2026-11-21T12:00:00Z.
const START: i64 = 1_795_262_400_000;

pub(crate) struct Account {
    pub(crate) table: Running,
    pub(crate) favorites: Favorites,
    pub(crate) user: UserId,
    pub(crate) tag: TagId,
    pub(crate) notes: Vec<DataId>,
    clock: Arc<AtomicI64>,
    segment_bytes: usize,
}

impl Account {
    /// Notes, every third of them with a tag, and the last two in the trash. It was an hour ago.
    pub(crate) async fn open() -> Self {
        Self::open_with(SMALL_SEGMENT).await
    }

    /// The same, with segments of so many bytes.
    pub(crate) async fn open_with(segment_bytes: usize) -> Self {
        let table = lambda::start_table().await;
        let clock = Arc::new(AtomicI64::new(START));
        let favorites = on(Client::new(&table.environment().sdk_config()), &table, &clock, segment_bytes);
        let user = UserId::parse("ann").expect("an id");
        let tag = favorites
            .create_tag(&user, TagName::parse("Work").expect("a name"), None)
            .await
            .expect("a tag")
            .tag_id;
        let mut account = Self { table, favorites, user, tag, notes: Vec::new(), clock, segment_bytes };
        for number in 0..NOTES {
            let tags = if number.is_multiple_of(3) { vec![tag] } else { vec![] };
            let note = account.keep(number, &tags).await;
            account.notes.push(note);
        }
        for note in &account.notes[NOTES - 2..] {
            account.favorites.delete_favorite(&account.user, *note, None).await.expect("it is there");
        }
        account.pass(Duration::from_hours(1));
        account
    }

    /// A reconciliation of its own, whose requests meet faults.
    pub(crate) fn faulty(&self) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, "reconcile");
        (on(client, &self.table, &self.clock, self.segment_bytes), faults)
    }

    pub(crate) async fn keep(&self, number: usize, tags: &[TagId]) -> DataId {
        self.keep_titled(&format!("Note number {number}"), tags).await
    }

    pub(crate) async fn keep_titled(&self, title: &str, tags: &[TagId]) -> DataId {
        let new = NewFavorite {
            title: Title::parse(title).expect("a title"),
            thumbnail_url: None,
            content_url: None,
            creator_id: None,
            clip_time: None,
            expire_time: None,
            tag_ids: tags.iter().copied().collect(),
            content: Content::Note(Note { text: NoteText::parse("Milk and bread").expect("a text") }),
        };
        self.clock.fetch_add(1, Ordering::SeqCst);
        match self.favorites.create_favorite(&self.user, new, None).await.expect("it is kept") {
            Saved::New(favorite) => favorite.data_id,
            Saved::AlreadyThere(_) => panic!("a note is no link"),
        }
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.clock.fetch_add(i64::try_from(time.as_millis()).expect("not so long"), Ordering::SeqCst);
    }

    pub(crate) async fn reconcile(&self) -> Reconciled {
        self.favorites.reconcile_person(&self.user, LONG).await.expect("the table answers")
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.table.environment().sdk_config())
    }

    pub(crate) fn table_name(&self) -> &str {
        &self.table.environment().table_name
    }

    pub(crate) async fn items(&self) -> Vec<Value> {
        consistency::scan(&self.client(), self.table_name()).await
    }

    /// The keys of the items of an entity.
    pub(crate) async fn keys(&self, entity: &str) -> Vec<(String, String)> {
        let text = |item: &Value, name: &str| item[name].as_str().unwrap_or_default().to_owned();
        let items = self.items().await;
        let of_entity = items.iter().filter(|item| item["type"] == entity);
        of_entity.map(|item| (text(item, "pk"), text(item, "sk"))).collect()
    }

    pub(crate) async fn delete_item(&self, (pk, sk): &(String, String)) {
        let request = self.client().delete_item().table_name(self.table_name());
        let request =
            request.key("pk", AttributeValue::S(pk.clone())).key("sk", AttributeValue::S(sk.clone()));
        request.send().await.expect("the table answers");
    }

    pub(crate) async fn set(&self, (pk, sk): &(String, String), attribute: &str, value: AttributeValue) {
        let request = self.client().update_item().table_name(self.table_name());
        let request =
            request.key("pk", AttributeValue::S(pk.clone())).key("sk", AttributeValue::S(sk.clone()));
        let request = request.update_expression("SET #a = :v").expression_attribute_names("#a", attribute);
        request.expression_attribute_values(":v", value).send().await.expect("the table answers");
    }

    /// The catalogue is what the favorites make it.
    pub(crate) async fn check(&self) {
        assert_eq!(consistency::faults(&self.items().await), Vec::<String>::new());
    }

    /// Counts and catalogue are what the favorites make them.
    pub(crate) async fn check_known(&self) {
        assert_eq!(consistency::faults_of_catalogue(&self.items().await), Vec::<String>::new());
    }

    /// Keeps notes until the journal has no entry of this one any more.
    pub(crate) async fn empty_journal_of(&self, note: DataId) {
        for number in 1_000..1_100 {
            let items = self.items().await;
            let head = items.iter().find(|item| item["type"] == "CatalogueHead").expect("there is a head");
            if Block::of(head).entries.iter().all(|entry| entry.data_id.to_string() != note.to_string()) {
                return;
            }
            // A longer title fills the journal sooner. With one that is half as long as a segment it would not come to the journal.
            let other = self.keep_titled(&format!("{number:x<100}"), &[]).await;
            self.deliver(other).await;
        }
        panic!("the entry of {note} stays in the journal");
    }

    /// Applies the record of a favorite as it is now, as the consumer would.
    pub(crate) async fn deliver(&self, note: DataId) {
        let items = self
            .client()
            .scan()
            .table_name(self.table_name())
            .send()
            .await
            .expect("the table answers")
            .items
            .expect("the table answers");
        let id = AttributeValue::S(note.to_string());
        for item in items {
            let entity = item["type"].as_s().expect("the table answers");
            if item.get("dataId") == Some(&id) && ["FavoriteData", "Trash"].contains(&entity.as_str()) {
                let written = Some(favorites_api::favorites::EpochSeconds::of(self.favorites.now()));
                let change = Change { written, old: None, new: Some(item.into()) };
                for result in self.favorites.apply_changes(vec![change], LONG).await {
                    result.expect("the table answers");
                }
            }
        }
    }
}

fn on(client: Client, table: &Running, clock: &Arc<AtomicI64>, segment_bytes: usize) -> Favorites {
    let clock = Arc::clone(clock);
    let now = move || Timestamp::from_unix_millis(clock.load(Ordering::SeqCst)).expect("a time in range");
    Favorites::new(client, table.environment().table_name.clone())
        .with_clock(now)
        .with_segment_bytes(segment_bytes)
        .with_signed_segments(NonZero::<u8>::MIN)
}
