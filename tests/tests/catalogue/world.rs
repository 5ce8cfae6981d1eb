//! A table whose stream records the tests deliver themselves, and the expected contents of its catalogue.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::{ChangeRecord, Client, DataType, Error, TagName};
use favorites_local::Running;
use favorites_tests::catalogue::{Block, SMALL_NODE, SMALL_SEGMENT};
use favorites_tests::{Clock, consistency, faulty_client, lambda};
use serde_json::Value;
use single_table::testing::{Faults, Operation};

use crate::person::Person;

/// The time limit of a consumer. It is far more than needed.
pub(crate) const PATIENCE: Duration = Duration::from_mins(2);

/// An item as DynamoDB stores it.
pub(crate) type Item = HashMap<String, AttributeValue>;

/// A table without a stream. Only the calls of a test change it.
pub(crate) struct World {
    running: Running,
    pub(crate) clock: Clock,
    /// A consumer without faults.
    pub(crate) favorites: Favorites,
    /// The sizes of segments and nodes. `None`: those of the service.
    sizes: Option<(usize, usize)>,
}

/// A consumer whose requests meet faults. The SDK does not retry, so each fault reaches the code under test.
pub(crate) struct Consumer {
    pub(crate) favorites: Favorites,
    pub(crate) faults: Faults,
}

impl World {
    pub(crate) async fn start() -> Self {
        Self::start_with(Some((SMALL_SEGMENT, SMALL_NODE))).await
    }

    /// Starts with the sizes of the service.
    pub(crate) async fn start_with_sizes_of_service() -> Self {
        Self::start_with(None).await
    }

    /// Starts with segments that two favorites without tags fill.
    pub(crate) async fn start_with_tiny_segments() -> Self {
        Self::start_with(Some((50, SMALL_NODE))).await
    }

    async fn start_with(sizes: Option<(usize, usize)>) -> Self {
        let running = lambda::start_table().await;
        let clock = Clock::start();
        let client = Client::new(&running.environment().sdk_config());
        let favorites = on(client, &running, &clock, sizes);
        Self { running, clock, favorites, sizes }
    }

    pub(crate) fn consumer(&self) -> Consumer {
        let (client, faults) = faulty_client(&self.running, "change-consumer");
        Consumer { favorites: on(client, &self.running, &self.clock, self.sizes), faults }
    }

    pub(crate) fn person(&self, name: &str) -> Person {
        Person::new(name, &self.clock)
    }

    /// Creates a tag and returns its id.
    pub(crate) async fn tag(&self, person: &Person, name: &str) -> String {
        let name = TagName::parse(name).expect("it is a name");
        let tag = self.favorites.create_tag(&person.id, name, None).await.expect("it is a new name");
        tag.tag_id.to_string()
    }

    /// Applies records with a consumer without faults. Panics if one of them fails.
    pub(crate) async fn apply(&self, changes: &[ChangeRecord]) {
        apply(&self.favorites, changes).await;
    }

    /// Puts an item unchanged.
    pub(crate) async fn put(&self, item: Item) {
        let put = self.client().put_item().table_name(self.table()).set_item(Some(item));
        put.send().await.expect("the item is put");
    }

    /// Deletes an item.
    pub(crate) async fn delete(&self, item: &Item) {
        let delete = self.client().delete_item().table_name(self.table());
        let delete = delete.key("pk", item["pk"].clone()).key("sk", item["sk"].clone());
        delete.send().await.expect("the item is deleted");
    }

    /// Returns the person's head.
    pub(crate) async fn head(&self, person: &Person) -> Item {
        let query = self.client().query().table_name(self.table()).consistent_read(true);
        let query = query.key_condition_expression("pk = :pk");
        let pk = AttributeValue::S(format!("CatalogueHead#{}", person.id.as_str()));
        let found = query.expression_attribute_values(":pk", pk).send().await.expect("the table answers");
        found.items().first().expect("there is a head").clone()
    }

    /// Returns the stored items of an entity.
    pub(crate) async fn items(&self, entity: &str) -> Vec<Item> {
        let scan = self.client().scan().table_name(self.table()).consistent_read(true);
        let items = scan.into_paginator().items().send().collect::<Result<Vec<_>, _>>().await;
        let mut items = items.expect("the table can be read");
        items.retain(|item| item["type"].as_s().is_ok_and(|name| name == entity));
        items
    }

