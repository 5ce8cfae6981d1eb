//! `POST /favorites/batch`.

use favorites_api::favorites::limits::{BATCH_FAVORITES, TAGS_PER_FAVORITE, TAGS_PER_PERSON};
use favorites_api::{BATCH_BODY_BYTES, ProblemType};
use favorites_tests::{Person, Service, data_id, sample, tag_id};
use serde_json::{Value, json};

use crate::limits::set_quota;

fn link(number: usize) -> Value {
    sample::favorite("link", &format!("Link {number}"))
}

fn with(favorite: Value, members: &Value) -> Value {
    sample::with(favorite, members)
}

async fn send(person: &Person, favorites: &[Value]) -> Vec<Value> {
    results(&person.post("/favorites/batch", &json!({ "favorites": favorites })).await.is(200))
}

fn results(answer: &Value) -> Vec<Value> {
    answer["results"].as_array().expect("results").clone()
}

fn outcomes(results: &[Value]) -> Vec<&str> {
    results.iter().map(|result| result["outcome"].as_str().expect("an outcome")).collect()
}

#[tokio::test]
async fn a_hundred_favorites_with_tags_by_name_are_created_with_their_own_times() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let known = ann.create_tag("Known").await;
    let batch: Vec<_> = (0..BATCH_FAVORITES)
        .map(|number| {
            let clip_time = format!("2020-01-02T03:04:05.{number:03}Z");
            let names = if number % 2 == 0 { json!(["KNOWN", "New"]) } else { json!(["new"]) };
            with(link(number), &json!({ "clipTime": clip_time, "tagNames": names }))
        })
        .collect();
    let answer = ann.post("/favorites/batch", &json!({ "favorites": batch })).await.is(200);
    let created = answer["createdTags"].as_array().unwrap();
    assert_eq!(created.len(), 1, "{created:?}");
    assert_eq!(created[0]["tagName"], "New");
    let listed = ann.all("/favorites").await;
    assert_eq!(listed.len(), BATCH_FAVORITES);
    for (number, (result, kept)) in results(&answer).iter().zip(listed.iter().rev()).enumerate() {
        assert_eq!(result["outcome"], "created");
        assert_eq!(kept["title"], format!("Link {number}"));
        assert_eq!(
            (&result["dataId"], &result["version"], &result["tagIds"]),
            (&kept["dataId"], &kept["version"], &kept["tagIds"])
        );
        let mut tags = vec![created[0]["tagId"].clone()];
        if number % 2 == 0 {
            tags.push(known["tagId"].clone());
        }
        tags.sort_by_key(ToString::to_string);
        assert_eq!(result["tagIds"], Value::Array(tags));
    }
    service.end().await;
}

