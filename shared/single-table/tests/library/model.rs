//! The description of an entity that the derive writes.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use single_table::model::{Attribute, Component, FieldUse, IndexKey, Sharding, StoredAs};
use single_table::{Entity, EpochSeconds, Table, table};

table! {
    /// Users and their notes.
    struct UserTable {
        key: (pk, sk),
        ttl: ttl,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk),
            ByState = byState native ([type: S, state: S], [rank: N]),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [User, Note],
    }
}

/// A user with every kind of field and of key.
#[derive(Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = UserTable, name = "User", collection = "Site", partition(site), sort(id), ttl(expires_at), version(version))]
#[index(on = GsiOne, view = UsersByRank, shards = 4, partition(state?), sort(rank))]
#[index(on = GsiTwo, view = UsersById, collection = "Ids", partition(id), sort(site))]
#[index(on = LsiOne, view = UsersByName, sort(first: String = first(&self.display_name)))]
#[index(on = ByState, view = UsersByState, native, partition(state?), sort(rank))]
#[unique(record = UserName, partition(site), sort(display_name))]
struct User {
    site: String,
    id: u32,
    #[serde(alias = "name", alias = "nick")]
    display_name: String,
    state: Option<String>,
    rank: i32,
    expires_at: Option<EpochSeconds>,
    #[serde(skip)]
    cached: bool,
    #[serde(skip_serializing)]
    old: Vec<String>,
    version: u64,
}

/// A note with any attributes.
#[derive(Serialize, Deserialize, Entity)]
#[entity(table = UserTable, name = "Note", partition(id), sort())]
#[index(on = GsiOne, view = NotesByWord, shards = 2, by(id), partition(word), sort(id))]
struct Note {
    id: u32,
    word: String,
    #[serde(flatten)]
    rest: HashMap<String, String>,
}

fn first(name: &str) -> String {
    name.chars().take(1).collect()
}

fn attribute(name: &'static str, field_use: FieldUse, stored_as: StoredAs) -> Attribute {
    Attribute { name, aliases: &[], field_use, stored_as }
}

fn names(components: &[Component]) -> Vec<&'static str> {
    components.iter().map(|component| component.name).collect()
}

#[test]
fn each_field_that_serde_knows_is_an_attribute_with_its_use() {
    let model = User::MODEL;
    let name = Attribute {
        aliases: &["name", "nick"],
        ..attribute("displayName", FieldUse::InUniqueRecord, StoredAs::TextScalar)
    };
    let expected = [
        attribute("site", FieldUse::InUniqueRecord, StoredAs::TextScalar),
        attribute("id", FieldUse::InKey, StoredAs::NumberScalar),
        name,
        attribute("state", FieldUse::InKey, StoredAs::TextScalar),
        attribute("rank", FieldUse::InKey, StoredAs::NumberScalar),
        attribute("expiresAt", FieldUse::InUniqueRecord, StoredAs::Unknown),
        attribute("old", FieldUse::Independent, StoredAs::NoScalar),
        attribute("version", FieldUse::CountsVersions, StoredAs::NumberScalar),
    ];
    assert_eq!(model.attributes, expected);
    assert_eq!((model.expiry, model.version), (Some("expiresAt"), Some("version")));
    let read = model.attribute_names().collect::<Vec<_>>();
    assert_eq!(
        read,
        ["site", "id", "displayName", "name", "nick", "state", "rank", "expiresAt", "old", "version"]
    );
    assert!(!model.is_open);
}

#[test]
fn a_flattened_field_opens_the_entity_and_is_not_an_attribute() {
    assert!(Note::MODEL.is_open);
    assert!(Note::MODEL.attribute_names().eq(["id", "word"]));
}

#[test]
fn the_keys_have_their_components_and_names() {
    let model = User::MODEL;
    assert_eq!((names(model.partition), names(model.sort)), (vec!["site"], vec!["id"]));
    assert_eq!(model.collection.map(|name| name.as_str()), Some("Site"));
    assert_eq!(
        (model.type_name, User::NAME.as_str(), model.partition_name().as_str()),
        ("User", "User", "Site")
    );
    assert_eq!(Note::MODEL.partition_name().as_str(), "Note");

    let key = |key: &IndexKey| {
        let prefix = key.prefix.map(|prefix| prefix.as_str());
        (key.index, key.view, prefix, names(key.partition), names(key.sort))
    };
    assert_eq!(
        model.indexes.iter().map(key).collect::<Vec<_>>(),
        [
            ("gsiOne", "UsersByRank", Some("User"), vec!["state"], vec!["rank"]),
            ("gsiTwo", "UsersById", Some("Ids"), vec!["id"], vec!["site"]),
            ("lsiOne", "UsersByName", Some("Site"), vec!["site"], vec!["first"]),
            ("byState", "UsersByState", None, vec!["state"], vec!["rank"]),
        ]
    );
    assert_eq!(model.indexes.iter().map(IndexKey::is_sparse).collect::<Vec<_>>(), [true, false, false, true]);
    let determined: Vec<bool> = model.indexes.iter().map(|key| key.is_determined).collect();
    assert_eq!(determined, [false, true, false, false]);
    let [computed] = model.indexes[2].sort else { panic!("the sort key has one component") };
    assert_eq!(computed.attribute, None);
    assert_eq!(model.indexes[0].partition[0].attribute, Some("state"));
}

#[test]
fn a_sharded_index_says_how_a_shard_is_chosen() {
    let by_rank = &User::MODEL.indexes[0];
    assert_eq!(by_rank.sharding, Some(Sharding { count: 4, by: None }));
    assert_eq!(by_rank.random_shards(), Some(4));
    let by_word = &Note::MODEL.indexes[0];
    assert_eq!(by_word.sharding, Some(Sharding { count: 2, by: Some("id") }));
    assert_eq!((by_word.random_shards(), User::MODEL.indexes[1].random_shards()), (None, None));
}

#[test]
fn a_unique_constraint_is_described_by_its_record() {
    let [record] = User::MODEL.records else { panic!("a user has one record") };
    assert_eq!(record.name.as_str(), "UserName");
    assert_eq!((names(record.partition), names(record.sort)), (vec!["site"], vec!["display_name"]));
    assert_eq!(Note::MODEL.records, []);
}

#[test]
fn the_table_lists_the_descriptions_of_its_entities() {
    assert_eq!(UserTable::MODELS, [User::MODEL, Note::MODEL]);
}

#[test]
fn serde_reads_each_of_these_names_and_writes_no_alias() {
    let item = serde_json::json!({
        "type": "User", "site": "s", "id": 7, "nick": "ann", "rank": 1, "expiresAt": null, "old": ["a"], "version": 1,
    });
    let item: serde_dynamo::Item = serde_dynamo::to_item(item).unwrap();
    let user: User = single_table::decode(item).unwrap();
    assert_eq!(
        (user.display_name.as_str(), user.old.as_slice(), user.cached),
        ("ann", &["a".to_owned()][..], false)
    );
    let written = single_table::encode(&user).unwrap();
    let known: Vec<&str> = User::MODEL.attribute_names().collect();
    assert!(["displayName", "rank"].iter().all(|name| written.contains_key(*name) && known.contains(name)));
    assert!(["name", "nick", "old", "cached"].iter().all(|name| !written.contains_key(*name)));
}