    /// Returns the numbers of the favorites with an entry in the person's journal.
    pub(crate) async fn journal(&self, person: &Person) -> BTreeSet<u128> {
        let heads = self.catalogue().await.into_iter();
        let mut heads =
            heads.filter(|item| item["type"] == "CatalogueHead" && item["userId"] == person.id.as_str());
        let ids =
            |head: Value| Block::of(&head).entries.into_iter().map(|entry| entry.data_id.as_u128()).collect();
        heads.next().map(ids).unwrap_or_default()
    }

    /// Returns the numbers of all favorites with an entry anywhere in the catalogue.
    pub(crate) async fn entries(&self) -> BTreeSet<u128> {
        let items = self.catalogue().await;
        items.iter().flat_map(|item| Block::of(item).entries).map(|entry| entry.data_id.as_u128()).collect()
    }

    /// Saves notes from `number` on until the journal contains only the last one. Panics if 200 notes are not enough.
    pub(crate) async fn move_to_segments(&self, person: &mut Person, number: u128) {
        for number in (number..).take(200) {
            self.apply(&person.keep_notes([number])).await;
            if self.journal(person).await == BTreeSet::from([number]) {
                return;
            }
        }
        panic!("the journal is never emptied: {:?}", self.journal(person).await);
    }

    /// Returns a person whose next new favorite makes the consumer cut a segment.
    pub(crate) async fn before_a_cut(&self) -> Person {
        let mut person = self.person("ann");
        self.apply(&person.keep_notes((1..=10).map(|number| 10 * number))).await;
        self.apply(&person.keep_notes((1..=8).map(|number| 10 * number + 5))).await;
        assert_eq!(self.items("Catalogue").await.len(), 1);
        assert_eq!(self.journal(&person).await.len(), 8);
        person
    }

    /// Returns the heads, segments and nodes of the table.
    pub(crate) async fn catalogue(&self) -> Vec<Value> {
        let mut items = consistency::scan(&self.client(), self.table()).await;
        let parts = ["Catalogue", "CatalogueCounts", "CatalogueHead"];
        items.retain(|item| parts.iter().any(|part| item["type"] == *part));
        items
    }

    /// Returns the faults of the counts and the catalogue, if the table has exactly the favorites of these people.
    pub(crate) async fn faults(&self, people: &[&Person]) -> Vec<String> {
        let mut items = self.catalogue().await;
        for person in people {
            items.extend(person.live.values().map(|favorite| person.item(favorite)));
            items.extend(person.trash.values().map(|favorite| person.trash_item(favorite)));
        }
        consistency::faults_of_catalogue(&items)
    }

    /// Asserts that counts and catalogue agree with these people's favorites, and that the use cases return them.
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

    /// Ends a test after a last check.
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
    pub(crate) async fn deliver(
        &self,
        changes: &[ChangeRecord],
        time_left: Duration,
    ) -> Vec<Result<(), Error>> {
        self.favorites.apply_changes(changes.to_vec(), time_left).await
    }

    /// Applies records. Panics if one of them fails.
    pub(crate) async fn apply(&self, changes: &[ChangeRecord]) {
        apply(&self.favorites, changes).await;
    }

    /// Returns the number of requests for this operation so far.
    pub(crate) fn asked(&self, operation: Operation) -> usize {
        self.faults.requests().iter().filter(|request| request.operation == operation).count()
    }
}

fn on(client: Client, running: &Running, clock: &Clock, sizes: Option<(usize, usize)>) -> Favorites {
    let clock = clock.clone();
    let favorites = Favorites::new(client, running.environment().table_name.clone());
    let favorites = favorites.with_clock(move || clock.now());
    match sizes {
        Some((segment, node)) => favorites.with_segment_bytes(segment).with_count_node_bytes(node),
        None => favorites,
    }
}

async fn apply(favorites: &Favorites, changes: &[ChangeRecord]) {
    for result in favorites.apply_changes(changes.to_vec(), PATIENCE).await {
        result.expect("every record can be applied");
    }
}
