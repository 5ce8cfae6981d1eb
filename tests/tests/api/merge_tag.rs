//! `POST /tags/{tagId}/merge`.

use favorites_api::ProblemType;
use favorites_tests::{Person, Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

const UNKNOWN: &str = "019a0000-0000-7000-8000-000000000001";

async fn tagged(ann: &Person, title: &str, tags: &[&Value]) -> String {
    let tag_ids: Vec<_> = tags.iter().map(|tag| tag["tagId"].clone()).collect();
    let note = sample::with(sample::favorite("note", title), &json!({ "tagIds": tag_ids }));
    data_id(&ann.create(&note).await).to_owned()
}

async fn merge(ann: &Person, tag: &Value, into: &Value) {
    let path = format!("/tags/{}/merge", tag_id(tag));
    ann.post(&path, &json!({ "into": into["tagId"] })).await.is(204);
}

/// Waits until each of the favorites has these tags.
async fn expect_tags(ann: &Person, favorites: &[(&String, &[&Value])]) {
    for (id, tags) in favorites {
        let mut expected: Vec<_> = tags.iter().map(|tag| tag["tagId"].clone()).collect();
        expected.sort_by_key(ToString::to_string);
        eventually(async || {
            let found = ann.get(&format!("/favorites/{id}")).await.is(200)["tagIds"].clone();
            if found == json!(expected) { Ok(()) } else { Err(format!("{id} has {found}, not {expected:?}")) }
        })
        .await;
    }
}

#[tokio::test]
async fn favorites_get_the_other_tag_and_keep_their_own() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (old, new, own) =
        (ann.create_tag("Old").await, ann.create_tag("New").await, ann.create_tag("Own").await);
    let one = tagged(&ann, "one", &[&old, &own]).await;
    let both = tagged(&ann, "both", &[&old, &new]).await;
    let other = tagged(&ann, "other", &[&own]).await;
    let trashed = tagged(&ann, "trashed", &[&old, &own]).await;
    ann.delete(&format!("/favorites/{trashed}")).await.is(200);

    merge(&ann, &old, &new).await;

    ann.get(&format!("/tags/{}", tag_id(&old))).await.problem(ProblemType::TagNotFound);
    expect_tags(&ann, &[(&one, &[&new, &own]), (&both, &[&new]), (&other, &[&own])]).await;
    let listed = ann.all(&format!("/tags/{}/favorites", tag_id(&new))).await;
    assert_eq!(listed.len(), 2);
    service.settle().await;
    assert_eq!(ann.get(&format!("/tags/{}", tag_id(&new))).await.is(200)["count"], 2);
    let restored = ann.call(reqwest::Method::POST, &format!("/trash/{trashed}/restore")).await.is(200);
    assert_eq!(restored["tagIds"], json!([own["tagId"]]));
    ann.create_tag("Old").await;
    service.end().await;
}

#[tokio::test]
async fn a_tag_that_is_merged_on_at_once_takes_the_favorites_of_both_along() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let mut tags = Vec::new();
    for name in ["A", "B", "C", "D"] {
        tags.push(ann.create_tag(name).await);
    }
    let (mut of_a, mut of_b) = (Vec::new(), Vec::new());
    for number in 0..60 {
        of_a.push(tagged(&ann, &format!("a {number}"), &[&tags[0]]).await);
    }
    for number in 0..5 {
        of_b.push(tagged(&ann, &format!("b {number}"), &[&tags[1]]).await);
    }
    for pair in tags.windows(2) {
        merge(&ann, &pair[0], &pair[1]).await;
    }
    let last = [&tags[3]];
    let expected: Vec<_> = of_a.iter().chain(&of_b).map(|id| (id, last.as_slice())).collect();
    expect_tags(&ann, &expected).await;
    service.settle().await;
    assert_eq!(ann.all("/tags").await.len(), 1);
    assert_eq!(ann.get(&format!("/tags/{}", tag_id(&tags[3]))).await.is(200)["count"], 65);
    service.end().await;
}

#[tokio::test]
async fn a_merge_that_is_refused_changes_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (tag, other) = (ann.create_tag("Tag").await, ann.create_tag("Other").await);
    let path = format!("/tags/{}/merge", tag_id(&tag));
    let same = ann.post(&path, &json!({ "into": tag["tagId"] })).await.problem(ProblemType::InvalidInput);
    assert_eq!(
        same["errors"],
        json!([{
            "pointer": "/into",
            "detail": format!("must be another tag than the one in the path; {} was given", tag_id(&tag))
        }])
    );
    ann.post(&path, &json!({ "into": "x" })).await.problem(ProblemType::InvalidInput);
    ann.post(&path, &json!({})).await.problem(ProblemType::InvalidInput);
    ann.post(&path, &json!({ "into": UNKNOWN })).await.problem(ProblemType::TagNotFound);
    let into = json!({ "into": other["tagId"] });
    ann.post(&format!("/tags/{UNKNOWN}/merge"), &into).await.problem(ProblemType::TagNotFound);
    ann.post(&path, &into).header("if-match", "\"2\"").await.problem(ProblemType::VersionMismatch);
    assert_eq!(ann.all("/tags").await.len(), 2);
    service.end().await;
}
