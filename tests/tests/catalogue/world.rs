//! A table whose stream the tests deliver by hand, and what should be in it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{Change, Client, DataType, Error, TagName};
use favorites_local::Running;
use favorites_tests::catalogue::{Block, SMALL_SEGMENT};
use favorites_tests::{Clock, consistency, faulty_client, lambda};
use serde_json::Value;
use single_table::testing::{Faults, Operation};

use crate::person::Person;

/// How long a consumer may take. Far more than it does.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// An item as DynamoDB has it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A table, with nothing at work on it but what a test calls.
pub(crate) struct World {
    running: Running,
    pub(crate) clock: Clock,
    /// A consumer that meets no faults.
    pub(crate) favorites: Favorites,
}

/// A consumer whose requests meet faults. The SDK does not try again by itself, so each fault reaches the code.
pub(crate) struct Consumer {
    pub(crate) favorites: Favorites,
    pub(crate) faults: Faults,
}

impl World {
    pub(crate) async fn start() -> Self {
        let running = lambda::start_table().await;
        let clock = Clock::start();
        let client = Client::new(&running.environment().sdk_config());
        let favorites = on(client, &running, &clock);
        Self { running, clock, favorites }
    }

    pub(crate) fn consumer(&self) -> Consumer {
        let (client, faults) = faulty_client(&self.running, "change-consumer");
        Consumer { favorites: on(client, &self.running, &self.clock), faults }
    }

    pub(crate) fn person(&self, name: &str) -> Person {
        Person::new(name, &self.clock)
    }

    /// A tag, which the person has from now on. It gives its id.
    pub(crate) async fn tag(&self, person: &Person, name: &str) -> String {
        let name = TagName::parse(name).expect("it is a name");
        let tag = self.favorites.create_tag(&person.id, name, None).await.expect("it is a new name");
        tag.tag_id.to_string()
    }

    /// Has a consumer that meets no faults apply records, all of which can be.
    pub(crate) async fn apply(&self, changes: &[Change]) {
        apply(&self.favorites, changes).await;
    }

    /// Puts an item as it is.
    pub(crate) async fn put(&self, item: Item) {
        let put = self.client().put_item().table_name(self.table()).set_item(Some(item));
        put.send().await.expect("the item is put");
    }

    /// The items of an entity of the catalogue, as they are.
    pub(crate) async fn items(&self, entity: &str) -> Vec<Item> {
        let scan = self.client().scan().table_name(self.table()).consistent_read(true);
        let items = scan.into_paginator().items().send().collect::<Result<Vec<_>, _>>().await;
        let mut items = items.expect("the table can be read");
        items.retain(|item| item["type"].as_s().is_ok_and(|name| name == entity));
        items
    }

    /// The favorites of which a head's journal has entries.
    pub(crate) async fn journal(&self, person: &Person) -> BTreeSet<u128> {
        let heads = self.catalogue().await.into_iter();
        let mut heads =
            heads.filter(|item| item["type"] == "CatalogueHead" && item["userId"] == person.id.as_str());
        let ids =
            |head: Value| Block::of(&head).entries.into_iter().map(|entry| entry.data_id.as_u128()).collect();
        heads.next().map(ids).unwrap_or_default()
    }

    /// All favorites of which any item of the catalogue has an entry.
    pub(crate) async fn entries(&self) -> BTreeSet<u128> {
        let items = self.catalogue().await;
        items.iter().flat_map(|item| Block::of(item).entries).map(|entry| entry.data_id.as_u128()).collect()
    }

    /// Keeps notes from `number` on until the journal has forgotten everything else.
    pub(crate) async fn move_to_segments(&self, person: &mut Person, number: u128) {
        for number in (number..).take(200) {
            self.apply(&person.keep_notes([number])).await;
            if self.journal(person).await == BTreeSet::from([number]) {
                return;
            }
        }
        panic!("the journal is never emptied: {:?}", self.journal(person).await);
    }

