//! The patterns of favorites, their tags and the trash.

use favorites_tests::sample;
use serde_json::json;

use crate::account::{Account, PERSON, link, note};
use crate::pattern::Pattern;
use crate::request::{
    batch, batch_consistent, by_time, by_type, by_update, chosen, entries, get, query, transaction, write,
};

/// An id of 2026-01-01T00:01:45Z.
const CHOSEN: &str = "019b76dc-4228-7000-8000-000000000001";

pub(super) fn favorites(account: &Account) -> Vec<Pattern> {
    let Account { link: kept, notes, tags, .. } = account;
    let one = format!("/favorites/{kept}");
    let patch = json!({"title": "Another title"});
    let moved = json!({"contentUrl": "https://example.com/moved"});
    vec![
        Pattern::http("GET /favorites", "all", "/favorites", None, vec![by_time()]),
        Pattern::http("GET /favorites", "by change", "/favorites?sort=updateTime", None, vec![by_update()]),
        Pattern::http("GET /favorites", "of a type", "/favorites?type=note", None, vec![by_type("note")]),
        Pattern::http(
            "GET /favorites",
            "with an address",
            "/favorites?url=https://example.com/kept",
            None,
            vec![get("UniqueLink", account.link_record()), get("FavoriteData", kept)],
        ),
        Pattern::http("GET /favorites/{dataId}", "", &one, None, vec![get("FavoriteData", kept)]),
        Pattern::http(
            "POST /favorites",
            "a note",
            "/favorites",
            Some(note(100, &[])),
            vec![transaction(&["FavoriteData"], &[])],
        ),
        Pattern::http(
            "POST /favorites",
            "a note with two tags",
            "/favorites",
            Some(note(101, &[&tags[0], &tags[1]])),
            vec![transaction(&["FavoriteData", "FavoriteDataTag", "FavoriteDataTag"], &tags[..2])],
        ),
        Pattern::http(
            "POST /favorites",
            "a link",
            "/favorites",
            Some(link("new", &[])),
            vec![transaction(&["FavoriteData", "UniqueLink"], &[])],
        ),
        Pattern::http(
            "POST /favorites",
            "a note, with an `Idempotency-Key`",
            "/favorites",
            Some(note(102, &[])),
            vec![transaction(&["FavoriteData", "Idempotency"], &[])],
        )
        .with_key(),
        Pattern::http(
            "PATCH /favorites/{dataId}",
            "the title of one with two tags",
            &one,
            Some(patch),
            vec![
                get("FavoriteData", kept),
                transaction(&["FavoriteData", "FavoriteDataTag", "FavoriteDataTag"], &[]),
            ],
        ),
        Pattern::http(
            "PATCH /favorites/{dataId}",
            "the link of one with two tags",
            &one,
            Some(moved),
            vec![
                get("FavoriteData", kept),
                transaction(
                    &["FavoriteData", "FavoriteDataTag", "FavoriteDataTag", "UniqueLink", "UniqueLink"],
                    &[],
                ),
            ],
        ),
        Pattern::http(
            "PATCH /favorites/{dataId}",
            "the clip time of a note with one tag",
            &format!("/favorites/{}", notes[5]),
            Some(json!({"clipTime": "2026-01-01T00:00:00Z"})),
            vec![
                get("FavoriteData", &notes[5]),
                batch_consistent("Tag", &tags[..1]),
                transaction(
                    &["FavoriteData", "FavoriteData", "FavoriteDataTag", "FavoriteDataTag", "ChosenId"],
                    &tags[..1],
                ),
            ],
        ),
        Pattern::http(
            "DELETE /favorites/{dataId}",
            "a note with one tag",
            &format!("/favorites/{}", notes[0]),
            None,
            vec![
                get("FavoriteData", &notes[0]),
                transaction(&["FavoriteData", "FavoriteDataTag", "Trash"], &[]),
            ],
        ),
    ]
}

