//! Compares the `OpenAPI` document with the routes, and each answer that it describes with a real one. Besides, every
//! answer in all of these tests is checked against the document.

use std::collections::{BTreeMap, BTreeSet};

use favorites_api::favorites::limits::{CURSOR_KEEPS, JOBS_AT_ONCE, TAGS_PER_FAVORITE};
use favorites_api::{BATCH_BODY_BYTES, BODY_BYTES};
use favorites_tests::files::upload;
use favorites_tests::{Answer, Call, Clock, Person, Service, contract, data_id, sample, tag_id};
use functions::ROUTES;
use reqwest::Method;
use serde_json::{Value, json};

#[test]
fn the_document_describes_what_each_route_accepts_and_no_other_routes() {
    let routes: BTreeSet<_> = ROUTES.iter().map(|route| route.key()).collect();
    assert_eq!(contract::operations(), routes);
    for route in ROUTES {
        let described = contract::accepted(&route.key());
        let query: BTreeSet<_> = route.query.iter().map(|name| (*name).to_owned()).collect();
        assert_eq!(described.query, query, "{}", route.key());
        assert_eq!(described.is_idempotent, route.is_idempotent, "{}", route.key());
        assert_eq!(described.has_body, route.body_bytes.is_some(), "{}", route.key());
    }
}

#[tokio::test]
async fn an_answer_that_is_not_described_is_noticed() {
    let service = Service::start().await;
    let answer = service.person("ann").get("/counts").await;
    assert_eq!(contract::check(&answer), Ok(()));
    for (name, changed) in [
        ("a member too many", answer.text().replace("\"total\"", "\"more\":1,\"total\"")),
        ("a member too few", answer.text().replace("\"total\":0,", "")),
        ("another type", answer.text().replace("\"total\":0", "\"total\":\"0\"")),
        ("no JSON", String::new()),
    ] {
        assert!(contract::check(&answer.clone().with_text(&changed)).is_err(), "{name}: {changed}");
    }
    service.end().await;
}

const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";

/// The largest body that API Gateway accepts, in bytes ("Quotas for HTTP APIs" in its developer guide).
const GATEWAY_BYTES: usize = 10 * 1024 * 1024;

/// The statuses of all answers so far, by operation.
#[derive(Default)]
struct Seen(BTreeMap<String, BTreeSet<u16>>);

impl Seen {
    async fn call(&mut self, call: Call) -> Answer {
        let answer = call.await;
        let operation =
            contract::operation_of(answer.method(), answer.path()).expect("only operations are called");
        self.0.entry(operation).or_default().insert(answer.status());
        answer
    }

    /// Sends requests that are wrong in ways that many operations share.
    async fn call_badly(&mut self, ann: &Person, stranger: &Person) {
        for operation in contract::operations() {
            let (method, path) = operation.split_once(' ').expect("a method and a path");
            let (method, path) =
                (method.parse::<Method>().expect("a token"), favorites_tests::with_id(path, UNKNOWN));
            self.call(stranger.call(method.clone(), &path)).await;
            self.call(ann.call(method.clone(), &path)).await;
            self.call(ann.call(method.clone(), &format!("{path}?limit=0")).json(&json!({}))).await;
            self.call(ann.call(method.clone(), &path).header("content-type", "text/plain").body("{}")).await;
            let bad_headers = ann.call(method.clone(), &path).json(&json!({ "title": "x" }));
            self.call(bad_headers.header("if-match", "x").key("a b")).await;
            if contract::statuses(&operation).contains(&413) {
                for bytes in [BODY_BYTES + 1, BATCH_BODY_BYTES + 1, GATEWAY_BYTES + 1] {
                    let large = ann.call(method.clone(), &path).header("content-type", "application/json");
                    self.call(large.body(" ".repeat(bytes))).await;
                }
            }
        }
    }

    /// Reads all lists again, and the change feed, with the entity tags of their answers, and with an old cursor.
    async fn call_unchanged(&mut self, ann: &Person, clock: &Clock, lists: &[String]) {
        for list in lists {
            let answer = self.call(ann.get(list)).await;
            answer.is(200);
            self.call(ann.get(list).header("if-none-match", answer.header("etag"))).await.is(304);
        }
        let page = self.call(ann.get("/changes")).await.is(200);
        ann.create_tag("since the cursor").await;
        clock.advance(CURSOR_KEEPS);
        let cursor = page["cursor"].as_str().expect("there is a cursor");
        self.call(ann.get(&format!("/changes?cursor={cursor}"))).await.is(410);
    }