#[tokio::test]
async fn each_favorite_has_a_result_of_its_own() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let old = ann.create(&link(1)).await;
    let unknown = "019a0000-0000-7000-8000-000000000001";
    let long: Vec<_> = (0..=TAGS_PER_FAVORITE).map(|number| format!("Tag {number}")).collect();
    let text = "é".repeat(20_000);
    let messages: Vec<_> = (0..10).map(|_| json!({ "sender": "Ann", "text": "x".repeat(4_000) })).collect();
    let messages = [messages.clone(), messages].concat();
    let results = send(
        &ann,
        &[
            link(0),
            with(link(1), &json!({ "title": "Again" })),
            json!({ "dataType": "note", "title": "", "content": { "text": 7 }, "colour": "red" }),
            with(link(2), &json!({ "tagIds": [unknown] })),
            with(link(3), &json!({ "tagNames": long })),
            with(link(4), &json!({ "tagNames": ["fine", ""] })),
            json!("a favorite"),
            with(sample::favorite("note", "Long"), &json!({ "content": { "text": text } })),
            with(sample::favorite("chatRecord", "Longer"), &json!({ "content": { "messages": messages } })),
            with(link(5), &json!({ "dataId": "c232ab00-9414-41ec-b3c8-9f6bdeced846" })),
        ],
    )
    .await;
    assert_eq!(
        outcomes(&results),
        [
            "created",
            "alreadyThere",
            "refused",
            "refused",
            "refused",
            "refused",
            "refused",
            "created",
            "refused",
            "refused"
        ]
    );
    assert_eq!((data_id(&results[1]), &results[1]["ignored"]), (data_id(&old), &json!(["title"])));
    let faults = |place: usize| -> Vec<(String, String)> {
        let errors = results[place]["problem"]["errors"].as_array().expect("faults");
        let text = |value: &Value| value.as_str().expect("text").to_owned();
        errors.iter().map(|error| (text(&error["pointer"]), text(&error["detail"]))).collect()
    };
    let pointers = |place: usize| faults(place).into_iter().map(|(pointer, _)| pointer).collect::<Vec<_>>();
    assert_eq!(pointers(2), ["/favorites/2/title", "/favorites/2/content/text", "/favorites/2/colour"]);
    assert_eq!(faults(3), [("/favorites/3/tagIds".to_owned(), format!("there is no tag {unknown}"))]);
    let message = "must have at most 30 tags with tagIds; 31 were given".to_owned();
    assert_eq!(faults(4), [("/favorites/4/tagNames".to_owned(), message)]);
    assert_eq!(pointers(5), ["/favorites/5/tagNames/1"]);
    assert_eq!(pointers(6), ["/favorites/6"]);
    assert_eq!(results[8]["problem"]["type"], ProblemType::TooLarge.uri());
    assert_eq!(pointers(9), ["/favorites/9/dataId"]);
    assert_eq!(ann.all("/tags").await.len(), 0, "refused favorites create no tags");
    assert_eq!(ann.all("/favorites").await.len(), 3);
    service.end().await;
}

#[tokio::test]
async fn a_link_twice_in_a_batch_is_one_favorite() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let second = with(link(1), &json!({ "tagNames": ["Second"] }));
    let body = json!({ "favorites": [link(1), link(2), second, link(3)] });
    let kept = results(&ann.post("/favorites/batch", &body).await.is(200));
    assert_eq!(outcomes(&kept), ["created", "created", "alreadyThere", "created"]);
    assert_eq!(data_id(&kept[0]), data_id(&kept[2]));
    assert_eq!(kept[2]["ignored"], json!(["tagIds"]));
    let merged = results(&ann.post("/favorites/batch?onExisting=merge", &body).await.is(200));
    assert_eq!(outcomes(&merged), ["alreadyThere"; 4]);
    assert_eq!(merged[2]["tagIds"].as_array().unwrap().len(), 1);
    assert_eq!(ann.all("/favorites").await.len(), 3);
    service.end().await;
}

#[tokio::test]
async fn a_repetition_with_the_key_creates_nothing_twice_and_creates_what_is_missing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let notes: Vec<_> = (0..30).map(|number| sample::favorite("note", &format!("Note {number}"))).collect();
    let body = json!({ "favorites": notes });
    let first = ann.post("/favorites/batch", &body).key("import").await.is(200);
    let ids: Vec<_> = results(&first).iter().map(|result| data_id(result).to_owned()).collect();
    ann.delete(&format!("/favorites/{}", ids[3])).await.is(200);
    ann.delete(&format!("/favorites/{}", ids[4])).await.is(200);
    ann.delete(&format!("/trash/{}", ids[4])).await.is(204);
    let again = results(&ann.post("/favorites/batch", &body).key("import").await.is(200));
    for (place, result) in again.iter().enumerate() {
        match place {
            3 => {
                assert_eq!(result["problem"]["type"], ProblemType::InTrash.uri());
                assert_eq!(result["problem"]["dataId"], ids[3]);
            }
            4 => assert_eq!(result["problem"]["type"], ProblemType::FavoriteGone.uri()),
            _ => assert_eq!(
                (result["outcome"].as_str(), data_id(result)),
                (Some("alreadyThere"), &*ids[place])
            ),
        }
    }
    assert_eq!(ann.all("/favorites").await.len(), 28);
    let other = json!({ "favorites": [sample::favorite("note", "Other")] });
    ann.post("/favorites/batch", &other).key("import").await.problem(ProblemType::IdempotencyKeyReused);
    ann.post("/favorites/batch", &body).await.is(200);
    assert_eq!(ann.all("/favorites").await.len(), 58, "without the key they are other notes");
    service.end().await;
}

