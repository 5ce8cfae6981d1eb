//! `POST /favorites/actions`.

use favorites_api::ProblemType;
use favorites_api::favorites::limits::{BATCH_FAVORITES, PAGE_ITEMS_DEFAULT, TAGS_PER_FAVORITE};
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";

async fn notes(ann: &Person, count: usize) -> Vec<String> {
    let mut ids = Vec::new();
    for number in 0..count {
        ids.push(data_id(&ann.create(&sample::favorite("note", &number.to_string())).await).to_owned());
    }
    ids
}

async fn act(ann: &Person, action: Value, data_ids: &[String]) -> Vec<Value> {
    let body = sample::with(action, &json!({ "dataIds": data_ids }));
    let answer = ann.post("/favorites/actions", &body).await.is(200);
    answer["results"].as_array().expect("results").clone()
}

#[tokio::test]
async fn each_action_is_applied_to_each_favorite_and_to_no_other() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Selected").await;
    let all = notes(&ann, 5).await;
    let (selected, others) = all.split_at(3);
    let untouched = async || {
        let mut found = Vec::new();
        for id in others {
            found.push(ann.get(&format!("/favorites/{id}")).await.is(200)["version"].clone());
        }
        assert_eq!(found, [1, 1]);
    };
    let tag_of = |action: &str| json!({ "action": action, "tagId": tag["tagId"] });

    for (version, action) in [(2, "tag"), (2, "tag"), (3, "untag"), (3, "untag"), (4, "tag")] {
        for (result, id) in act(&ann, tag_of(action), selected).await.iter().zip(selected) {
            assert_eq!(*result, json!({ "outcome": "done", "dataId": id, "version": version }), "{action}");
        }
    }
    assert_eq!(ann.all(&format!("/tags/{}/favorites", tag_id(&tag))).await.len(), 3);
    let expiry = json!("2999-01-01T00:00:00.000Z");
    act(&ann, json!({ "action": "setExpiry", "expireTime": expiry }), selected).await;
    assert_eq!(ann.get(&format!("/favorites/{}", selected[1])).await.is(200)["expireTime"], expiry);
    let never = json!({ "action": "setExpiry", "dataIds": selected, "expireTime": null });
    ann.post("/favorites/actions", &never).await.is(200);
    assert_eq!(ann.get(&format!("/favorites/{}", selected[1])).await.is(200)["expireTime"], Value::Null);

    for result in act(&ann, json!({ "action": "delete" }), selected).await {
        assert_eq!((&result["outcome"], &result["version"]), (&json!("done"), &Value::Null));
    }
    assert_eq!((ann.all("/favorites").await.len(), ann.all("/trash").await.len()), (2, 3));
    act(&ann, json!({ "action": "restore" }), &selected[..2]).await;
    assert_eq!((ann.all("/favorites").await.len(), ann.all("/trash").await.len()), (4, 1));
    act(&ann, json!({ "action": "purge" }), &selected[2..]).await;
    assert_eq!((ann.all("/favorites").await.len(), ann.all("/trash").await.len()), (4, 0));
    untouched().await;
    service.end().await;
}

#[tokio::test]
async fn a_job_is_worked_on_for_as_long_as_the_request_prefers() {
    let service = Service::start().await;
    let ann = service.person("ann");
    notes(&ann, PAGE_ITEMS_DEFAULT as usize + 1).await;
    let delete = json!({ "action": "delete", "select": {} });
    let begun = ann.post("/favorites/actions", &delete).header("prefer", "wait=0").await.is(202);
    assert_eq!(
        (&begun["state"], &begun["counts"]["changed"]),
        (&json!("running"), &json!(PAGE_ITEMS_DEFAULT))
    );
    let other = ann.post("/favorites/actions", &delete).header("prefer", "wait=20").await.is(202);
    assert_eq!((&other["state"], &other["counts"]["changed"]), (&json!("done"), &json!(1)));
    service.end().await;
}

