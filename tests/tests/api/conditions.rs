//! `ETag`, `If-Match` and `If-None-Match`.

use favorites_api::ProblemType;
use favorites_tests::{Call, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

#[tokio::test]
async fn a_copy_that_is_current_is_not_sent_again() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    for current in ["\"1\"", "W/\"1\"", "*", "\"7\", \"1\""] {
        let answer = ann.get(&path).header("if-none-match", current).await;
        assert_eq!((answer.status(), answer.text(), answer.header("etag")), (304, "", "\"1\""), "{current}");
    }
    for other in ["\"2\"", "\"01\"", "1", "\"\"", "nonsense", "\"1"] {
        let answer = ann.get(&path).header("if-none-match", other).await;
        assert_eq!(answer.is(200), kept, "{other}");
    }
    ann.patch(&path, &json!({ "title": "y" })).await.is(200);
    ann.get(&path).header("if-none-match", "\"1\"").await.is(200);
    service.end().await;
}

/// Sends every edit that `If-Match` guards, as a request that would succeed with the current version.
#[tokio::test]
async fn an_edit_of_an_old_copy_is_refused_everywhere() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let (one, two) = (ann.create_tag("One").await, ann.create_tag("Two").await);
    let members = json!({ "tagIds": [tag_id(&one)] });
    let kept = ann.create(&sample::with(sample::favorite("note", "x"), &members)).await;
    let favorite = format!("/favorites/{}", data_id(&kept));
    let kept = ann.patch(&favorite, &json!({ "title": "y" })).await.is(200);
    let tag = format!("/tags/{}", tag_id(&one));
    let renamed = ann.patch(&tag, &json!({ "tagName": "Uno" })).await.is(200);
    let edits: [&dyn Fn() -> Call; 7] = [
        &|| ann.patch(&favorite, &json!({ "title": "z" })),
        &|| ann.put(&format!("{favorite}/tags"), &json!({ "tagIds": [] })),
        &|| ann.put(&format!("{favorite}/tags/{}", tag_id(&two)), &Value::Null),
        &|| ann.delete(&format!("{favorite}/tags/{}", tag_id(&one))),
        &|| ann.delete(&favorite),
        &|| ann.patch(&tag, &json!({ "tagName": "Eins" })),
        &|| ann.delete(&tag),
    ];
    for edit in edits {
        let old = edit().header("if-match", "\"1\"").await.problem(ProblemType::VersionMismatch);
        assert_eq!(old["currentVersion"], 2);
        for never in ["W/\"2\"", "\"02\"", "\"x\"", "\"99999999999999999999999\""] {
            edit().header("if-match", never).await.problem(ProblemType::VersionMismatch);
        }
        for malformed in ["2", "\"2", "nonsense", "\"1\", \"2\""] {
            let (place, _) = edit().header("if-match", malformed).await.fault();
            assert_eq!(place, "if-match:", "{malformed}");
        }
    }
    assert_eq!(ann.get(&favorite).await.is(200), kept);
    assert_eq!(ann.get(&tag).await.is(200)["tagName"], renamed["tagName"]);

    for (edit, current) in edits.into_iter().zip(["\"2\"", "\"3\"", "*", "\"5\"", "\"5\"", "\"2\"", "\"3\""])
    {
        let answer = edit().header("if-match", current).await;
        assert!((200..300).contains(&answer.status()), "{answer}");
    }
    service.end().await;
}

#[tokio::test]
async fn faults_of_header_and_body_come_together() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let tags = format!("/favorites/{}/tags", data_id(&kept));
    let faults = ann.put(&tags, &json!({ "tagIds": 1 })).header("if-match", "1").await.faults();
    assert_eq!(faults.into_keys().collect::<Vec<_>>(), ["/tagIds", "if-match:"]);
    service.end().await;
}

#[tokio::test]
async fn a_condition_that_can_not_be_met_is_compared_after_everything_else() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let favorite = format!("/favorites/{}", data_id(&kept));
    let gone = "019a0000-0000-7000-8000-000000000001";
    for never in ["\"999\"", "W/\"1\"", "\"abc\""] {
        for (body, pointer) in [
            (json!({ "content": [] }), "/content"),
            (json!({ "expireTime": "2020-01-01T00:00:00Z" }), "/expireTime"),
        ] {
            let answer = ann.patch(&favorite, &body).header("if-match", never).await;
            assert_eq!(answer.fault().0, pointer, "{never}");
        }
        for (missing, problem) in [
            (format!("/favorites/{gone}"), ProblemType::FavoriteNotFound),
            (format!("/tags/{gone}"), ProblemType::TagNotFound),
        ] {
            ann.delete(&missing).header("if-match", never).await.problem(problem);
        }
    }
    service.end().await;
}
