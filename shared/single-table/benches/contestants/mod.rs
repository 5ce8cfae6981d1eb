//! The contestants: several ways to encode an entity as an item and decode it again.

use std::borrow::Borrow;

use aws_sdk_dynamodb::types::AttributeValue;
use modyne::{EntityExt as _, EntityTypeNameRef, ProjectionExt as _, keys};
use serde::{Deserialize, Serialize};
use single_table::{Client, Item};
use uuid::Uuid;

use crate::favorite::Favorite;

/// A contestant.
#[derive(Clone, Copy)]
pub(crate) struct Contestant {
    pub(crate) name: &'static str,
    encode: fn(&Favorite) -> Item,
    decode: fn(Item) -> Favorite,
}

/// The contestants. This crate is the first; the others are compared with it.
pub(crate) const CONTESTANTS: [Contestant; 3] = [
    Contestant {
        name: "single-table",
        encode: |favorite| single_table::encode(favorite).expect("its keys are short"),
        decode: |item| single_table::decode(item).expect("a favorite was encoded"),
    },
    Contestant {
        name: "by hand",
        encode: encode_by_hand,
        decode: |item| serde_dynamo::from_item(item).expect("a favorite was encoded"),
    },
    Contestant {
        name: "modyne",
        encode: |favorite| ModyneFavorite(favorite).into_item(),
        decode: |item| ModyneFavorite::<Favorite>::from_item(item).expect("a favorite was encoded").0,
    },
];

impl Contestant {
    pub(crate) fn encode(&self, favorites: &[Favorite]) -> Vec<Item> {
        favorites.iter().map(self.encode).collect()
    }

    pub(crate) fn decode(&self, items: Vec<Item>) -> Vec<Favorite> {
        items.into_iter().map(self.decode).collect()
    }
}

/// Checks that all contestants make the same items and read back their own. Otherwise the comparison would be meaningless.
pub(crate) fn assert_same_items(favorites: &[Favorite]) {
    let expected = CONTESTANTS[0].encode(favorites);
    for contestant in CONTESTANTS {
        let items = contestant.encode(favorites);
        assert_eq!(items, expected, "{}", contestant.name);
        assert_eq!(contestant.decode(items), favorites, "{}", contestant.name);
    }
}

fn encode_by_hand(favorite: &Favorite) -> Item {
    let Favorite { user_id, data_id, data_type, clip_time, .. } = favorite;
    let mut item: Item = serde_dynamo::to_item(favorite).expect("its fields can be stored");
    let mut set = |name: &str, value: String| item.insert(name.to_owned(), AttributeValue::S(value));
    set("PK", format!("FavoriteData#{user_id}"));
    set("SK", data_id.to_string());
    set("GSI1PK", format!("FavoriteData#{user_id}#{data_type}"));
    set("GSI1SK", format!("{clip_time}#{data_id}"));
    set("type", "FavoriteData".to_owned());
    item
}

/// modyne takes an entity by value to encode it. A reference avoids cloning the entity for that.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ModyneFavorite<F>(F);

impl<F> modyne::EntityDef for ModyneFavorite<F> {
    const ENTITY_TYPE: &'static EntityTypeNameRef = EntityTypeNameRef::from_static("FavoriteData");
}

impl<F: Borrow<Favorite>> modyne::Entity for ModyneFavorite<F> {
    type KeyInput<'a> = (&'a str, Uuid);
    type Table = ModyneTable;
    type IndexKeys = keys::Gsi1;

    fn primary_key((user_id, data_id): (&str, Uuid)) -> keys::Primary {
        keys::Primary { hash: format!("FavoriteData#{user_id}"), range: data_id.to_string() }
    }

    fn full_key(&self) -> keys::FullKey<keys::Primary, keys::Gsi1> {
        let Favorite { user_id, data_id, data_type, clip_time, .. } = self.0.borrow();
        keys::FullKey {
            primary: Self::primary_key((user_id, *data_id)),
            indexes: keys::Gsi1 {
                hash: format!("FavoriteData#{user_id}#{data_type}"),
                range: format!("{clip_time}#{data_id}"),
            },
        }
    }
}

/// Only the types of this client matter, because nothing is sent.
struct ModyneTable(Client);

impl modyne::Table for ModyneTable {
    const ENTITY_TYPE_ATTRIBUTE: &'static str = "type";
    type PrimaryKey = keys::Primary;
    type IndexKeys = keys::Gsi1;

    fn table_name(&self) -> &'static str {
        "favorites"
    }

    fn client(&self) -> &Client {
        &self.0
    }
}