#[tokio::test]
async fn a_favorite_that_is_refused_does_not_hinder_the_others() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut ids = notes(&ann, 3).await;
    let mut tags = Vec::new();
    for number in 0..=TAGS_PER_FAVORITE {
        tags.push(ann.create_tag(&number.to_string()).await["tagId"].clone());
    }
    let last = tags.pop().unwrap();
    ann.put(&format!("/favorites/{}/tags", ids[1]), &json!({ "tagIds": tags })).await.is(200);
    ids.insert(1, UNKNOWN.to_owned());
    let problems = |results: &[Value]| -> Vec<Value> {
        results.iter().map(|result| result["problem"]["type"].clone()).collect()
    };
    let results = act(&ann, json!({ "action": "tag", "tagId": last }), &ids).await;
    let (unknown, full) = (ProblemType::FavoriteNotFound.uri(), ProblemType::TooManyTagsOnFavorite.uri());
    assert_eq!(problems(&results), [Value::Null, json!(unknown), json!(full), Value::Null]);
    assert_eq!(ann.all(&format!("/tags/{}/favorites", last.as_str().unwrap())).await.len(), 2);
    let restored = act(&ann, json!({ "action": "restore" }), &ids).await;
    assert_eq!(problems(&restored), vec![json!(ProblemType::NotInTrash.uri()); 4]);
    let deleted = act(&ann, json!({ "action": "delete" }), &ids).await;
    assert_eq!(problems(&deleted), [Value::Null, json!(unknown), Value::Null, Value::Null]);
    let again = act(&ann, json!({ "action": "delete" }), &ids).await;
    assert_eq!(problems(&again), vec![json!(unknown); 4], "they are in the trash once");
    assert_eq!(ann.all("/trash").await.len(), 3);
    service.end().await;
}

#[tokio::test]
async fn a_request_with_a_fault_changes_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let ids = notes(&ann, 1).await;
    let many: Vec<_> =
        (0..=BATCH_FAVORITES).map(|number| format!("019a0000-0000-7000-8000-{number:012}")).collect();
    let names = "tag, untag, setExpiry, delete, restore, purge";
    for (body, pointer, detail) in [
        (json!({ "dataIds": ids }), "/action", "is required".to_owned()),
        (
            json!({ "action": "burn", "dataIds": ids }),
            "/action",
            format!("must be one of {names}; \"burn\" was given"),
        ),
        (json!({ "action": "tag", "dataIds": ids }), "/tagId", "is required".to_owned()),
        (
            json!({ "action": "setExpiry", "dataIds": ids }),
            "/expireTime",
            "is required; null means that they never expire".to_owned(),
        ),
        (json!({ "action": "delete" }), "/dataIds", "is required".to_owned()),
        (
            json!({ "action": "delete", "dataIds": [] }),
            "/dataIds",
            "must have 1 to 100 elements; 0 were given".to_owned(),
        ),
        (
            json!({ "action": "delete", "dataIds": many }),
            "/dataIds",
            "must have 1 to 100 elements; 101 were given".to_owned(),
        ),
        (
            json!({ "action": "delete", "dataIds": ["7"] }),
            "/dataIds/0",
            "must be a UUID; \"7\" was given".to_owned(),
        ),
        (json!({ "action": "delete", "dataIds": [ids[0], ids[0]] }), "/dataIds/1", "is repeated".to_owned()),
        (
            json!({ "action": "delete", "tagId": UNKNOWN, "dataIds": ids }),
            "/tagId",
            "is not a member that is known here".to_owned(),
        ),
    ] {
        let problem = ann.post("/favorites/actions", &body).await.problem(ProblemType::InvalidInput);
        assert_eq!(problem["errors"], json!([{ "pointer": pointer, "detail": detail }]), "{body}");
    }
    let past = json!({ "action": "setExpiry", "expireTime": "2020-01-01T00:00:00Z", "dataIds": ids });
    let problem = ann.post("/favorites/actions", &past).await.problem(ProblemType::InvalidInput);
    assert_eq!(problem["errors"][0]["pointer"], "/expireTime");
    let tag = json!({ "action": "tag", "tagId": UNKNOWN, "dataIds": ids });
    ann.post("/favorites/actions", &tag).await.problem(ProblemType::TagNotFound);
    assert_eq!(ann.get(&format!("/favorites/{}", ids[0])).await.is(200)["version"], 1);
    service.end().await;
}
