//! A table with the libraries of some users, which have items of every kind.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZero;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::limits::{ERASURE_SETTLES, JOB_HELD};
use favorites_api::favorites::{
    Action, ChangeRecord, ChosenId, Client, Content, DataId, Details, EpochSeconds, ExportFormat,
    FavoriteDraft, FavoritesTable, IdempotencyKey, ImportOptions, Job, JobState, Link, NewFavorite, Note,
    NoteText, PageSize, Repairs, Saved, Selector, Table, TagId, TagName, Title, Turn, UserId, WebUrl,
};
use favorites_local::{Running, with_files};
use favorites_tests::catalogue::{SMALL_NODE, SMALL_SEGMENT};
use favorites_tests::{Clock, consistency, faulty_client, files, lambda, pause_when};
use serde_json::{Value, json};
use single_table::testing::Faults;

/// More time than any call here needs.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// The number of notes of a user. Their segments, nodes and runs of the search index have every form.
pub(crate) const NOTES: usize = 32;

/// The size of the ranges of reconciliation.
const RANGE: NonZero<u8> = NonZero::new(4).expect("4 is not 0");

/// A file to import, with a link and an entry that can't be a favorite.
const BOOKMARKS: &str = r#"[
    {"href": "https://example.com/imported", "description": "Imported", "time": "2020-01-01T00:00:00Z", "tags": ""},
    {"href": "javascript:x", "description": "Refused", "time": "2020-01-02T00:00:00Z", "tags": ""}
]"#;

/// An item as DynamoDB stores it.
type Item = HashMap<String, AttributeValue>;

/// The items that have records, by their keys.
type Recorded = BTreeMap<(String, String), Item>;

/// A table whose stream records the tests deliver themselves.
pub(crate) struct Library {
    table: Running,
    pub(crate) favorites: Favorites,
    pub(crate) clock: Clock,
    pub(crate) ann: UserId,
    pub(crate) bob: UserId,
}

impl Library {
    pub(crate) async fn open() -> Self {
        let table = lambda::start_table().await;
        let clock = Clock::start();
        let favorites = on(Client::new(&table.environment().sdk_config()), &table, &clock, owner(&table));
        // Items are searched for these names, and packed entries could have three letters by chance.
        let user = |name: &str| UserId::parse(name).expect("it is an id");
        Self { table, favorites, clock, ann: user("erased-ann"), bob: user("kept-bob") }
    }

