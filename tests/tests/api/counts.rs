//! `GET /counts`, and the counts of tags. They follow the stream.

use favorites_tests::{Person, Service, data_id, sample, tag_id};
use reqwest::Method;
use serde_json::{Value, json};

/// Compares the counts of the service with the lengths of the user's lists.
async fn recount(service: &Service, person: &Person) -> Value {
    service.settle().await;
    let counts = person.get("/counts").await.is(200);
    assert_eq!(counts["total"], person.all("/favorites?limit=100").await.len());
    assert_eq!(counts["trash"], person.all("/trash?limit=100").await.len());
    for data_type in sample::DATA_TYPES {
        let listed = person.all(&format!("/favorites?type={data_type}")).await;
        assert_eq!(counts["byType"][data_type], listed.len(), "{data_type}");
    }
    for tag in person.all("/tags").await {
        let path = format!("/tags/{}", tag_id(&tag));
        assert_eq!(person.get(&path).await.is(200)["count"], tag["count"]);
        assert_eq!(tag["count"], person.all(&format!("{path}/favorites")).await.len(), "{tag}");
    }
    counts
}

#[tokio::test]
async fn nothing_counts_nothing() {
    let service = Service::start().await;
    let counts = service.person("ann").get("/counts").await.is(200);
    let none = json!({
        "total": 0, "trash": 0,
        "byType": {
            "image": 0, "video": 0, "link": 0, "file": 0, "music": 0, "chatRecord": 0, "voice": 0, "note": 0, "location": 0,
        },
    });
    assert_eq!(counts, none);
    service.end().await;
}

#[tokio::test]
async fn counts_equal_a_recount_after_every_kind_of_change() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = [ann.create_tag("One").await, ann.create_tag("Two").await];
    let ids: Vec<_> = tags.iter().map(tag_id).collect();
    for data_type in sample::DATA_TYPES {
        for number in 0..2 {
            let members =
                json!({ "tagIds": &ids[..number], "clipTime": format!("202{number}-01-01T00:00:00Z") });
            ann.create(&sample::with(sample::favorite(data_type, &number.to_string()), &members)).await;
        }
    }
    let counts = recount(&service, &ann).await;
    assert_eq!(
        (&counts["total"], &counts["byType"]["voice"], &counts["trash"]),
        (&json!(18), &json!(2), &json!(0))
    );

    let kept = ann.all("/favorites?type=link&order=asc").await;
    let (first, second) = (data_id(&kept[0]), data_id(&kept[1]));
    let favorite = format!("/favorites/{first}");
    let steps = [
        ("edit", ann.patch(&favorite, &json!({ "title": "New" })), 18, 0, [9, 0]),
        ("tag", ann.put(&format!("{favorite}/tags/{}", ids[1]), &Value::Null), 18, 0, [9, 1]),
        (
            "replace",
            ann.put(&format!("/favorites/{second}/tags"), &json!({ "tagIds": [ids[1]] })),
            18,
            0,
            [8, 2],
        ),
        ("untag", ann.delete(&format!("{favorite}/tags/{}", ids[1])), 18, 0, [8, 1]),
        ("delete", ann.delete(&format!("/favorites/{second}")), 17, 1, [8, 0]),
        ("restore", ann.call(Method::POST, &format!("/trash/{second}/restore")), 18, 0, [8, 1]),
        ("delete again", ann.delete(&format!("/favorites/{second}")), 17, 1, [8, 0]),
        ("purge", ann.delete(&format!("/trash/{second}")), 17, 0, [8, 0]),
        ("same link", ann.post("/favorites", &sample::favorite("link", "0")), 17, 0, [8, 0]),
        ("rename tag", ann.patch(&format!("/tags/{}", ids[0]), &json!({ "tagName": "Uno" })), 17, 0, [8, 0]),
    ];
    for (step, call, total, trash, tagged) in steps {
        let answer = call.await;
        assert!((200..300).contains(&answer.status()), "{step}: {answer}");
        let counts = recount(&service, &ann).await;
        assert_eq!((&counts["total"], &counts["trash"]), (&json!(total), &json!(trash)), "{step}");
        for (id, expected) in ids.iter().zip(tagged) {
            let tag = ann.get(&format!("/tags/{id}")).await.is(200);
            assert_eq!(tag["count"], expected, "{step}: {tag}");
        }
    }
    ann.delete(&format!("/tags/{}", ids[0])).await.is(204);
    assert_eq!(recount(&service, &ann).await["total"], 17);
    service.end().await;
}

#[tokio::test]
async fn a_write_that_is_refused_counts_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    ann.post("/favorites", &json!({})).await.is(400);
    ann.delete(&format!("/favorites/{}", data_id(&kept))).header("if-match", "\"7\"").await.is(412);
    assert_eq!(recount(&service, &ann).await["total"], 1);
    service.end().await;
}

#[tokio::test]
async fn many_changes_at_once_are_all_counted() {
    let service = Service::start().await;
    let mut people = tokio::task::JoinSet::new();
    for sub in ["ann", "bob", "eve"] {
        let person = service.person(sub);
        people.spawn(async move {
            let tag = person.create_tag("Same").await;
            for number in 0..15 {
                let members = json!({ "tagIds": [tag_id(&tag)] });
                let body = sample::with(sample::favorite("image", &number.to_string()), &members);
                let kept = person.create(&body).await;
                if number % 3 == 0 {
                    person.delete(&format!("/favorites/{}", data_id(&kept))).await.is(200);
                }
            }
            person
        });
    }
    for person in people.join_all().await {
        let counts = recount(&service, &person).await;
        assert_eq!((&counts["total"], &counts["trash"]), (&json!(10), &json!(5)));
    }
    service.end().await;
}
