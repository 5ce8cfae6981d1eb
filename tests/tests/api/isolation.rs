//! Two users with the same tag names, ids and links never see each other's data.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::{ProblemType, Route};
use favorites_tests::{Answer, Person, Service, consistency, data_id, eventually, sample, tag_id};
use functions::ROUTES;
use reqwest::Method;
use serde_json::{Value, json};

/// A text that is in all of Ann's texts, and in no request of Bob's.
const MARK: &str = "anns-secret";

/// The ids of a user's data, and a cursor for each list, by the list's route.
struct Account {
    favorite: String,
    trashed: String,
    tag: String,
    job: String,
    cursors: BTreeMap<String, String>,
}

/// Creates the same tag names and links for every user. `mark` distinguishes the users' data.
async fn fill(person: &Person, mark: &str) -> Account {
    let tag = tag_id(&person.create_tag("Shared").await).to_owned();
    person.create_tag("Other").await;
    let members = json!({ "tagIds": [tag], "creatorId": mark });
    let kept = |title: &str| sample::with(sample::favorite("link", title), &members);
    let favorite = data_id(&person.create(&kept("shared link")).await).to_owned();
    person.create(&kept("second")).await;
    let trashed = [person.create(&kept("third")).await, person.create(&kept("fourth")).await];
    for favorite in &trashed {
        person.delete(&format!("/favorites/{}", data_id(favorite))).await.is(200);
    }
    let trashed = data_id(&trashed[0]).to_owned();
    let no_change = json!({ "action": "setExpiry", "expireTime": null, "select": {} });
    person.post("/favorites/actions", &no_change).await.is(202);
    let job = person.post("/favorites/actions", &no_change).await.is(202);
    let job = job["jobId"].as_str().expect("a job has an id").to_owned();
    let mut cursors = BTreeMap::new();
    for list in ["/favorites", "/trash", "/tags", "/tags/{tagId}/favorites", "/jobs"] {
        let page = person.get(&format!("{}?limit=1", list.replace("{tagId}", &tag))).await.is(200);
        cursors.insert(
            format!("GET {list}"),
            page["nextCursor"].as_str().expect("there are two of each").to_owned(),
        );
    }
    // Search follows the stream with a delay.
    let cursor = eventually(async || {
        let page = person.get("/search?limit=1").await.is(200);
        page["nextCursor"].as_str().map(str::to_owned).ok_or_else(|| page.to_string())
    });
    cursors.insert("GET /search".to_owned(), cursor.await);
    Account { favorite, trashed, tag, job, cursors }
}

/// Returns all items of a user as they are stored, by their keys.
async fn items_of(service: &Service, sub: &str) -> BTreeMap<(String, String), Value> {
    service.settle().await;
    let items = consistency::scan(&service.dynamodb(), service.table_name()).await;
    let own = items.into_iter().filter(|item| item["userId"] == sub);
    own.map(|item| ((item["pk"].to_string(), item["sk"].to_string()), item)).collect()
}

/// Returns valid bodies for a route, with ids of `account` if the body has ids. Add each new route whose body has ids:
/// without them, a refusal proves nothing.
fn bodies(route: &Route, account: &Account, other: &str) -> Vec<Value> {
    let tagged = json!({ "tagIds": [account.tag] });
    match route.key().as_str() {
        "POST /favorites" | "PUT /favorites/{dataId}" => {
            vec![sample::with(sample::favorite("note", "Bob's"), &tagged)]
        }
        "POST /favorites/batch" => {
            vec![json!({ "favorites": [sample::with(sample::favorite("note", "Bob's"), &tagged)] })]
        }
        "POST /favorites/actions" => {
            let data_ids = [&account.favorite, &account.trashed];
            let act = |action: &str| json!({ "action": action, "dataIds": data_ids });
            let tag = sample::with(act("tag"), &tagged_by(&account.tag));
            let selected = json!({ "action": "delete", "select": { "tag": account.tag } });
            ["delete", "restore", "purge"].map(act).into_iter().chain([tag, selected]).collect()
        }
        "PATCH /favorites/{dataId}" => {
            let moved = json!({ "clipTime": "2001-02-03T04:05:06Z" });
            vec![json!({ "title": "Bob's" }), json!({ "expireTime": null }), moved]
        }
        "PUT /favorites/{dataId}/tags" => vec![tagged, json!({ "tagIds": [] })],
        "POST /tags/{tagId}/merge" => vec![json!({ "into": account.tag }), json!({ "into": other })],
        "POST /exports" => vec![json!({ "format": "jsonLines" })],
        "POST /imports" => vec![json!({ "bytes": 7, "tagNames": ["Bob's"] })],
        "POST /tags" | "PATCH /tags/{tagId}" => vec![json!({ "tagName": "Bob's" })],
        _ => vec![sample::body(route)],
    }
}

