//! The patterns of tags, counts and the stream's consumer.

use std::time::Duration;

use serde_json::json;

use crate::account::{Account, PERSON, put};
use crate::capacity::Item;
use crate::pattern::{Action, Pattern, Request};
use crate::request::{
    by_deleted_tag, by_tag, by_tag_and_type, counted, get, get_eventually, key, listed_tags, transaction,
    write,
};

pub(super) fn tags(account: &Account) -> Vec<Pattern> {
    let tags = &account.tags;
    let (first, last) = (&tags[0], &tags[tags.len() - 1]);
    let one = format!("/tags/{last}");
    let tagged = format!("/tags/{first}/favorites");
    let tagged_list = "GET /tags/{tagId}/favorites";
    vec![
        Pattern::http(
            "GET /tags",
            "by name",
            "/tags?sort=tagName",
            None,
            listed_tags(account, "lsiOne", true),
        ),
        Pattern::http(
            "GET /tags",
            "by creation",
            "/tags?sort=createTime",
            None,
            listed_tags(account, "lsiTwo", false),
        ),
        Pattern::http(
            "GET /tags",
            "by last access",
            "/tags?sort=lastAccessTime",
            None,
            listed_tags(account, "lsiThree", false),
        ),
        Pattern::http("GET /tags/{tagId}", "", &one, None, vec![get("Tag", last), counted(last)]),
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
            vec![transaction(&["Tag", "UniqueTagName", "TagQuota"], &[])],
        ),
        Pattern::http(
            "PATCH /tags/{tagId}",
            "",
            &one,
            Some(json!({"tagName": "A tag renamed"})),
            vec![
                get("Tag", last),
                transaction(&["Tag", "UniqueTagName", "UniqueTagName"], &[]),
                counted(last),
            ],
        ),
        Pattern::http(
            "DELETE /tags/{tagId}",
            "",
            &one,
            None,
            vec![
                get("Tag", last),
                transaction(&["Tag", "UniqueTagName", "TagQuota", "TagCleanup", "TagCounts"], &[]),
            ],
        ),
    ]
}

pub(super) fn counts() -> Vec<Pattern> {
    let person = (format!("Counts#{PERSON}"), "Counts".to_owned());
    vec![Pattern::http(
        "GET /counts",
        "",
        "/counts",
        None,
        vec![Request::Get { entity: "Counts", key: person, consistent: false }],
    )]
}

pub(super) fn change_consumer(account: &Account) -> Vec<Pattern> {
    let consumer = "change-consumer";
    let created = account.item(&key("FavoriteData", &account.notes[2]));
    let cleanup = account.item(&key("TagCleanup", &account.deleted));
    let record = |item: Item| Action::Consume(put("7de3041dd709b024af6f29e4fa13d34c".to_owned(), item));
    vec![
        Pattern {
            endpoint: consumer,
            case: "a new favorite with one tag",
            action: record(created),
            requests: vec![transaction(&["AppliedChange", "Counts", "TagCounts"], &[])],
        },
        Pattern {
            endpoint: consumer,
            case: "a step of a deleted tag, which one favorite has",
            action: record(cleanup),
            requests: vec![
                by_deleted_tag(&account.deleted),
                get("FavoriteData", &account.alone),
                transaction(&["FavoriteData", "FavoriteDataTag"], &[]),
                write("PutItem", &["TagCleanup"]),
            ],
        },
    ]
}
