//! Tests backups with only a part of a transaction.
//!
//! A transaction reaches backups item by item. If a table is restored to a moment in between, it may have some of the
//! transaction's changes and not the others ("Amazon DynamoDB Transactions: How it works" in the developer guide).

use std::fmt::Write as _;
use std::time::Duration;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::{Favorites, ProblemType};
use favorites_local::functions;
use favorites_tests::{Service, consistency, data_id, generated, lambda, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

use crate::backup::{Backup, changed, text};
use crate::restored::{Restored, put, reconcile_everybody};

/// A part of a transaction, and the faults that a table with only this part has after a full reconciliation.
struct Cut {
    /// The request that made the transaction.
    request: &'static str,
    /// The item that the backup has without the others, or lacks.
    part: String,
    faults: Vec<String>,
    faults_of_catalogue: Vec<String>,
}

/// Cuts the transactions of one user.
struct Cutter {
    service: Service,
    before: Backup,
    cuts: Vec<Cut>,
}

impl Cutter {
    /// Makes two backups for each item of the last request's transaction: one with only this item's change, and one
    /// with all others.
    async fn cut(&mut self, request: &'static str) {
        let after = Backup::take(&self.service).await;
        let before = std::mem::replace(&mut self.before, after.clone());
        for key in changed(&before, &after) {
            let entity = after.0.get(&key).or(before.0.get(&key)).map_or("", |item| text(item, "type"));
            for (part, has, from) in [("only", &before, &after), ("all but", &after, &before)] {
                let backup = has.clone().with_item(&key, from);
                let (mut faults, faults_of_catalogue) = faults_after_a_round(&backup).await;
                if has_favorite(&before) && !has_favorite(&backup) {
                    faults.push("the favorite is in neither place".to_owned());
                }
                let part = format!("{part} {entity}");
                self.cuts.push(Cut { request, part, faults, faults_of_catalogue });
            }
        }
    }
}

fn has_favorite(backup: &Backup) -> bool {
    backup.0.values().any(|item| ["FavoriteData", "Trash"].contains(&text(item, "type")))
}

async fn faults_after_a_round(backup: &Backup) -> (Vec<String>, Vec<String>) {
    let table = lambda::start_table().await;
    let environment = table.environment();
    let client = aws_sdk_dynamodb::Client::new(&environment.sdk_config());
    put(&client, &environment.table_name, backup).await;
    let favorites = Favorites::new(client.clone(), environment.table_name.clone());
    let round = reconcile_everybody(&favorites).await;
    assert_eq!(round.failed, 0, "{round:?}");
    let items = consistency::scan(&client, &environment.table_name).await;
    table.shutdown().await;
    (consistency::faults_beside_counts(&items), consistency::faults_of_catalogue(&items))
}

/// Cuts every transaction of the API.
async fn cuts() -> Vec<Cut> {
    let service = Service::start_without_stream(functions).await;
    let ann = service.person("ann");
    let mut cutter = Cutter { before: Backup::take(&service).await, service, cuts: Vec::new() };
    let tags = [ann.create_tag("One").await, ann.create_tag("Two").await];
    cutter.before = Backup::take(&cutter.service).await;
    let third = ann.create_tag("Three").await;
    cutter.cut("POST /tags").await;
    let ids = [tag_id(&tags[0]), tag_id(&tags[1])];
    let link = sample::with(sample::favorite("link", "Link"), &json!({ "tagIds": ids }));
    let path = format!("/favorites/{}", data_id(&ann.create(&link).await));
    cutter.cut("POST /favorites").await;
    ann.patch(&path, &json!({ "title": "Other" })).await.is(200);
    cutter.cut("PATCH /favorites/{dataId}").await;
    let moved = ann.patch(&path, &json!({ "clipTime": "2020-01-01T00:00:00Z" })).await.is(200);
    let path = format!("/favorites/{}", data_id(&moved));
    cutter.cut("PATCH /favorites/{dataId}").await;
    ann.put(&format!("{path}/tags"), &json!({ "tagIds": [ids[0], tag_id(&third)] })).await.is(200);
    cutter.cut("PUT /favorites/{dataId}/tags").await;
    ann.delete(&path).await.is(200);
    cutter.cut("DELETE /favorites/{dataId}").await;
    ann.call(Method::POST, &format!("{}/restore", path.replace("favorites", "trash"))).await.is(200);
    cutter.cut("POST /trash/{dataId}/restore").await;
    let tag = format!("/tags/{}", ids[1]);
    ann.patch(&tag, &json!({ "tagName": "Second" })).await.is(200);
    cutter.cut("PATCH /tags/{tagId}").await;
    ann.delete(&tag).await.is(204);
    cutter.cut("DELETE /tags/{tagId}").await;
    cutter.service.stop().await;
    cutter.cuts
}

/// A kind of fault after a cut transaction, as `docs/operations.md` lists it.
struct Kind {
    /// A part of the fault's line in the consistency check.
    says: &'static str,
    /// The fault, and what users see.
    meaning: &'static str,
    remedy: &'static str,
}

const KINDS: [Kind; 10] = [
    Kind {
        says: "has no entry under tag",
        meaning: "A favorite has a tag and is not listed under it.",
        remedy: "The next edit of the favorite writes its entries again.",
    },
    Kind {
        says: "the entry {",
        meaning: "The list of a tag shows an older or newer state of a favorite.",
        remedy: "The next edit of the favorite writes its entries again.",
    },
    Kind {
        says: "the entry (",
        meaning: "The list of a tag shows a favorite that is not there; reading it answers 404.",
        remedy: "Delete the `FavoriteDataTag` item. Deleting the tag also removes it.",
    },
    Kind {
        says: "the link record",
        meaning: "Saving a link again answers 503 `busy`, because its record names a favorite that is not there.",
        remedy: "Delete the `UniqueLink` item.",
    },
    Kind {
        says: "has the records None",
        meaning: "A link can be saved a second time.",
        remedy: "None is needed.",
    },
    Kind {
        says: "is kept twice",
        meaning: "A favorite is listed at its old and at its new clip time.",
        remedy: "The user deletes one of the two.",
    },
    Kind {
        says: "is kept and in the trash",
        meaning: "A favorite is listed and in the trash.",
        remedy: "The user removes it from the trash for good.",
    },
    Kind {
        says: "the tags want the name records",
        meaning: "A tag's name is refused although no tag has it, or two tags can have the same name.",
        remedy: "Delete the `UniqueTagName` item of a name that no tag has.",
    },
    Kind {
        says: "the quotas say",
        meaning: "The limit of 10,000 tags is reached one tag early or late.",
        remedy: "None is needed.",
    },
    Kind {
        says: "is in neither place",
        meaning: "A favorite that was moved to or from the trash, or to another clip time, is in neither place.",
        remedy: "Take the item from the old table.",
    },
];

const HEADER: &str = "| fault | after a part of | action |\n|---|---|---|\n";

fn table(cuts: &[Cut]) -> String {
    let mut table = HEADER.to_owned();
    for Kind { says, meaning, remedy } in KINDS {
        let has = |cut: &&Cut| cut.faults.iter().any(|fault| fault.contains(says));
        let mut requests: Vec<String> =
            cuts.iter().filter(has).map(|cut| format!("`{}`", cut.request)).collect();
        requests.dedup();
        assert_ne!(requests, Vec::<String>::new(), "no part of a transaction leaves this: {meaning}");
        let _ = writeln!(table, "| {meaning} | {} | {remedy} |", requests.join(", "));
    }
    table
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_of_a_transaction_spoils_no_counts_and_no_search_and_the_runbook_lists_what_else() {
    let cuts = cuts().await;
    for Cut { request, part, faults, faults_of_catalogue } in &cuts {
        assert_eq!(*faults_of_catalogue, Vec::<String>::new(), "{request}: {part}");
        let is_listed = |fault: &String| KINDS.iter().any(|kind| fault.contains(kind.says));
        assert!(faults.iter().all(is_listed), "{request}: {part}: {faults:?}");
    }
    generated::check("operations.md", "parts of transactions", &table(&cuts));
}

/// Restores a backup of a tag and a link after `spoil` has changed the backup, and reconciles. Returns the service, the
/// tag and the link.
async fn with_link(spoil: impl FnOnce(&mut Backup)) -> (Restored, Value, Value) {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Tag").await;
    let link = sample::with(sample::favorite("link", "Link"), &json!({ "tagIds": [tag_id(&tag)] }));
    let link = ann.create(&link).await;
    service.settle().await;
    let mut backup = Backup::take(&service).await;
    service.end().await;
    spoil(&mut backup);
    let restored = Restored::from(&backup).await;
    restored.reconcile(Duration::ZERO).await;
    (restored, tag, link)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_next_edit_of_a_favorite_writes_the_entries_that_it_lacks() {
    let (restored, tag, link) =
        with_link(|backup| *backup = backup.with(&["FavoriteDataTag"], &Backup::default())).await;
    let ann = restored.service.person("ann");
    let listed = async || ann.all(&format!("/tags/{}/favorites", tag_id(&tag))).await.len();
    assert_eq!(listed().await, 0);
    ann.patch(&format!("/favorites/{}", data_id(&link)), &json!({ "title": "Other" })).await.is(200);
    assert_eq!(listed().await, 1);
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_whose_record_is_left_over_is_refused_as_busy_until_the_record_is_deleted() {
    let (restored, ..) = with_link(|backup| {
        *backup = backup.with(&["FavoriteData", "FavoriteDataTag"], &Backup::default());
    })
    .await;
    let ann = restored.service.person("ann");
    let link = sample::favorite("link", "Link");
    ann.post("/favorites", &link).await.problem(ProblemType::Busy);
    let records = Backup::take(&restored.service).await.keys_of("UniqueLink");
    let [(pk, sk)] = records.try_into().expect("one is left over");
    let [pk, sk] = [pk, sk].map(AttributeValue::S);
    let delete = restored.service.dynamodb().delete_item().table_name(restored.service.table_name());
    delete.key("pk", pk).key("sk", sk).send().await.expect("the table answers");
    ann.create(&link).await;
    restored.service.end().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_favorite_that_is_kept_and_in_the_trash_is_mended_by_its_user() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", data_id(&ann.create(&sample::favorite("note", "Note")).await));
    let before = Backup::take(&service).await;
    ann.delete(&path).await.is(200);
    let after = Backup::take(&service).await;
    service.end().await;
    let restored = Restored::from(&before.with(&["Trash"], &after)).await;
    restored.reconcile(Duration::ZERO).await;
    assert_ne!(restored.faults().await, Vec::<String>::new());
    let ann = restored.service.person("ann");
    ann.delete(&path.replace("favorites", "trash")).await.is(204);
    ann.get(&path).await.is(200);
    restored.service.end().await;
}