/// Returns the patterns of several favorites at once, and of chosen ids.
pub(super) fn bulk(account: &Account) -> Vec<Pattern> {
    let Account { notes, tags, .. } = account;
    let batched: Vec<_> = (0..30).map(|number| link(&format!("batch/{number}"), &[])).collect();
    let by_name = |number| sample::with(note(number, &[]), &json!({"tagNames": ["TAG NUMBER 00"]}));
    let named = [by_name(103), by_name(104)];
    vec![
        Pattern::http(
            "POST /favorites/batch",
            "30 links",
            "/favorites/batch",
            Some(json!({"favorites": batched})),
            vec![transaction(&[["FavoriteData"; 30], ["UniqueLink"; 30]].concat(), &[])],
        ),
        Pattern::http(
            "POST /favorites/batch",
            "two notes with a tag by its name",
            "/favorites/batch",
            Some(json!({"favorites": named})),
            vec![
                get("UniqueTagName", "tag$Pnumber$P00"),
                transaction(&[["FavoriteData"; 2], ["FavoriteDataTag"; 2]].concat(), &tags[..1]),
            ],
        ),
        Pattern::http(
            "POST /favorites/actions",
            "sets the expiry of a note with one tag",
            "/favorites/actions",
            Some(json!({"action": "setExpiry", "dataIds": [notes[3]], "expireTime": "2999-01-01T00:00:00Z"})),
            vec![get("FavoriteData", &notes[3]), transaction(&["FavoriteData", "FavoriteDataTag"], &[])],
        ),
        Pattern::http(
            "PUT /favorites/{dataId}",
            "a note",
            &format!("/favorites/{CHOSEN}"),
            Some(sample::with(note(105, &[]), &json!({"clipTime": null}))),
            vec![chosen(&["ChosenId", "FavoriteData"], CHOSEN)],
        )
        .creating(),
    ]
}

pub(super) fn favorite_tags(account: &Account) -> Vec<Pattern> {
    let Account { link, notes, tags, untagged, .. } = account;
    let list = "GET /favorites/{dataId}/tags";
    let of_note = format!("/favorites/{}/tags", notes[1]);
    let third = format!("{of_note}/{}", tags[2]);
    vec![
        Pattern::http(
            list,
            "two tags",
            &format!("/favorites/{link}/tags"),
            None,
            vec![entries(link), batch("Tag", &tags[..2])],
        ),
        Pattern::http(
            list,
            "none",
            &format!("/favorites/{untagged}/tags"),
            None,
            vec![entries(untagged), get("FavoriteData", untagged)],
        ),
        Pattern::http(
            "PUT /favorites/{dataId}/tags",
            "another in place of one",
            &of_note,
            Some(json!({"tagIds": [tags[1]]})),
            vec![
                get("FavoriteData", &notes[1]),
                transaction(&["FavoriteData", "FavoriteDataTag", "FavoriteDataTag"], &tags[1..2]),
            ],
        ),
        Pattern::http(
            "PUT /favorites/{dataId}/tags/{tagId}",
            "a second tag",
            &third,
            None,
            vec![
                get("FavoriteData", &notes[1]),
                transaction(&["FavoriteData", "FavoriteDataTag", "FavoriteDataTag"], &tags[2..3]),
            ],
        ),
        Pattern::http(
            "DELETE /favorites/{dataId}/tags/{tagId}",
            "one of two tags",
            &third,
            None,
            vec![
                get("FavoriteData", &notes[1]),
                transaction(&["FavoriteData", "FavoriteDataTag", "FavoriteDataTag"], &[]),
            ],
        ),
    ]
}

pub(super) fn trash(account: &Account) -> Vec<Pattern> {
    let [restored, purged] = &account.trashed;
    vec![
        Pattern::http(
            "GET /trash",
            "",
            "/trash",
            None,
            vec![
                query("Trash", None, ("pk", "sk"), ("Trash#{userId}", format!("Trash#{PERSON}")), false),
                batch("Tag", &account.tags[..1]),
            ],
        ),
        Pattern::http(
            "GET /trash/{dataId}",
            "a link with one tag",
            &format!("/trash/{restored}"),
            None,
            vec![get("Trash", restored), batch_consistent("Tag", &account.tags[..1])],
        ),
        Pattern::http(
            "POST /trash/{dataId}/restore",
            "a link with one tag",
            &format!("/trash/{restored}/restore"),
            None,
            vec![
                get("Trash", restored),
                batch_consistent("Tag", &account.tags[..1]),
                transaction(&["FavoriteData", "FavoriteDataTag", "UniqueLink", "Trash"], &account.tags[..1]),
            ],
        ),
        Pattern::http(
            "DELETE /trash/{dataId}",
            "",
            &format!("/trash/{purged}"),
            None,
            vec![write("DeleteItem", &["Trash"])],
        ),
    ]
}
