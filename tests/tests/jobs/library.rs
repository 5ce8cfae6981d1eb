//! A user's library for jobs to work on.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{
    Action, ChangeRecord, Client, Content, DataId, DataType, Details, EpochSeconds, Job, JobState, Link,
    NewFavorite, Note, NoteText, Order, PageRequest, PageSize, Saved, Selector, TagId, TagName, Timestamp,
    Title, UserId, WebUrl,
};
use favorites_local::Running;
use favorites_tests::{Clock, faulty_client, lambda};
use single_table::testing::Faults;

/// The most favorites that a step changes.
const STEP: u32 = 5;

/// More time than any job here needs.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// A user with favorites, without any functions of the service.
pub(crate) struct Library {
    pub(crate) table: Running,
    pub(crate) favorites: Favorites,
    pub(crate) clock: Clock,
    pub(crate) user: UserId,
}

/// The state of a favorite: true if it is in the trash, its tags, and its expiry.
pub(crate) type State = (bool, BTreeSet<TagId>, Option<EpochSeconds>);

impl Library {
    pub(crate) async fn open() -> Self {
        let table = lambda::start_table().await;
        let clock = Clock::start();
        let favorites = on(Client::new(&table.environment().sdk_config()), &table, &clock);
        Self { table, favorites, clock, user: UserId::parse("ann").expect("it is an id") }
    }

