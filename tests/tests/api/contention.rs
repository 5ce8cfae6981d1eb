//! Many concurrent changes of the same thing: all of them succeed, in some order.

use favorites_tests::{Answer, Call, Person, Service, data_id, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

/// Sends all calls at the same time.
async fn at_once(calls: impl IntoIterator<Item = Call>) -> Vec<Answer> {
    let mut sent = tokio::task::JoinSet::new();
    for call in calls {
        sent.spawn(call.into_future());
    }
    sent.join_all().await
}

async fn version(person: &Person, path: &str) -> Value {
    person.get(path).await.is(200)["version"].clone()
}

#[tokio::test]
async fn twenty_unconditional_changes_of_one_favorite_at_once_all_happen() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", data_id(&ann.create(&sample::favorite("note", "x")).await));
    let titles: Vec<_> = (0..20).map(|number| format!("Title {number}")).collect();
    let answers = at_once(titles.iter().map(|title| ann.patch(&path, &json!({ "title": title })))).await;
    let mut versions: Vec<_> =
        answers.iter().map(|answer| answer.is(200)["version"].as_u64().unwrap()).collect();
    versions.sort_unstable();
    assert_eq!(versions, (2..=21).collect::<Vec<_>>(), "each is a version of its own");
    service.end().await;
}

#[tokio::test]
async fn ten_tags_are_put_on_one_favorite_and_taken_off_at_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/favorites/{}", data_id(&ann.create(&sample::favorite("note", "x")).await));
    let mut tags = Vec::new();
    for number in 0..10 {
        let tag = ann.create_tag(&format!("Tag {number}")).await;
        tags.push(format!("{path}/tags/{}", tag_id(&tag)));
    }
    for (method, left) in [(Method::PUT, 10), (Method::DELETE, 0)] {
        for answer in at_once(tags.iter().map(|tag| ann.call(method.clone(), tag))).await {
            answer.is(200);
        }
        let tag_ids = ann.get(&path).await.is(200)["tagIds"].clone();
        assert_eq!(tag_ids.as_array().map(Vec::len), Some(left), "{method}");
    }
    assert_eq!(version(&ann, &path).await, 21);
    service.end().await;
}

#[tokio::test]
async fn a_tag_that_many_rename_at_once_has_each_name_for_a_time() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let path = format!("/tags/{}", tag_id(&ann.create_tag("Tag").await));
    let names = (0..20).map(|number| json!({ "tagName": format!("Tag {number}") }));
    for answer in at_once(names.map(|name| ann.patch(&path, &name))).await {
        answer.is(200);
    }
    assert_eq!(version(&ann, &path).await, 21);
    service.end().await;
}

#[tokio::test]
async fn a_favorite_that_many_change_is_deleted_and_restored_in_between() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let (path, trash) =
        (format!("/favorites/{}", data_id(&kept)), format!("/trash/{}/restore", data_id(&kept)));
    for _ in 0..3 {
        let changes = (0..12).map(|number| ann.patch(&path, &json!({ "title": format!("Title {number}") })));
        let answers = at_once(changes.chain([ann.delete(&path)])).await;
        let statuses: Vec<_> = answers.iter().map(Answer::status).collect();
        assert!(statuses.iter().all(|status| [200, 404].contains(status)), "{statuses:?}");
        ann.call(Method::POST, &trash).await.is(200);
    }
    service.end().await;
}