    /// Returns use cases with the role of a function, with faults to set on their requests.
    pub(crate) fn faulty(&self, function: &str) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, function);
        (on(client, &self.table, &self.clock, function), faults)
    }

    pub(crate) async fn note(&self, user: &UserId, title: &str, tags: &[TagId]) -> DataId {
        self.clock.advance(Duration::from_millis(2));
        let content =
            Content::Note(Note { text: NoteText::parse("Milk and secrets").expect("it is a text") });
        let details = Details::new(Title::parse(title).expect("it is a title"));
        let tag_ids = tags.iter().copied().collect();
        let expire_time = title.ends_with('7').then(|| self.clock.after(Duration::from_hours(1_000)));
        let new = NewFavorite { details, clip_time: None, expire_time, tag_ids, content };
        self.keep(user, new, None).await
    }

    async fn link(&self, user: &UserId, name: &str) -> DataId {
        let url = WebUrl::parse(format!("https://example.com/{name}")).expect("it is a URL");
        let details =
            Details { content_url: Some(url), ..Details::new(Title::parse(name).expect("it is a title")) };
        let content = Content::Link(Link { description: None, site_name: None });
        let new =
            NewFavorite { details, clip_time: None, expire_time: None, tag_ids: BTreeSet::new(), content };
        let key = IdempotencyKey::parse(name).expect("it is a key");
        self.keep(user, new, Some(&key)).await
    }

    async fn keep(&self, user: &UserId, new: NewFavorite, key: Option<&IdempotencyKey>) -> DataId {
        match self.favorites.create_favorite(user, new, key).await.expect("it is kept") {
            Saved::New(favorite) => favorite.data_id,
            Saved::AlreadyThere { .. } => panic!("it is there already"),
        }
    }

    pub(crate) async fn tag(&self, user: &UserId, name: &str) -> TagId {
        let name = TagName::parse(name).expect("it is a name");
        self.favorites.create_tag(user, name, None).await.expect("it is created").tag_id
    }

    /// Gives a user items of every kind, delivers the records, and returns these.
    pub(crate) async fn fill(&self, user: &UserId) -> Vec<ChangeRecord> {
        let mut records = Vec::new();
        let tags = [self.tag(user, "Red").await, self.tag(user, "Blue").await, self.tag(user, "Gray").await];
        let [red, blue, gray] = tags;
        let mut before = self.recorded().await;
        for number in 0..NOTES {
            self.note(user, &format!("Note {number}"), &[tags[number % 3], red]).await;
            records.extend(self.deliver_since(&mut before).await);
        }
        // The worker compacts the search index.
        while !matches!(self.favorites.take_turn(user, LONG).await.expect("the table answers"), Turn::None) {}
        let gone = self.link(user, "gone").await;
        self.link(user, "kept").await;
        self.favorites.delete_favorite(user, gone, None).await.expect("it is moved to the trash");
        self.choose_an_id(user).await;
        self.favorites.delete_tag(user, blue, None).await.expect("it is deleted");
        self.favorites.merge_tag(user, gray, red, None).await.expect("it is merged");
        let done = self
            .favorites
            .begin_job(user, Action::Tag(red), Selector::default(), None)
            .await
            .expect("it can begin");
        self.favorites.run_job(user, done.job_id, LONG).await.expect("the table answers");
        self.favorites
            .begin_job(user, Action::Untag(red), Selector::default(), None)
            .await
            .expect("it can begin");
        self.transfer(user).await;
        records.extend(self.deliver_since(&mut before).await);
        self.begin_a_pass(user).await;
        records
    }

    /// Imports a file of which an entry is refused, exports everything, and uploads another file.
    async fn transfer(&self, user: &UserId) {
        let imported = self.upload(user).await;
        self.run(&self.favorites.start_import(user, imported.job_id).await.expect("it can start")).await;
        let export = self.favorites.begin_export(user, ExportFormat::JsonLines, None).await;
        self.run(&export.expect("it can begin")).await;
        self.upload(user).await;
    }

    /// Begins an import and uploads its file.
    async fn upload(&self, user: &UserId) -> Job {
        let size = BOOKMARKS.len() as u64;
        let begun = self.favorites.begin_import(user, size, ImportOptions::default(), None).await;
        let job = begun.expect("it can begin");
        let link = self.favorites.upload_link(&job).expect("there is a bucket");
        let (link, _) = link.expect("the import waits for its file");
        let headers = json!({ "content-length": size.to_string() });
        let upload = json!({ "import": { "upload": { "url": link.url.as_str(), "headers": headers } } });
        files::upload(&upload, BOOKMARKS).await;
        job
    }

    /// Does the work of a job that needs files.
    async fn run(&self, job: &Job) {
        let done = self.favorites.run_job(&job.user_id, job.job_id, LONG).await;
        assert_eq!(done.expect("the table and S3 answer").state, JobState::Done);
    }

    /// Returns the keys of all files.
    pub(crate) async fn files(&self) -> Vec<String> {
        files::stored_files(&self.table).await
    }

    async fn choose_an_id(&self, user: &UserId) {
        let chosen = ChosenId::at(self.clock.now(), 7);
        let content = Content::Note(Note { text: NoteText::parse("Chosen").expect("it is a text") });
        let details = Details::new(Title::parse("Chosen").expect("it is a title"));
        let new =
            NewFavorite { details, clip_time: None, expire_time: None, tag_ids: BTreeSet::new(), content };
        let draft = FavoriteDraft { data_id: Some(chosen), ..FavoriteDraft::from(new) };
        self.favorites.create_favorite(user, draft, None).await.expect("it is kept");
    }

    /// Has a pass of reconciliation die in the middle of the user.
    async fn begin_a_pass(&self, user: &UserId) {
        for requests in (10..400).step_by(10) {
            let (dying, faults) = self.faulty("worker");
            let mut pass = Box::pin(dying.reconcile_user(user, Repairs::Confirmed, LONG));
            pause_when(&mut pass, || faults.requests().len() >= requests).await;
            let kinds = self.kinds_of(user).await;
            if kinds.contains("Reconciliation") {
                return;
            }
        }
        panic!("no pass dies in the middle: {:?}", self.kinds_of(user).await);
    }

    /// Returns all items of the table.
    pub(crate) async fn items(&self) -> Vec<Value> {
        consistency::scan(&self.client(), &self.table.environment().table_name).await
    }

    /// Returns the items that mention a user.
    pub(crate) async fn items_of(&self, user: &UserId) -> Vec<Value> {
        let mut items = self.items().await;
        items.retain(|item| item.to_string().contains(user.as_str()));
        items
    }

    /// Returns the names of the kinds of items that mention a user.
    pub(crate) async fn kinds_of(&self, user: &UserId) -> BTreeSet<String> {
        let items = self.items_of(user).await.into_iter();
        items.map(|item| item["type"].as_str().expect("an item has a type").to_owned()).collect()
    }

    /// Returns the favorites, those in the trash, and the clean-ups, of whose records nobody does anything.
    pub(crate) async fn recorded(&self) -> Recorded {
        let scan =
            self.client().scan().table_name(&self.table.environment().table_name).consistent_read(true);
        let items = scan.into_paginator().items().send().collect::<Result<Vec<_>, _>>().await;
        let text = |item: &Item, name: &str| item[name].as_s().expect("it is text").clone();
        let mut items = items.expect("the table can be read");
        items.retain(|item| ["FavoriteData", "Trash", "TagCleanup"].contains(&text(item, "type").as_str()));
        items.into_iter().map(|item| ((text(&item, "pk"), text(&item, "sk")), item)).collect()
    }

    /// Returns the records of what has changed.
    pub(crate) async fn records_since(&self, before: &Recorded) -> Vec<ChangeRecord> {
        self.records_between(before, &self.recorded().await)
    }

    fn records_between(&self, before: &Recorded, after: &Recorded) -> Vec<ChangeRecord> {
        let keys: BTreeSet<_> = before.keys().chain(after.keys()).collect();
        let written = Some(EpochSeconds::of(self.clock.now()));
        let image = |item: Option<&Item>| item.cloned().map(Into::into);
        keys.into_iter()
            .filter(|key| before.get(*key) != after.get(*key))
            .map(|key| ChangeRecord { written, old: image(before.get(key)), new: image(after.get(key)) })
            .collect()
    }

    /// Delivers the records of what has changed, and returns them.
    async fn deliver_since(&self, before: &mut Recorded) -> Vec<ChangeRecord> {
        let after = self.recorded().await;
        let records = self.records_between(before, &after);
        *before = after;
        self.deliver(&records).await;
        records
    }

    pub(crate) async fn deliver(&self, records: &[ChangeRecord]) {
        for result in self.favorites.apply_changes(records.to_vec(), LONG).await {
            result.expect("a record is applied");
        }
    }

    /// Begins the erasure of an account.
    pub(crate) async fn begin(&self, user: &UserId) -> Job {
        self.favorites.erase_account(user, None).await.expect("it can begin")
    }

    /// Works on an erasure until it ends, whenever it may go on.
    pub(crate) async fn finish(&self, job: &Job) -> Job {
        for _ in 0..10 {
            let job =
                self.favorites.run_job(&job.user_id, job.job_id, LONG).await.expect("the table answers");
            if job.state != JobState::Running {
                assert_eq!(job.state, JobState::Done, "{job:?}");
                return job;
            }
            self.clock.advance(ERASURE_SETTLES);
        }
        panic!("it does not end");
    }

    /// Erases an account.
    pub(crate) async fn erase(&self, user: &UserId) -> Job {
        self.finish(&self.begin(user).await).await
    }

    /// Lets the time pass for which a call that died holds its job.
    pub(crate) fn let_go(&self) {
        self.clock.advance(JOB_HELD + Duration::from_secs(1));
    }

    pub(crate) fn table_name(&self) -> &str {
        &self.table.environment().table_name
    }

    pub(crate) fn client(&self) -> Client {
        Client::new(&self.table.environment().sdk_config())
    }

    pub(crate) async fn close(self) {
        self.table.shutdown().await;
    }
}