    /// Returns use cases with faults to set on their requests.
    pub(crate) fn faulty(&self) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, "worker");
        (on(client, &self.table, &self.clock), faults)
    }

    pub(crate) async fn tag(&self, name: &str) -> TagId {
        let name = TagName::parse(name).expect("it is a name");
        self.favorites.create_tag(&self.user, name, None).await.expect("it is created").tag_id
    }

    pub(crate) async fn note(&self, title: &str, tags: &[TagId], expires: Option<Duration>) -> DataId {
        let content = Content::Note(Note { text: NoteText::parse("Milk").expect("it is a text") });
        self.keep(Details::new(Title::parse(title).expect("it is a title")), content, tags, expires).await
    }

    /// Keeps a note with this text.
    pub(crate) async fn note_of(&self, title: &str, text: &str) -> DataId {
        let content = Content::Note(Note { text: NoteText::parse(text).expect("it is a text") });
        self.keep(Details::new(Title::parse(title).expect("it is a title")), content, &[], None).await
    }

    pub(crate) async fn link(&self, title: &str, tags: &[TagId]) -> DataId {
        let url = WebUrl::parse(format!("https://example.com/{title}")).expect("it is a URL");
        let title = Title::parse(title).expect("it is a title");
        let details = Details { content_url: Some(url), ..Details::new(title) };
        self.keep(details, Content::Link(Link { description: None, site_name: None }), tags, None).await
    }

    async fn keep(
        &self,
        details: Details,
        content: Content,
        tags: &[TagId],
        expires: Option<Duration>,
    ) -> DataId {
        self.clock.advance(Duration::from_millis(2));
        let expire_time = expires.map(|time| self.clock.after(time));
        let tag_ids = tags.iter().copied().collect();
        let new = NewFavorite { details, clip_time: None, expire_time, tag_ids, content };
        match self.favorites.create_favorite(&self.user, new, None).await.expect("it is kept") {
            Saved::New(favorite) => favorite.data_id,
            Saved::AlreadyThere { .. } => panic!("it is there already"),
        }
    }

    /// Begins a job, on which nobody works yet.
    pub(crate) async fn begin(&self, action: Action, selector: Selector) -> Job {
        self.favorites.begin_job(&self.user, action, selector, None).await.expect("it can begin")
    }

    /// Works on a job to its end.
    pub(crate) async fn finish(&self, job: &Job) -> Job {
        let job = self.favorites.run_job(&self.user, job.job_id, LONG).await.expect("the table answers");
        assert_eq!(job.state, JobState::Done, "{job:?}");
        assert!(self.favorites.jobs_with_work(&self.user).await.expect("the table answers").is_empty());
        job
    }

    pub(crate) async fn act(&self, action: Action, selector: Selector) -> Job {
        self.finish(&self.begin(action, selector).await).await
    }

    pub(crate) async fn undo(&self, job: &Job) -> Job {
        let undo = self.favorites.undo_job(&self.user, job.job_id).await.expect("it can be undone");
        self.finish(&undo).await
    }

    /// Lets the time pass for which a call that died holds its job.
    pub(crate) fn let_go(&self) {
        self.clock.advance(JOB_HELD + Duration::from_secs(1));
    }

    /// Returns all favorites, by id, and those of the trash.
    pub(crate) async fn states(&self) -> BTreeMap<DataId, State> {
        let mut states = BTreeMap::new();
        let mut page = PageRequest {
            order: Order::Ascending,
            size: PageSize::new(100).expect("it is a size"),
            after: None,
        };
        loop {
            let favorites = self.favorites.list_favorites(&self.user, None, &page).await.expect("a list");
            states.extend(
                favorites.items.into_iter().map(|it| (it.data_id, (false, it.tag_ids, it.expire_time))),
            );
            page.after = favorites.next;
            if page.after.is_none() {
                break;
            }
        }
        loop {
            let trash = self.favorites.list_trash(&self.user, &page).await.expect("a list");
            for trashed in trash.items {
                let it = trashed.favorite;
                let before = states.insert(trashed.data_id, (true, it.tag_ids, it.expire_time));
                assert_eq!(before, None, "{} is at two places", trashed.data_id);
            }
            page.after = trash.next;
            if page.after.is_none() {
                return states;
            }
        }
    }

    /// Makes search and counts know the favorites as they are.
    pub(crate) async fn deliver_all(&self) {
        let query = self.table_client().query().table_name(&self.table.environment().table_name);
        let query = query.key_condition_expression("pk = :pk").consistent_read(true);
        let pk = aws_sdk_dynamodb::types::AttributeValue::S(format!("FavoriteData#{}", self.user.as_str()));
        let found = query.expression_attribute_values(":pk", pk).send().await.expect("the table answers");
        let written = Some(EpochSeconds::of(self.clock.now()));
        let changes = found.items.unwrap_or_default().into_iter();
        let changes = changes.map(|item| ChangeRecord { written, old: None, new: Some(item.into()) });
        for result in self.favorites.apply_changes(changes.collect(), LONG).await {
            result.expect("a record of an item is applied");
        }
    }

    /// Deletes the only plan of the user from the table, without the service.
    pub(crate) async fn lose_plans(&self) {
        let text = |text: String| aws_sdk_dynamodb::types::AttributeValue::S(text);
        let query = self.table_client().query().table_name(&self.table.environment().table_name);
        let query = query.key_condition_expression("pk = :pk").consistent_read(true);
        let pk = text(format!("JobPlan#{}", self.user.as_str()));
        let found = query.expression_attribute_values(":pk", pk).send().await.expect("the table answers");
        let [plan] = found.items() else { panic!("one plan: {found:?}") };
        let delete = self.table_client().delete_item().table_name(&self.table.environment().table_name);
        let delete = delete.key("pk", plan["pk"].clone()).key("sk", plan["sk"].clone());
        delete.send().await.expect("the table answers");
    }

    /// Gives a favorite in the trash these tags, without the service, which allows fewer.
    pub(crate) async fn give_tags_in_trash(&self, data_id: DataId, tags: &[TagId]) {
        use aws_sdk_dynamodb::types::AttributeValue;

        let text = |text: String| AttributeValue::S(text);
        let update = self.table_client().update_item().table_name(&self.table.environment().table_name);
        let update = update.key("pk", text(format!("Trash#{}", self.user.as_str())));
        let update =
            update.key("sk", text(data_id.to_string())).update_expression("SET favorite.tagIds = :tags");
        let tags = tags.iter().map(|tag_id| text(tag_id.to_string())).collect();
        let update = update.condition_expression("attribute_exists(pk)");
        update
            .expression_attribute_values(":tags", AttributeValue::L(tags))
            .send()
            .await
            .expect("it is in the trash");
    }

    /// Makes the item of the user's background work unreadable, without the service.
    pub(crate) async fn break_due(&self) {
        let text = |text: String| aws_sdk_dynamodb::types::AttributeValue::S(text);
        let update = self.table_client().update_item().table_name(&self.table.environment().table_name);
        let update =
            update.key("pk", text(format!("Due#{}", self.user.as_str()))).key("sk", text("Due".to_owned()));
        let update =
            update.update_expression("SET jobs = :broken").condition_expression("attribute_exists(pk)");
        let update = update.expression_attribute_values(":broken", text("broken".to_owned()));
        update.send().await.expect("there is such an item");
    }

    fn table_client(&self) -> Client {
        Client::new(&self.table.environment().sdk_config())
    }
}

fn on(client: Client, table: &Running, clock: &Clock) -> Favorites {
    let clock = clock.clone();
    let name = table.environment().table_name.clone();
    let step = PageSize::new(STEP).expect("it is a size");
    let favorites = Favorites::new(client, name).with_clock(move || clock.now()).with_job_step(step);
    // The clock stands still, so that a rest would never end.
    favorites.with_unlimited_jobs()
}

/// Returns a selector of a type or a tag.
pub(crate) fn select(data_type: Option<DataType>, tag_id: Option<TagId>) -> Selector {
    Selector { data_type, tag_id, ..Selector::default() }
}

pub(crate) fn at(clock: &Clock, time: Duration) -> Timestamp {
    clock.after(time)
}
