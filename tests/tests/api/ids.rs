//! The spelling of ids.

use favorites_tests::{Service, data_id, sample, tag_id};
use serde_json::json;

#[tokio::test]
async fn ids_are_read_in_upper_case_and_answered_in_lower_case() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tag = ann.create_tag("Later").await;
    let upper = |id: &str| id.to_uppercase();
    let note = sample::with(sample::favorite("note", "x"), &json!({ "tagIds": [upper(tag_id(&tag))] }));
    let kept = ann.create(&note).await;
    assert_eq!(kept["tagIds"], json!([tag_id(&tag)]));
    let id = "019A0000-0000-7000-8000-00000000000A";
    let put = ann.put(&format!("/favorites/{id}"), &note).header("if-none-match", "*").await;
    assert_eq!(put.header("location"), format!("/favorites/{}", id.to_lowercase()));
    assert_eq!(put.is(201)["dataId"], id.to_lowercase());
    assert_eq!(ann.get(&format!("/favorites/{}", upper(data_id(&kept)))).await.is(200), kept);
    ann.get(&format!("/search?tag={}", upper(tag_id(&tag)))).await.is(200);
    // A list is the same list, so a cursor of one spelling is good for the other.
    let list = |tag: &str| format!("/tags/{tag}/favorites?limit=1");
    let first = ann.get(&list(&upper(tag_id(&tag)))).await.is(200);
    let cursor = first["nextCursor"].as_str().unwrap();
    ann.get(&format!("{}&cursor={cursor}", list(tag_id(&tag)))).await.is(200);
    let all = json!({ "action": "untag", "tagId": upper(tag_id(&tag)), "dataIds": [upper(data_id(&kept))] });
    let results = ann.post("/favorites/actions", &all).await.is(200);
    assert_eq!(results["results"][0]["dataId"], kept["dataId"], "{results}");
    let job = ann.post(
        "/favorites/actions",
        &json!({ "action": "delete", "select": { "tag": upper(tag_id(&tag)), "except": [id] } }),
    );
    let job = job.await.is(202);
    assert_eq!(job["select"], json!({ "tag": tag_id(&tag), "except": [id.to_lowercase()] }));
    ann.get(&format!("/jobs/{}", upper(job["jobId"].as_str().unwrap()))).await.is(200);
    service.end().await;
}
