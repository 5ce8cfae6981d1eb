//! The patterns of tags, counts and the change consumer.

use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use serde_json::json;

use crate::account::{Account, put};
use crate::capacity::Item;
use crate::pattern::{Action, Pattern, Request};
use crate::request::{
    by_deleted_tag, by_tag, by_tag_and_type, due, first_cleanup, get, get_due, get_eventually, key,
    listed_tags, open_head, quota, read_head, segment, transaction, write,
};

pub(super) fn tags(account: &Account) -> Vec<Pattern> {
    let tags = &account.tags;
    let (first, last) = (&tags[0], &tags[tags.len() - 1]);
    let merged = &tags[tags.len() - 2];
    let one = format!("/tags/{last}");
    let tagged = format!("/tags/{first}/favorites");
    let tagged_list = "GET /tags/{tagId}/favorites";
    vec![
        Pattern::http("GET /tags", "by name", "/tags?sort=tagName", None, listed_tags("lsiOne", true)),
        Pattern::http(
            "GET /tags",
            "by creation",
            "/tags?sort=createTime",
            None,
            listed_tags("lsiTwo", false),
        ),
        Pattern::http(
            "GET /tags",
            "by last access",
            "/tags?sort=lastAccessTime",
            None,
            listed_tags("lsiThree", false),
        ),
        Pattern::http("GET /tags/{tagId}", "", &one, None, vec![get("Tag", last), read_head()]),
        Pattern::http(tagged_list, "all", &tagged, None, vec![by_tag(first), get_eventually("Tag", first)]),
        Pattern::http(
            tagged_list,
            "of a type",
            &format!("{tagged}?type=note"),
            None,
            vec![by_tag_and_type(first, "note"), get_eventually("Tag", first)],
        ),
        Pattern {
            endpoint: tagged_list,
            case: "the first in a minute",
            action: Action::Later(Duration::from_secs(61), tagged),
            requests: vec![by_tag(first), get_eventually("Tag", first), write("UpdateItem", &["Tag"])],
        },
        Pattern::http(
            "POST /tags",
            "",
            "/tags",
            Some(json!({"tagName": "Another tag"})),
            vec![quota(), transaction(&["Tag", "UniqueTagName", "TagChange", "TagQuota"], &[])],
        ),
        Pattern::http(
            "PATCH /tags/{tagId}",
            "",
            &one,
            Some(json!({"tagName": "A tag renamed"})),
            vec![
                get("Tag", last),
                quota(),
                transaction(&["Tag", "UniqueTagName", "UniqueTagName", "TagChange", "TagQuota"], &[]),
                read_head(),
            ],
        ),
        Pattern::http(
            "POST /tags/{tagId}/merge",
            "",
            &format!("/tags/{merged}/merge"),
            Some(json!({"into": last})),
            vec![
                get("Tag", merged),
                quota(),
                get_due(),
                transaction(
                    &["Tag", "UniqueTagName", "TagChange", "TagQuota", "TagCleanup", "MergedTag", "Due"],
                    std::slice::from_ref(last),
                ),
            ],
        ),
        Pattern::http(
            "DELETE /tags/{tagId}",
            "",
            &one,
            None,
            vec![
                get("Tag", last),
                quota(),
                get_due(),
                Request::Write {
                    operation: "TransactWriteItems",
                    changed: vec!["Tag", "UniqueTagName", "TagChange", "TagQuota", "TagCleanup"],
                    checked: vec![due()],
                },
            ],
        ),
    ]
}

pub(super) fn counts() -> Vec<Pattern> {
    vec![Pattern::http("GET /counts", "", "/counts", None, vec![read_head()])]
}

/// Returns the patterns of the change consumer. The head has room for the short note, but not for the long one.
pub(super) fn change_consumer(account: &Account) -> Vec<Pattern> {
    let consume_all = |case, items, requests| consumed("change-consumer", case, items, requests);
    let consume = |case, item: &Item, requests| consume_all(case, vec![item.clone()], requests);
    let note = account.item(&key("FavoriteData", &account.notes[2]));
    let (short_id, long_id) =
        ("019c0000-0000-7000-8000-000000000001", "019c0000-0000-7000-8000-000000000002");
    let mut short = with_id(&note, short_id);
    short.insert("content".to_owned(), note_content("Milk"));
    let mut long = with_id(&note, long_id);
    long.insert("content".to_owned(), note_content(&varied_text()));
    let many_id = "01ff0000-0000-7000-8000-000000000200";
    let many =
        (1..=100).map(|number| with_id(&note, &format!("01ff0000-0000-7000-8000-{:012}", number + 100)));
    let many = many.collect();
    vec![
        consume(
            "a new favorite with one tag",
            &short,
            vec![open_head(), segment(short_id), write("PutItem", &["CatalogueHead"])],
        ),
        consume("the same record once more", &short, vec![open_head()]),
        consume(
            "the record of an old favorite once more",
            &note,
            vec![open_head(), segment(&account.notes[2])],
        ),
        consume(
            "a new favorite whose text does not fit into the head",
            &long,
            vec![
                open_head(),
                segment(long_id),
                write("PutItem", &["SearchText"]),
                write("PutItem", &["CatalogueHead"]),
            ],
        ),
        consume_all(
            "a hundred new favorites",
            many,
            vec![
                open_head(),
                segment(many_id),
                write("PutItem", &["SearchText"]),
                write("PutItem", &["CatalogueChange"]),
                transaction(&["CatalogueHead", "Catalogue", "Catalogue", "Catalogue", "Catalogue"], &[]),
            ],
        ),
    ]
}

fn note_content(note: &str) -> AttributeValue {
    AttributeValue::M([("text".to_owned(), text(note))].into())
}

/// Returns a text of 300 different words.
fn varied_text() -> String {
    let words: Vec<_> =
        (0..300_u32).map(|number| format!("{:x}", number.wrapping_mul(2_654_435_761))).collect();
    words.join(" ")
}

/// Returns the pattern of the clean-up of a deleted tag.
pub(super) fn tag_cleanup(account: &Account) -> Vec<Pattern> {
    let requests = vec![
        get_due(),
        Request::Turn,
        first_cleanup(),
        by_deleted_tag(&account.deleted),
        get("MergedTag", &account.deleted),
        get("FavoriteData", &account.alone),
        transaction(&["FavoriteData", "FavoriteDataTag"], std::slice::from_ref(&account.deleted)),
        write("PutItem", &["TagCleanup"]),
        first_cleanup(),
        get_due(),
        Request::Turn,
    ];
    let case = "a turn with the clean-up of a deleted tag, which one favorite has";
    vec![Pattern { endpoint: "worker", case, action: Action::Turn, requests }]
}

/// Returns the pattern of a consumer that gets the records of these items.
fn consumed(endpoint: &'static str, case: &'static str, items: Vec<Item>, requests: Vec<Request>) -> Pattern {
    Pattern { endpoint, case, action: Action::Consume(items.into_iter().map(put).collect()), requests }
}

/// Returns the item of the favorite with another id.
fn with_id(favorite: &Item, data_id: &str) -> Item {
    let mut other = favorite.clone();
    for attribute in ["dataId", "sk"] {
        other.insert(attribute.to_owned(), text(data_id));
    }
    other
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.to_owned())
}