/// Returns the use cases on the table, with the files that a function may use.
fn on(client: Client, table: &Running, clock: &Clock, function: &str) -> Favorites {
    let clock = clock.clone();
    let favorites = Favorites::new(client, table.environment().table_name.clone())
        .with_clock(move || clock.now())
        .with_segment_bytes(SMALL_SEGMENT)
        .with_count_node_bytes(SMALL_NODE)
        .with_tiny_index()
        .with_reconciled_ranges(RANGE, RANGE)
        .with_unlimited_jobs()
        .with_job_step(PageSize::new(5).expect("it is a size"));
    with_files(favorites, table.environment(), function)
}

/// Returns the access key of the service itself, which may do everything.
fn owner(table: &Running) -> &str {
    table.environment().credentials.access_key_id()
}

/// Returns the names of all kinds of items that a user can have: of all entities and their unique records,
/// but for those of all users.
pub(crate) fn all_kinds() -> BTreeSet<String> {
    let models = FavoritesTable::MODELS.iter();
    let names = models.flat_map(|model| model.records.iter().map(|record| record.name).chain([model.name]));
    names
        .map(|name| name.as_str().to_owned())
        .filter(|name| name != "JobPace" && name != "ListingProgress")
        .collect()
}

/// The kinds of items that an erasure leaves for a short time.
pub(crate) fn left() -> BTreeSet<String> {
    ["ErasedAccount", "Job"].map(str::to_owned).into()
}
