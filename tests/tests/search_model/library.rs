//! A user's library, which is made and changed by random use cases, and whose records are applied.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{
    Client, Content, DataId, Details, DetailsPatch, NewFavorite, Repairs, TagId, TagName, Title, Turn,
    UserId, WebUrl,
};
use favorites_local::template::Template;
use favorites_local::{Functions, Options, Running, Service};
use favorites_tests::search_oracle::{Kept, is_there, kept, text, word};
use favorites_tests::{Clock, consistency};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::{IndexedRandom, IteratorRandom, SliceRandom};
use serde_json::{Value, json};

use crate::records::Records;

/// A time in which every batch of records is applied.
const AMPLE: Duration = Duration::from_mins(5);

/// A separate table with one user's favorites. Only the test applies records.
pub(crate) struct Library {
    service: Running,
    pub(crate) favorites: Favorites,
    pub(crate) user: UserId,
    clock: Clock,
    records: Records,
    /// True if the worker compacts the search index after each batch.
    compacts: bool,
}

impl Library {
    /// Creates an empty library.
    pub(crate) async fn open() -> Self {
        let mut template =
            Template::project().expect("the project's template is well-formed").without_functions();
        // The test generates the records. The engine's stream would only take time.
        template.table.stream = None;
        let options = Options { template: Some(template), ..Options::memory() };
        let service = Service::start(options, |_| Functions::new()).await.expect("the table is there");
        let clock = Clock::start();
        let client = Client::new(&service.environment().sdk_config());
        let favorites = Favorites::new(client, service.environment().table_name.clone());
        let favorites = favorites.with_small_index().with_clock({
            let clock = clock.clone();
            move || clock.now()
        });
        let user = UserId::parse("ann").expect("it is short");
        Self { service, favorites, user, clock, records: Records::default(), compacts: false }
    }

    /// Adds favorites of every type with some tags. Their texts are short.
    pub(crate) async fn fill(&mut self, random: &mut StdRng, favorites: usize) {
        let mut tags = Vec::new();
        for name in ["rust", "Café 我的", "ＷＩＤＥ files", "봄", "to read", "to read/봄"] {
            let name = TagName::parse(name).expect("it is short");
            tags.push(self.favorites.create_tag(&self.user, name, None).await.expect("it is new").tag_id);
        }
        for number in 0..favorites {
            let data_type = favorites_tests::sample::DATA_TYPES.choose(random).expect("there are types");
            let content = content(random, data_type);
            let tags = tags.iter().copied().filter(|_| random.random_bool(0.25)).collect::<Vec<_>>();
            let url = url(random, number);
            self.keep(random, content, Some(url), &tags).await;
        }
        self.apply(random).await;
    }

    /// Moves the clock by an hour, in which some favorites expire.
    pub(crate) fn pass(&self) {
        self.clock.advance(Duration::from_hours(1));
    }

    /// Changes a quarter of the favorites: edits them, replaces their tags, or deletes them. Then it restores or purges
    /// half of the trash, renames a tag and deletes another one.
    pub(crate) async fn change(&mut self, random: &mut StdRng) {
        let (kept, tags) = self.kept().await;
        for one in kept.iter().sample(random, kept.len() / 4) {
            let data_id = id(&one.data_id);
            let tags: Vec<TagId> = tags.iter().map(|tag| tag.parse().expect("ids are ids")).collect();
            match random.random_range(0..3) {
                0 => {
                    let title = Title::parse(text(random, 5)).expect("it is short");
                    let details = DetailsPatch { title: Some(title), ..DetailsPatch::default() };
                    let edit = self.favorites.update_favorite(&self.user, data_id, None, details.into());
                    edit.await.expect("it is there");
                }
                1 => {
                    let tags = tags.into_iter().filter(|_| random.random_bool(0.5)).collect();
                    let edit = self.favorites.replace_favorite_tags(&self.user, data_id, None, tags);
                    edit.await.expect("it is there");
                }
                _ => {
                    self.favorites.delete_favorite(&self.user, data_id, None).await.expect("it is there");
                }
            }
        }
        self.apply(random).await;
        let now = self.clock.now();
        let is_gone = |item: &Value| item["type"] == "Trash" && is_there(item, now);
        let gone: Vec<_> = self.items().await.into_iter().filter(is_gone).collect();
        for item in gone.iter().sample(random, gone.len() / 2) {
            let data_id = id(item["dataId"].as_str().expect("ids are text"));
            if random.random_bool(0.7) {
                self.favorites.restore_favorite(&self.user, data_id, None).await.expect("it is in the trash");
            } else {
                self.favorites.purge_favorite(&self.user, data_id).await.expect("it is in the trash");
            }
        }
        let [renamed, deleted] = [&tags[0], &tags[1]].map(|tag| tag.parse().expect("ids are ids"));
        let name = TagName::parse("Lesen 서울").expect("it is short");
        self.favorites.rename_tag(&self.user, renamed, None, name).await.expect("it is there");
        self.favorites.delete_tag(&self.user, deleted, None).await.expect("it is there");
        self.apply(random).await;
    }

