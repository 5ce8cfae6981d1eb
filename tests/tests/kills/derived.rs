//! Clean-ups of deleted tags, and reconciliation.

use std::collections::{BTreeMap, BTreeSet};

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{
    Client, Order, PageRequest, PageSize, Reconciled, Repairs, SearchRequest, TagId, TagSort, UserId,
};
use serde_json::Value;

use crate::desk::LONG;
use crate::kills;
use crate::streamed::Streamed;

/// The favorites of a user: several steps of a clean-up, and several ranges of a reconciliation.
const FAVORITES: usize = 300;

/// The names of the tags of each favorite, by its title.
type TagNames = BTreeMap<String, BTreeSet<String>>;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clean_ups_that_are_killed_end_like_one_that_is_not() {
    let mut whole = Streamed::open(None).await;
    let expected = tags_after_clean_ups(&mut whole).await;
    assert_eq!(expected.len(), FAVORITES);
    let with = |tag: &str| expected.values().filter(|tags| tags.contains(tag)).count();
    assert_eq!(["all", "t0", "t1", "t2"].map(with), [0, 0, FAVORITES / 5 * 2, FAVORITES / 5]);
    let life = whole.longest();
    whole.end().await;
    let mut killed = 0;
    while killed < kills() {
        let mut streamed = Streamed::open(Some(life)).await;
        assert_eq!(tags_after_clean_ups(&mut streamed).await, expected, "{:?}", streamed.story());
        killed += streamed.end().await;
    }
}