fn tagged_by(tag: &str) -> Value {
    json!({ "tagId": tag })
}

/// Returns `path` with every combination of ids that has at least one id of Ann's. Returns a path without ids
/// unchanged.
fn paths(path: &str, ann: &Account, bob: &Account) -> BTreeSet<String> {
    let fill = |data_id: &str, tag: &str| {
        path.replace("{dataId}", data_id).replace("{tagId}", tag).replace("{jobId}", &ann.job)
    };
    let mut paths = BTreeSet::new();
    for data_id in [&ann.favorite, &ann.trashed, &bob.favorite] {
        for tag in [&ann.tag, &bob.tag] {
            paths.insert(fill(data_id, tag));
        }
    }
    let names_hers =
        |path: &String| [&ann.favorite, &ann.trashed, &ann.tag, &ann.job].iter().any(|id| path.contains(*id));
    paths.retain(|filled| filled == path || names_hers(filled));
    paths
}

#[tokio::test]
async fn every_endpoint_with_the_others_ids_and_cursors_finds_nothing_and_changes_nothing() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let (hers, his) = (fill(&ann, MARK).await, fill(&bob, "bob").await);
    let before = items_of(&service, "ann").await;
    assert!(
        before.values().any(|item| item.to_string().contains(MARK)),
        "the mark is in what must not be seen"
    );

    for route in ROUTES {
        let (key, method) = (route.key(), route.method.parse::<Method>().unwrap());
        for body in bodies(route, &hers, &his.tag) {
            for path in paths(route.path, &hers, &his) {
                let path = format!("{path}?{}", sample::query(route, "ann"));
                let call = || bob.call(method.clone(), &path).json(&body);
                check(&key, &call().await);
                check(&key, &call().header("if-match", "*").await);
                check(&key, &call().header("if-none-match", "*").await);
                check(&key, &call().key(MARK).await);
                if let Some(cursor) = hers.cursors.get(&key) {
                    let answer = bob.get(&format!("{path}&cursor={cursor}")).await;
                    // If the tag belongs to another user, the answer is 404 before the cursor is checked.
                    assert!([400, 404].contains(&answer.status()), "{answer}");
                    check(&key, &answer);
                }
            }
        }
        if let Some(cursor) = hers.cursors.get(&key) {
            let own = route.path.replace("{tagId}", &his.tag);
            assert_eq!(bob.get(&format!("{own}?cursor={cursor}")).await.fault().0, "?cursor");
        }
    }
    assert_eq!(items_of(&service, "ann").await, before);
    service.end().await;
}

/// Asserts that the answer contains nothing of Ann's, and that a request that names something of hers is refused.
#[track_caller]
fn check(route: &str, answer: &Answer) {
    assert!(!answer.text().contains(MARK) && !answer.text().contains("\"ann\""), "{route}: {answer}");
    let names_hers = route.contains('{') || route == "POST /favorites";
    let refused = (400..500).contains(&answer.status()) && answer.status() != 401;
    // Removing a tag that the favorite does not have is not an error, even if the tag belongs to another user.
    let no_change = route == "DELETE /favorites/{dataId}/tags/{tagId}" && answer.status() == 200;
    assert!(refused || !names_hers || no_change, "{route}: {answer}");
}

#[tokio::test]
async fn names_links_and_keys_of_one_are_free_for_the_other() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let (tag, link) = (json!({ "tagName": "Shared" }), sample::favorite("link", "shared"));
    for person in [&ann, &bob] {
        person.post("/tags", &tag).key("k1").await.is(201);
        person.post("/favorites", &link).key("k2").await.is(201);
    }
    for person in [&ann, &bob] {
        let again = person.post("/favorites", &link).await.is(200);
        assert_eq!(
            again,
            sample::with(
                person.all("/favorites").await.remove(0),
                &json!({ "alreadyThere": true, "ignored": [] })
            )
        );
        person.post("/tags", &tag).await.problem(ProblemType::TagNameTaken);
    }
    service.settle().await;
    assert_eq!(ann.get("/counts").await.is(200), bob.get("/counts").await.is(200));
    // If Ann deletes something, Bob keeps his.
    let hers = ann.all("/favorites").await.remove(0);
    ann.delete(&format!("/favorites/{}", data_id(&hers))).await.is(200);
    ann.delete(&format!("/tags/{}", tag_id(&ann.all("/tags").await[0]))).await.is(204);
    assert_eq!((bob.all("/favorites").await.len(), bob.all("/tags").await.len()), (1, 1));
    assert_eq!(bob.all("/trash").await, Vec::<Value>::new());
    service.end().await;
}