    /// Calls each route that reads without an id, on an account that has something.
    async fn call_reads(&mut self, ann: &Person) {
        for route in ROUTES.iter().filter(|route| route.method == "GET" && !route.path.contains('{')) {
            self.call(ann.get(route.path)).await;
        }
    }

    /// Merges a tag into another one, and returns that.
    async fn call_merge(&mut self, ann: &Person) -> Value {
        let target = ann.create_tag("target").await;
        let merged = format!("/tags/{}/merge", tag_id(&ann.create_tag("merged").await));
        let into = json!({ "into": target["tagId"] });
        self.call(ann.post(&merged, &into).header("if-match", "\"7\"")).await.is(412);
        self.call(ann.post(&merged, &into)).await.is(204);
        self.call(ann.post(&merged, &into)).await.is(404);
        target
    }

    /// Searches, and reads lists that did not change.
    async fn call_lists(&mut self, ann: &Person, target: &Value, clock: &Clock) {
        self.call(ann.get("/search?q=x")).await.is(200);
        self.call(ann.get(&format!("/search?tag={UNKNOWN}"))).await.is(404);
        let listed = ann.create(&sample::favorite("note", "listed")).await;
        let lists = ["/favorites", "/trash", "/jobs", "/tags", "/search?q=x", "/changes"].map(str::to_owned);
        let of_one =
            [format!("/tags/{}/favorites", tag_id(target)), format!("/favorites/{}/tags", data_id(&listed))];
        self.call_unchanged(ann, clock, &[&lists[..], &of_one[..]].concat()).await;
    }

    /// Begins, reads, cancels and undoes jobs.
    async fn call_jobs(&mut self, ann: &Person, tag: &Value) {
        let tag_all = json!({ "action": "tag", "tagId": tag, "select": {} });
        let begun = self.call(ann.post("/favorites/actions", &tag_all).key("all")).await.is(202);
        self.call(ann.post("/favorites/actions", &json!({ "action": "delete", "select": {} })).key("all"))
            .await
            .is(422);
        let emptying = self.call(ann.delete("/trash").key("empty")).await.is(202);
        self.call(ann.delete("/trash").key("all")).await.is(422);
        self.call(ann.get("/jobs")).await.is(200);
        let job = |job: &Value| format!("/jobs/{}", job["jobId"].as_str().expect("a job has an id"));
        self.call(ann.get(&job(&begun))).await.is(200);
        self.call(ann.delete(&job(&begun))).await.is(200);
        self.call(ann.call(Method::POST, &format!("{}/undo", job(&begun)))).await.is(202);
        self.call(ann.call(Method::POST, &format!("{}/undo", job(&emptying)))).await.is(409);
    }

    /// Begins an export and an import.
    async fn call_transfers(&mut self, ann: &Person) {
        let export = self.call(ann.post("/exports", &json!({ "format": "csv" })).key("export")).await.is(202);
        self.call(ann.post("/exports", &json!({ "format": "netscape" })).key("export")).await.is(422);
        let job = |job: &Value| format!("/jobs/{}", job["jobId"].as_str().expect("a job has an id"));
        self.call(ann.call(Method::POST, &format!("{}/start", job(&export)))).await.is(409);
        let import = self.call(ann.post("/imports", &json!({ "bytes": 3 })).key("import")).await.is(201);
        self.call(ann.post("/imports", &json!({ "bytes": 4 })).key("import")).await.is(422);
        self.call(ann.call(Method::POST, &format!("{}/start", job(&import)))).await.is(409);
        upload(&import, "{}\n").await;
        self.call(ann.call(Method::POST, &format!("{}/start", job(&import)))).await.is(202);
        self.call(ann.get(&format!("{}/report", job(&import)))).await.is(200);
    }

