//! A user whose favorites were created while no consumer worked.

use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::limits::DRIFT_AFTER;
use favorites_api::favorites::{
    ChangeRecord, Client, Content, DataId, Details, EpochSeconds, Error, NewFavorite, Note, NoteText,
    Reconciled, Repairs, Saved, TagId, TagName, Timestamp, Title, UserId,
};
use favorites_local::Running;
use favorites_tests::catalogue::{Block, SMALL_NODE, SMALL_SEGMENT};
use favorites_tests::count_tree::spare_nodes;
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
    has_small_ranges: bool,
}

impl Account {
    /// Creates notes, every third of them with a tag, and the last two in the trash. This was more than a day ago, so the stream has no
    /// records of them any more.
    pub(crate) async fn open() -> Self {
        Self::open_with(SMALL_SEGMENT).await
    }

    /// Does the same with segments of this number of bytes.
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
        let mut account = Self {
            table,
            favorites,
            user,
            tag,
            notes: Vec::new(),
            clock,
            segment_bytes,
            has_small_ranges: false,
        };
        for number in 0..NOTES {
            let tags = if number.is_multiple_of(3) { vec![tag] } else { vec![] };
            let note = account.keep(number, &tags).await;
            account.notes.push(note);
        }
        for note in &account.notes[NOTES - 2..] {
            account.favorites.delete_favorite(&account.user, *note, None).await.expect("it is there");
        }
        account.pass(Duration::from_hours(25));
        account
    }

    /// Makes the ranges of reconciliation so small that the account has many.
    pub(crate) fn with_small_ranges(mut self) -> Self {
        self.has_small_ranges = true;
        self.favorites = small_ranges(self.favorites);
        self
    }

    /// Makes the items of the search index as large as those of the service.
    pub(crate) fn with_the_sizes_of_the_service(mut self) -> Self {
        let client = Client::new(&self.table.environment().sdk_config());
        let favorites = Favorites::new(client, self.table.environment().table_name.clone());
        self.favorites = favorites.with_clock(now_of(&self.clock));
        self
    }

    /// Returns a reconciliation of its own, with faults to set on its requests.
    pub(crate) fn faulty(&self) -> (Favorites, Faults) {
        self.faulty_as("worker")
    }

    /// Returns the use cases of a function, with faults to set on their requests.
    pub(crate) fn faulty_as(&self, function: &str) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, function);
        let favorites = on(client, &self.table, &self.clock, self.segment_bytes);
        (if self.has_small_ranges { small_ranges(favorites) } else { favorites }, faults)
    }

    pub(crate) async fn keep(&self, number: usize, tags: &[TagId]) -> DataId {
        self.keep_titled(&format!("Note number {number}"), tags).await
    }

    pub(crate) async fn keep_titled(&self, title: &str, tags: &[TagId]) -> DataId {
        self.keep_until(None, title, tags, "Milk and bread").await
    }

    /// Keeps notes that expire one after the other, in more than a year.
    pub(crate) async fn keep_expiring_notes(&self, notes: u64) -> Vec<DataId> {
        let mut kept = Vec::new();
        for number in 0..notes {
            let expiry = self.favorites.now().checked_add(Duration::from_hours(10_000 + number));
            let title = format!("Expiring note {number}");
            kept.push(self.keep_until(expiry, &title, &[self.tag], "Milk and bread").await);
        }
        kept
    }

    /// Keeps a note with this text.
    pub(crate) async fn keep_text(&self, text: &str) -> DataId {
        self.keep_until(None, "A note", &[], text).await
    }

    async fn keep_until(
        &self,
        expire_time: Option<Timestamp>,
        title: &str,
        tags: &[TagId],
        text: &str,
    ) -> DataId {
        let new = NewFavorite {
            details: Details::new(Title::parse(title).expect("a title")),
            clip_time: None,
            expire_time,
            tag_ids: tags.iter().copied().collect(),
            content: Content::Note(Note { text: NoteText::parse(text).expect("a text") }),
        };
        self.clock.fetch_add(1, Ordering::SeqCst);
        match self.favorites.create_favorite(&self.user, new, None).await.expect("it is kept") {
            Saved::New(favorite) => favorite.data_id,
            Saved::AlreadyThere { .. } => panic!("a note is not a link"),
        }
    }

    pub(crate) fn pass(&self, time: Duration) {
        self.clock.fetch_add(i64::try_from(time.as_millis()).expect("not so long"), Ordering::SeqCst);
    }

    /// Reconciles the user as the schedule does.
    pub(crate) async fn reconcile(&self) -> Reconciled {
        self.favorites.reconcile_user(&self.user, Repairs::Confirmed, LONG).await.expect("the table answers")
    }

    /// Repairs every difference at first sight.
    pub(crate) async fn repair(&self) -> Reconciled {
        self.favorites.reconcile_user(&self.user, Repairs::AtOnce, LONG).await.expect("the table answers")
    }

    /// Reconciles twice, so far apart that differences are confirmed, and returns the second result.
    pub(crate) async fn confirm(&self) -> Reconciled {
        let first = self.reconcile().await;
        assert_eq!((first.repaired, first.drift), (0, 0), "nothing is repaired at first sight");
        assert!(first.suspects > 0, "{first:?}");
        self.pass(DRIFT_AFTER);
        self.reconcile().await
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

    /// The keys of the nodes of the counts, without those that wait to be overwritten.
    pub(crate) async fn named_nodes(&self) -> Vec<(String, String)> {
        let items = self.items().await;
        let heads = items.iter().filter(|item| item["type"] == "CatalogueHead");
        let spare: Vec<String> = heads.flat_map(spare_nodes).map(|number| format!("{number:010}")).collect();
        let mut nodes = self.keys("CatalogueCounts").await;
        nodes.retain(|(_, number)| !spare.contains(number));
        nodes
    }

    pub(crate) async fn delete_item(&self, (pk, sk): &(String, String)) {
        let request = self.client().delete_item().table_name(self.table_name());
        let request =
            request.key("pk", AttributeValue::S(pk.clone())).key("sk", AttributeValue::S(sk.clone()));
        request.send().await.expect("the table answers");
    }

    /// Puts a node of the counts once more, under another number.
    pub(crate) async fn copy_node(&self, (pk, sk): &(String, String), number: u32) {
        let request = self.client().get_item().table_name(self.table_name());
        let request =
            request.key("pk", AttributeValue::S(pk.clone())).key("sk", AttributeValue::S(sk.clone()));
        let mut node = request.send().await.expect("the table answers").item.expect("the node is there");
        node.insert("number".to_owned(), AttributeValue::N(number.to_string()));
        node.insert("sk".to_owned(), AttributeValue::S(format!("{number:010}")));
        let request = self.client().put_item().table_name(self.table_name()).set_item(Some(node));
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
            let other = self.keep_titled(&format!("Number {number}"), &[]).await;
            self.deliver(other).await;
        }
        panic!("the entry of {note} stays in the journal");
    }

    /// The items of an entity.
    pub(crate) async fn items_of(&self, entity: &str) -> Vec<Value> {
        self.items().await.into_iter().filter(|item| item["type"] == entity).collect()
    }

    /// Applies the record of a favorite as it is now, as the consumer would.
    pub(crate) async fn deliver(&self, note: DataId) {
        self.deliver_to(&self.favorites, note).await.expect("the table answers");
    }

    /// Applies the record with a consumer of the test's own.
    pub(crate) async fn deliver_to(&self, consumer: &Favorites, note: DataId) -> Result<(), Error> {
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
                let written = Some(EpochSeconds::of(self.favorites.now()));
                let change = ChangeRecord { written, old: None, new: Some(item.into()) };
                for result in consumer.apply_changes(vec![change], LONG).await {
                    result?;
                }
            }
        }
        Ok(())
    }
}

/// The most segments and favorites that a pass with small ranges compares at once.
pub(crate) const SMALL_RANGE: (NonZero<u8>, NonZero<u8>) =
    (NonZero::new(2).expect("2 is not 0"), NonZero::new(10).expect("10 is not 0"));

fn small_ranges(favorites: Favorites) -> Favorites {
    favorites.with_reconciled_ranges(SMALL_RANGE.0, SMALL_RANGE.1)
}

fn on(client: Client, table: &Running, clock: &Arc<AtomicI64>, segment_bytes: usize) -> Favorites {
    Favorites::new(client, table.environment().table_name.clone())
        .with_clock(now_of(clock))
        .with_segment_bytes(segment_bytes)
        .with_count_node_bytes(SMALL_NODE)
        .with_small_index()
}

fn now_of(clock: &Arc<AtomicI64>) -> impl Fn() -> Timestamp + Send + Sync + 'static {
    let clock = Arc::clone(clock);
    move || Timestamp::from_unix_millis(clock.load(Ordering::SeqCst)).expect("a time in range")
}
