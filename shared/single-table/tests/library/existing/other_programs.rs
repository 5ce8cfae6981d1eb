//! Attributes of another program that are keys of an index which an entity is not in.

use std::collections::HashMap;
use std::num::NonZeroU16;

use aws_sdk_dynamodb::Client;
use serde::{Deserialize, Serialize};
use single_table::backfill::BackfillProgress;
use single_table::{Backfill, Delete, Entity, Item, Put, table};

use crate::engine;
use crate::raw::{item, put, s, stored};

table! {
    /// Members of groups, and songs that are listed by genre.
    pub struct SharedTable {
        key: (pk, sk),
        type_attribute: none,
        global: [ByGenre = byGenre (genre, title)],
        entities: [Member, Song, Loose],
    }
}

/// A member of a group.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Member", raw, partition("GROUP#", group), sort("USER#", member))]
struct Member {
    #[serde(skip_serializing)]
    group: String,
    #[serde(skip_serializing)]
    member: String,
}

/// A song. Its genre and its title are fields.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Song", raw, partition("SONG#", id), sort("SONG"))]
#[index(on = ByGenre, view = SongsByGenre, raw, partition(genre), sort(title))]
struct Song {
    #[serde(skip_serializing)]
    id: u32,
    genre: String,
    title: String,
}

/// An item with whatever attributes it has.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = SharedTable, name = "Loose", raw, partition("LOOSE#", id), sort("LOOSE"))]
struct Loose {
    #[serde(skip_serializing)]
    id: u32,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

/// Writes an item of another program, and returns it.
async fn written(client: &Client, table: &str, attributes: [(&str, &str); 4]) -> Item {
    let item = item(attributes.map(|(name, value)| (name, s(value))));
    put(client, table, item.clone()).await;
    item
}

#[tokio::test]
async fn reading_and_putting_a_flattened_map_keeps_them() {
    let (client, store, name) = engine::table::<SharedTable>().await;
    let item =
        written(&client, &name, [("pk", "LOOSE#1"), ("sk", "LOOSE"), ("genre", "rock"), ("other", "x")])
            .await;
    let loose = store.get(&LooseKey { id: 1 }).await.unwrap().unwrap();
    assert_eq!(loose.rest.len(), 2);
    store.execute(Put::new(&loose)).await.unwrap();
    assert_eq!(stored(&client, &name).await, [item]);
}

#[tokio::test]
async fn a_backfill_keeps_them() {
    let (client, store, name) = engine::table::<SharedTable>().await;
    let item =
        written(&client, &name, [("pk", "GROUP#g"), ("sk", "USER#ann"), ("genre", "rock"), ("other", "x")])
            .await;
    let progress = BackfillProgress::new(NonZeroU16::MIN);
    let counts = store.backfill(Backfill::<Member>::new(), progress).finish().await.unwrap();
    assert_eq!((counts.changed, counts.unchanged), (0, 1));
    assert_eq!(stored(&client, &name).await, [item]);
}

#[tokio::test]
async fn songs_are_listed_by_their_own_fields() {
    let (_, store, _) = engine::table::<SharedTable>().await;
    let song = Song { id: 1, genre: "rock".to_owned(), title: "Help".to_owned() };
    store.execute(Put::new(&song)).await.unwrap();
    assert_eq!(store.all(SongsByGenre::query("rock".to_owned())).await.unwrap(), [song]);
}

#[tokio::test]
async fn the_old_item_of_a_write_may_consist_of_its_key() {
    let (_, store, _) = engine::table::<SharedTable>().await;
    let member = Member { group: "g".to_owned(), member: "ann".to_owned() };
    assert_eq!(store.execute(Put::new(&member).returning_old()).await.unwrap(), None);
    assert_eq!(store.execute(Put::new(&member).returning_old()).await.unwrap(), Some(member.clone()));
    let delete = || Delete::<Member>::new(member.key()).returning_old();
    assert_eq!(store.execute(delete()).await.unwrap(), Some(member.clone()));
    assert_eq!(store.execute(delete()).await.unwrap(), None);
}