    /// Begins jobs while as many wait as a user may have.
    async fn call_with_too_many_jobs(&mut self, bob: &Person) {
        let done = self.call(bob.delete("/trash")).await.is(202);
        let act = json!({ "action": "delete", "select": {} });
        let undoable = self.call(bob.post("/favorites/actions", &act)).await.is(202);
        assert_eq!((&done["state"], &undoable["state"]), (&json!("done"), &json!("done")));
        for number in 0..JOBS_AT_ONCE {
            bob.post("/imports", &json!({ "bytes": 1 })).key(&number.to_string()).await.is(201);
        }
        let undo = format!("/jobs/{}/undo", undoable["jobId"].as_str().expect("a job has an id"));
        for refused in [
            bob.post("/favorites/actions", &act),
            bob.delete("/trash"),
            bob.post("/imports", &json!({ "bytes": 1 })),
            bob.post("/exports", &json!({ "format": "csv" })),
            bob.call(Method::POST, &undo),
        ] {
            let problem = self.call(refused).await.is(409);
            assert_eq!(problem["title"], "There are too many jobs", "{problem}");
        }
    }

    /// Sends each request that changes something while the account is being erased.
    async fn call_while_erased(&mut self, ann: &Person) {
        for operation in contract::operations() {
            if contract::statuses(&operation).contains(&403) {
                let (method, path) = operation.split_once(' ').expect("a method and a path");
                let path = favorites_tests::with_id(path, UNKNOWN);
                self.call(ann.call(method.parse().expect("a token"), &path)).await.is(403);
            }
        }
    }

    /// Reads the account, and begins to erase it.
    async fn call_account(&mut self, ann: &Person) {
        self.call(ann.get("/account")).await.is(200);
        self.call(ann.delete("/trash").key("taken")).await.is(202);
        self.call(ann.delete("/account?confirm=ann").key("taken")).await.is(422);
        let erasing = self.call(ann.delete("/account?confirm=ann").key("erase")).await.is(202);
        let job = erasing["jobId"].as_str().expect("a job has an id");
        self.call(ann.delete(&format!("/jobs/{job}"))).await.is(409);
        self.call_while_erased(ann).await;
    }
}