/// Deletes a tag of all favorites, merges one into another, and returns what the clean-ups leave.
async fn tags_after_clean_ups(streamed: &mut Streamed) -> TagNames {
    let user = streamed.desk.user();
    streamed.desk.import(&user, FAVORITES).await;
    let tags = tags(streamed, &user).await;
    let favorites = &streamed.desk.favorites;
    favorites.delete_tag(&user, tags["all"], None).await.expect("it is there");
    favorites.merge_tag(&user, tags["t0"], tags["t1"], None).await.expect("they are there");
    streamed.settle().await;
    assert_eq!(reconcile(streamed, &user).await, nothing(), "{:?}", streamed.story());
    tag_names(&streamed.desk.exported(&user).await)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn reconciliations_that_are_killed_end_like_one_that_is_not() {
    let mut whole = Streamed::open(None).await;
    reconcile_damage(&mut whole, &Damage::Lost).await;
    let life = whole.longest();
    whole.end().await;
    let mut killed = 0;
    for damage in [Damage::Lost, Damage::Unreadable].iter().cycle() {
        let mut streamed = Streamed::open(Some(life)).await;
        reconcile_damage(&mut streamed, damage).await;
        killed += streamed.end().await;
        if killed >= kills() {
            break;
        }
    }
}

/// The kind of damage to a catalogue.
enum Damage {
    /// The head is gone, and with it the counts and the search index.
    Lost,
    /// The entries and the search index are garbage.
    Unreadable,
}

/// Damages the catalogue of a user, has it reconciled, and checks everything that is derived from the
/// favorites.
async fn reconcile_damage(streamed: &mut Streamed, damage: &Damage) {
    let user = streamed.desk.user();
    streamed.desk.import(&user, FAVORITES).await;
    streamed.settle().await;
    let before = streamed.desk.favorites.counts(&user).await.expect("the table answers");
    assert_eq!(before.total, FAVORITES as u64);
    let damaged = damage_catalogue(streamed, damage).await;
    assert!(damaged > 0, "there is a catalogue");
    let favorites = &streamed.desk.favorites;
    favorites.reconcile_soon(&user, Repairs::AtOnce).await.expect("the table answers");
    streamed.settle().await;
    assert_eq!(favorites.counts(&user).await.expect("the table answers"), before, "{:?}", streamed.story());
    assert_eq!(found(streamed, &user).await, FAVORITES, "{:?}", streamed.story());
    assert_eq!(reconcile(streamed, &user).await, nothing(), "{:?}", streamed.story());
}

/// Returns the number of items that it damages.
async fn damage_catalogue(streamed: &Streamed, damage: &Damage) -> usize {
    let environment = streamed.desk.table.environment();
    let client = Client::new(&environment.sdk_config());
    let mut damaged = 0;
    for item in streamed.desk.items().await {
        let key = |name: &str| AttributeValue::S(item[name].as_str().expect("a key is text").to_owned());
        let broken = match (damage, item["type"].as_str().expect("a type is text")) {
            (Damage::Lost, "CatalogueHead") => None,
            (Damage::Unreadable, "Catalogue") => Some("entries"),
            (Damage::Unreadable, "SearchBlock" | "SearchDocuments" | "SearchText") => Some("content"),
            _ => continue,
        };
        damaged += 1;
        let table = &environment.table_name;
        if let Some(attribute) = broken {
            let update = client.update_item().table_name(table).key("pk", key("pk")).key("sk", key("sk"));
            let update = update.update_expression("SET #a = :v").expression_attribute_names("#a", attribute);
            let garbage = AttributeValue::B(Blob::new([255; 5]));
            update.expression_attribute_values(":v", garbage).send().await.expect("the table answers");
        } else {
            let delete = client.delete_item().table_name(table).key("pk", key("pk")).key("sk", key("sk"));
            delete.send().await.expect("the table answers");
        }
    }
    damaged
}

/// Returns the number of favorites that a search for a word of all of them finds.
async fn found(streamed: &Streamed, user: &UserId) -> usize {
    let query = "link".parse().expect("it is a query");
    let mut request = SearchRequest { query, ..SearchRequest::default() };
    let mut found = 0;
    loop {
        let page = streamed.desk.favorites.search(user, &request).await.expect("the index can be read");
        found += page.items.len();
        request.after = page.next;
        if request.after.is_none() {
            return found;
        }
    }
}

async fn reconcile(streamed: &Streamed, user: &UserId) -> Reconciled {
    let reconciled = streamed.desk.favorites.reconcile_user(user, Repairs::AtOnce, LONG).await;
    reconciled.expect("the table answers")
}

/// The result of a reconciliation that has nothing to repair.
fn nothing() -> Reconciled {
    Reconciled { favorites: FAVORITES as u64, finished: true, ..Reconciled::default() }
}

/// Returns the ids of a user's tags by their names.
async fn tags(streamed: &Streamed, user: &UserId) -> BTreeMap<String, TagId> {
    let size = PageSize::new(100).expect("it is a size");
    let page = PageRequest { order: Order::Ascending, size, after: None };
    let tags = streamed.desk.favorites.list_tags(user, TagSort::TagName, &page).await;
    let tags = tags.expect("the table answers").items.into_iter();
    tags.map(|counted| (counted.tag.tag_name.as_str().to_owned(), counted.tag.tag_id)).collect()
}

/// Returns the tags of the favorites of an export.
fn tag_names(export: &str) -> TagNames {
    let lines: Vec<Value> =
        export.lines().map(|line| serde_json::from_str(line).expect("each line is JSON")).collect();
    let text = |value: &Value| value.as_str().expect("it is text").to_owned();
    let tags = lines.iter().filter_map(|line| line.get("tag"));
    let names: BTreeMap<_, _> = tags.map(|tag| (text(&tag["tagId"]), text(&tag["tagName"]))).collect();
    let favorites = lines.iter().filter_map(|line| line.get("favorite"));
    let tags_of = |favorite: &Value| {
        let tags = favorite["tagIds"].as_array().expect("there is a list");
        tags.iter().map(|tag| names[tag.as_str().expect("it is text")].clone()).collect()
    };
    favorites.map(|favorite| (text(&favorite["title"]), tags_of(favorite))).collect()
}