    /// Somebody whose next record cuts a segment.
    pub(crate) async fn before_a_cut(&self) -> Person {
        let mut person = self.person("ann");
        self.apply(&person.keep_notes((1..=10).map(|number| 10 * number))).await;
        self.apply(&person.keep_notes((1..=8).map(|number| 10 * number + 5))).await;
        assert_eq!(self.items("Catalogue").await.len(), 1);
        assert_eq!(self.journal(&person).await.len(), 8);
        person
    }

    /// Heads and segments.
    pub(crate) async fn catalogue(&self) -> Vec<Value> {
        let mut items = consistency::scan(&self.client(), self.table()).await;
        items.retain(|item| item["type"] == "Catalogue" || item["type"] == "CatalogueHead");
        items
    }

    /// What is wrong with counts and catalogue if these people are all that there are.
    pub(crate) async fn faults(&self, people: &[&Person]) -> Vec<String> {
        let mut items = self.catalogue().await;
        for person in people {
            items.extend(person.live.values().map(|favorite| person.item(favorite)));
            items.extend(person.trash.values().map(|favorite| person.trash_item(favorite)));
        }
        consistency::faults_of_catalogue(&items)
    }

    /// Counts and catalogue are as they should be, and the API says so.
    pub(crate) async fn check(&self, people: &[&Person]) {
        assert_eq!(self.faults(people).await, Vec::<String>::new());
        for person in people {
            let counts = self.favorites.counts(&person.id).await.expect("the counts can be read");
            let expected = (person.live.len() as u64, person.trash.len() as u64);
            assert_eq!((counts.total, counts.trash), expected, "the counts of {:?}", person.id);
            let mut by_tag: BTreeMap<&String, u64> = BTreeMap::new();
            for tag in person.live.values().flat_map(|favorite| &favorite.tags) {
                *by_tag.entry(tag).or_default() += 1;
            }
            for (tag, expected) in by_tag {
                let tag_id = tag.parse().expect("it is the id of a tag");
                let tag = self.favorites.tag(&person.id, tag_id).await.expect("the tag is there");
                assert_eq!(tag.favorites.total(), expected, "the favorites with the tag {tag_id}");
            }
            for data_type in DataType::ALL {
                let of_type =
                    person.live.values().filter(|favorite| favorite.data_type == data_type.as_str());
                assert_eq!(
                    counts.by_type(data_type),
                    of_type.count() as u64,
                    "the favorites of type {data_type}"
                );
            }
        }
    }

    /// Ends a test, with a last check.
    pub(crate) async fn end(self, people: &[&Person]) {
        self.check(people).await;
        self.running.shutdown().await;
    }

    fn client(&self) -> Client {
        Client::new(&self.running.environment().sdk_config())
    }

    fn table(&self) -> &str {
        &self.running.environment().table_name
    }
}

impl Consumer {
    pub(crate) async fn deliver(&self, changes: &[Change], time_left: Duration) -> Vec<Result<(), Error>> {
        self.favorites.apply_changes(changes.to_vec(), time_left).await
    }

    /// Applies records, all of which can be.
    pub(crate) async fn apply(&self, changes: &[Change]) {
        apply(&self.favorites, changes).await;
    }

    /// How many requests for this operation it made.
    pub(crate) fn asked(&self, operation: Operation) -> usize {
        self.faults.requests().iter().filter(|request| request.operation == operation).count()
    }
}

fn on(client: Client, running: &Running, clock: &Clock) -> Favorites {
    let clock = clock.clone();
    Favorites::new(client, running.environment().table_name.clone())
        .with_clock(move || clock.now())
        .with_segment_bytes(SMALL_SEGMENT)
}

async fn apply(favorites: &Favorites, changes: &[Change]) {
    for result in favorites.apply_changes(changes.to_vec(), PATIENCE).await {
        result.expect("every record can be applied");
    }
}