#[tokio::test]
async fn every_answer_that_is_described_is_given() {
    let clock = Clock::start();
    let service = Service::start_at(&clock).await;
    let (ann, stranger) = (service.person("ann"), service.stranger());
    let mut seen = Seen::default();
    seen.call_badly(&ann, &stranger).await;

    // Favorites.
    let link = sample::favorite("link", "x");
    let kept = seen.call(ann.post("/favorites", &link).key("k")).await.is(201);
    seen.call(ann.post("/favorites", &sample::favorite("note", "x")).key("k")).await.is(422);
    seen.call(ann.post("/favorites", &link)).await.is(200);
    let other = ann.create(&sample::favorite("link", "other")).await;
    seen.call_reads(&ann).await;
    let favorite = format!("/favorites/{}", data_id(&kept));
    seen.call(ann.get("/favorites")).await.is(200);
    seen.call(ann.get(&favorite)).await.is(200);
    seen.call(ann.get(&favorite).header("if-none-match", "*")).await.is(304);
    seen.call(ann.patch(&format!("/favorites/{UNKNOWN}"), &json!({ "title": "y" }))).await.is(404);
    seen.call(ann.patch(&favorite, &json!({ "title": "y" }))).await.is(200);
    seen.call(ann.patch(&favorite, &json!({ "contentUrl": other["contentUrl"] }))).await.is(409);
    let chosen = format!("/favorites/{UNKNOWN}");
    let put = |favorite: &Value, at: &str| ann.put(at, favorite).header("if-none-match", "*");
    let note = sample::favorite("note", "chosen");
    seen.call(put(&note, &chosen)).await.is(201);
    seen.call(put(&note, &chosen)).await.is(200);
    ann.delete(&chosen).await.is(200);
    seen.call(put(&note, &chosen)).await.is(409);
    seen.call(ann.get(&format!("/trash/{UNKNOWN}"))).await.is(200);
    ann.delete(&format!("/trash/{UNKNOWN}")).await.is(204);
    seen.call(put(&note, &chosen)).await.is(410);
    let batch = json!({ "favorites": [note, link, {}] });
    seen.call(ann.post("/favorites/batch", &batch).key("b")).await.is(200);
    seen.call(ann.post("/favorites/batch", &json!({ "favorites": [{}] })).key("b")).await.is(422);
    let unknown = json!({ "action": "untag", "tagId": UNKNOWN, "dataIds": [UNKNOWN] });
    seen.call(ann.post("/favorites/actions", &unknown)).await.is(200);
    let unknown = sample::with(unknown, &json!({ "action": "tag" }));
    seen.call(ann.post("/favorites/actions", &unknown)).await.is(404);
    // Tags.
    let tag = seen.call(ann.post("/tags", &json!({ "tagName": "x" })).key("t")).await.is(201);
    seen.call(ann.post("/tags", &json!({ "tagName": "y" })).key("t")).await.is(422);
    seen.call(ann.post("/tags", &json!({ "tagName": "X" }))).await.is(409);
    ann.create_tag("y").await;
    let path = format!("/tags/{}", tag_id(&tag));
    seen.call(ann.get("/tags")).await.is(200);
    seen.call(ann.get(&path)).await.is(200);
    seen.call(ann.patch(&format!("/tags/{UNKNOWN}"), &json!({ "tagName": "z" }))).await.is(404);
    seen.call(ann.patch(&path, &json!({ "tagName": "z" }))).await.is(200);
    seen.call(ann.patch(&path, &json!({ "tagName": "y" }))).await.is(409);
    // Tags on favorites.
    seen.call(ann.put(&format!("/favorites/{UNKNOWN}/tags"), &json!({ "tagIds": [] }))).await.is(404);
    let (tags, one) = (format!("{favorite}/tags"), format!("{favorite}/tags/{}", tag_id(&tag)));
    seen.call(ann.put(&one, &Value::Null)).await.is(200);
    seen.call(ann.get(&tags)).await.is(200);
    seen.call(ann.get(&format!("{path}/favorites"))).await.is(200);
    seen.call(ann.delete(&one)).await.is(200);
    let mut many = Vec::new();
    for number in 0..TAGS_PER_FAVORITE {
        many.push(ann.create_tag(&number.to_string()).await["tagId"].clone());
    }
    seen.call(ann.put(&tags, &json!({ "tagIds": many }))).await.is(200);
    seen.call(ann.put(&one, &Value::Null)).await.is(409);
    let tagged = sample::with(link.clone(), &json!({ "tagIds": [tag_id(&tag)] }));
    seen.call(ann.post("/favorites?onExisting=merge", &tagged)).await.is(409);
    // Edits with the version of an old copy.
    for call in [
        ann.patch(&favorite, &json!({ "title": "z" })),
        ann.put(&tags, &json!({ "tagIds": [] })),
        ann.put(&one, &Value::Null),
        ann.delete(&one),
        ann.delete(&favorite),
        ann.patch(&path, &json!({ "tagName": "w" })),
        ann.delete(&path),
    ] {
        seen.call(call.header("if-match", "\"1\"")).await.is(412);
    }
    // The trash.
    seen.call(ann.delete(&favorite)).await.is(200);
    seen.call(ann.get("/trash")).await.is(200);
    let trash = format!("/trash/{}", data_id(&kept));
    let restore = format!("{trash}/restore");
    let taken = ann.create(&link).await;
    seen.call(ann.call(Method::POST, &restore)).await.is(409);
    seen.call(ann.call(Method::POST, &restore).key("k")).await.is(422);
    ann.delete(&format!("/favorites/{}", data_id(&taken))).await.is(200);
    seen.call(ann.call(Method::POST, &restore)).await.is(200);
    ann.delete(&favorite).await.is(200);
    seen.call(ann.delete(&trash)).await.is(204);
    let target = seen.call_merge(&ann).await;
    seen.call(ann.delete(&path)).await.is(204);
    seen.call(ann.get("/counts")).await.is(200);
    seen.call_jobs(&ann, &target["tagId"]).await;
    seen.call_transfers(&ann).await;
    seen.call_lists(&ann, &target, &clock).await;
    seen.call_with_too_many_jobs(&service.person("bob")).await;
    seen.call_account(&ann).await;

    for operation in contract::operations() {
        let given = seen.0.remove(&operation).unwrap_or_default();
        let described = contract::statuses(&operation);
        let missing: Vec<_> = described.difference(&given).filter(|status| **status < 500).collect();
        assert!(missing.is_empty(), "{operation} was never answered {missing:?}");
    }
    service.end().await;
}