    /// Adds notes with many characters of four bytes each.
    pub(crate) async fn fill_with_long_notes(&mut self, random: &mut StdRng, notes: usize) {
        self.compacts = true;
        for _ in 0..notes {
            let rare = (0..430).map(|_| char::from_u32(random.random_range(0x20000..0x20400)));
            let rare: String = rare.map(|character| character.expect("these are Han")).collect();
            let note = json!({ "dataType": "note", "content": { "text": rare } });
            self.keep(random, note, None, &[]).await;
        }
        self.apply(random).await;
    }

    async fn keep(&self, random: &mut StdRng, content: Value, url: Option<WebUrl>, tags: &[TagId]) {
        let past = Duration::from_secs(random.random_range(0..100_000_000));
        let expiry = Duration::from_secs(random.random_range(600..7_200));
        let content: Content = serde_json::from_value(content).expect("the content is one");
        let new = NewFavorite {
            details: Details {
                content_url: url.filter(|_| content.data_type().needs_content_url()),
                ..Details::new(Title::parse(text(random, 4)).expect("it is short"))
            },
            clip_time: Some(self.clock.before(past)),
            expire_time: random.random_bool(0.2).then(|| self.clock.after(expiry)),
            tag_ids: tags.iter().copied().collect(),
            content,
        };
        self.favorites.create_favorite(&self.user, new, None).await.expect("it can be kept");
    }

    /// Applies a record for each item that has changed since the last call, in random order, some of them twice.
    async fn apply(&mut self, random: &mut StdRng) {
        let environment = self.service.environment();
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        let scan = dynamodb.scan().table_name(&environment.table_name).into_paginator().items().send();
        let items = scan.collect::<Result<Vec<_>, _>>().await.expect("the table can be read");
        let mut records = self.records.of_changes_to(items, self.clock.now());
        let again = records.len() / 10;
        records.extend(records.sample(random, again).cloned().collect::<Vec<_>>());
        records.shuffle(random);
        while !records.is_empty() {
            let batch = records.split_off(records.len().saturating_sub(random.random_range(1..=100)));
            for result in self.favorites.apply_changes(batch, AMPLE).await {
                result.expect("a record of an item of the table is applied");
            }
            if self.compacts {
                self.compact().await;
            }
        }
    }

    /// Lets the worker do the compactions that are due.
    async fn compact(&self) {
        while !matches!(
            self.favorites.take_turn(&self.user, AMPLE).await.expect("the table answers"),
            Turn::None
        ) {}
    }

    /// Reconciles the user, which also checks the search index.
    pub(crate) async fn reconcile(&self) {
        self.favorites
            .reconcile_user(&self.user, Repairs::AtOnce, AMPLE)
            .await
            .expect("there is time enough");
        self.compact().await;
        let is_block = |item: &Value| item["type"] == "SearchBlock";
        assert!(self.items().await.iter().any(is_block), "there are favorites enough for runs");
    }

    /// Returns the favorites that search should find, newest first, and the ids of the tags.
    pub(crate) async fn kept(&self) -> (Vec<Kept>, Vec<String>) {
        kept(&self.items().await, &self.user, self.clock.now())
    }

    async fn items(&self) -> Vec<Value> {
        let environment = self.service.environment();
        let dynamodb = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
        consistency::scan(&dynamodb, &environment.table_name).await
    }

    pub(crate) async fn close(self) {
        self.service.shutdown().await;
    }
}

/// Returns a unique URL.
fn url(random: &mut StdRng, number: usize) -> WebUrl {
    let path = text(random, 3);
    let path = utf8_percent_encode(&path, NON_ALPHANUMERIC);
    let url = format!("https://www.books-{}.example/{path}?number={number}", number % 7);
    WebUrl::parse(url).expect("it is a URL")
}

fn id(text: &str) -> DataId {
    text.parse().expect("ids are ids")
}

/// Returns content of this type. A few notes are long, with text that no search looks for.
fn content(random: &mut StdRng, data_type: &str) -> Value {
    let mut some = |most| text(random, most);
    let content = match data_type {
        "link" => json!({ "description": some(6), "siteName": some(2) }),
        "file" => json!({ "fileName": some(3), "size": 1, "mediaType": "text/plain" }),
        "music" => json!({ "artist": some(2), "album": some(2) }),
        "chatRecord" => json!({ "messages": [
            { "sender": some(1), "text": some(5) }, { "sender": some(1), "text": some(5) },
        ] }),
        "voice" => json!({ "durationMillis": 1, "transcript": some(8) }),
        "note" => {
            let beginning = some(8);
            let rest = if random.random_bool(0.1) { " zzz".repeat(200) } else { String::new() };
            json!({ "text": format!("{beginning}{rest}") })
        }
        "location" => json!({ "latitude": 1.0, "longitude": 1.0, "name": some(2), "address": word(random) }),
        _ => json!({}),
    };
    json!({ "dataType": data_type, "content": content })
}