#[tokio::test]
async fn many_batches_at_once_keep_each_link_and_tag_once() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let batch: Vec<_> = (0..40)
        .map(|number| with(link(number), &json!({ "tagNames": [format!("Tag {}", number % 7)] })))
        .collect();
    let mut calls = tokio::task::JoinSet::new();
    for _ in 0..4 {
        let (ann, batch) = (ann.clone(), batch.clone());
        calls.spawn(async move { send(&ann, &batch).await });
    }
    let answers = calls.join_all().await;
    let count =
        |outcome: &str| answers.iter().flatten().filter(|result| result["outcome"] == outcome).count();
    assert_eq!((count("created"), count("alreadyThere")), (40, 120), "{answers:?}");
    assert_eq!((ann.all("/favorites").await.len(), ann.all("/tags").await.len()), (40, 7));
    service.end().await;
}

#[tokio::test]
async fn tags_beyond_the_limit_are_not_created_and_other_favorites_are() {
    let service = Service::start().await;
    let ann = service.person("ann");
    ann.create_tag("First").await;
    set_quota(&service, TAGS_PER_PERSON - 1).await;
    let tagged = |number: usize, name: &str| with(link(number), &json!({ "tagNames": [name] }));
    let last = send(&ann, &[tagged(0, "Last")]).await;
    assert_eq!(outcomes(&last), ["created"]);
    let results = send(&ann, &[tagged(1, "One too many"), link(2), tagged(3, "last")]).await;
    assert_eq!(outcomes(&results), ["refused", "created", "created"]);
    assert_eq!(results[0]["problem"]["type"], ProblemType::TooManyTags.uri());
    assert_eq!(results[2]["tagIds"], last[0]["tagIds"]);
    set_quota(&service, 2).await;
    service.end().await;
}

#[tokio::test]
async fn the_whole_batch_is_refused_if_it_is_not_one() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let many: Vec<_> = (0..=BATCH_FAVORITES).map(link).collect();
    for (body, fault) in [
        (json!({}), "is required"),
        (json!({ "favorites": 7 }), "must be an array; a number was given"),
        (json!({ "favorites": [] }), "must have 1 to 100 elements; 0 were given"),
        (json!({ "favorites": many }), "must have 1 to 100 elements; 101 were given"),
    ] {
        let problem = ann.post("/favorites/batch", &body).await.problem(ProblemType::InvalidInput);
        assert_eq!(problem["errors"][0], json!({ "pointer": "/favorites", "detail": fault }));
    }
    let fat = json!({ "favorites": [link(0)], "x": "x".repeat(BATCH_BODY_BYTES) });
    ann.post("/favorites/batch", &fat).await.problem(ProblemType::TooLarge);
    let wrong = ann.post("/favorites/batch?onExisting=replace", &json!({ "favorites": [link(0)] })).await;
    wrong.problem(ProblemType::InvalidInput);
    assert_eq!(ann.all("/favorites").await.len(), 0);
    service.end().await;
}

#[tokio::test]
async fn large_favorites_with_many_tags_fit_several_transactions() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let names: Vec<_> = (0..TAGS_PER_FAVORITE).map(|number| format!("Tag {number}")).collect();
    let text = "x".repeat(20_000);
    let batch: Vec<_> = (0..30)
        .map(|number| {
            let note = sample::favorite("note", &format!("Note {number}"));
            with(note, &json!({ "content": { "text": text }, "tagNames": names }))
        })
        .collect();
    let kept = send(&ann, &batch).await;
    assert_eq!(outcomes(&kept), ["created"; 30]);
    let tag = ann.get("/tags?limit=1").await.is(200);
    let tagged = ann.all(&format!("/tags/{}/favorites", tag_id(&tag["items"][0]))).await;
    assert_eq!(tagged.len(), 30);
    service.end().await;
}
