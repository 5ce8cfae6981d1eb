//! Renaming and merging tags together with their descendants.

use favorites_api::ProblemType;
use favorites_api::favorites::limits::{TAG_DESCENDANTS, TAGS_RENAMED_TOGETHER};
use favorites_tests::{Person, Service, data_id, eventually, sample, tag_id};
use serde_json::{Value, json};

/// Creates tags with these names, and returns them in the same order.
async fn create(ann: &Person, names: &[&str]) -> Vec<Value> {
    let mut tags = Vec::new();
    for name in names {
        tags.push(ann.create_tag(name).await);
    }
    tags
}

async fn names(ann: &Person) -> Vec<String> {
    let tags = ann.all("/tags").await;
    tags.iter().map(|tag| tag["tagName"].as_str().expect("a name is text").to_owned()).collect()
}

#[tokio::test]
async fn a_renamed_tag_takes_its_descendants_along_if_it_is_told_to() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = create(&ann, &["Dev", "dev/Rust/Web", "DEV/Go", "Developers/Rust", "Dev Ops"]).await;
    let path = format!("/tags/{}", tag_id(&tags[0]));

    ann.patch(&path, &json!({ "tagName": "Code", "descendants": false })).await.is(200);
    assert_eq!(names(&ann).await, ["Code", "Dev Ops", "DEV/Go", "dev/Rust/Web", "Developers/Rust"]);
    ann.patch(&path, &json!({ "tagName": "Dev" })).await.is(200);

    let renamed = ann.patch(&path, &json!({ "tagName": "Code", "descendants": true })).await.is(200);
    assert_eq!(renamed["tagName"], "Code");
    assert_eq!(names(&ann).await, ["Code", "Code/Go", "Code/Rust/Web", "Dev Ops", "Developers/Rust"]);

    // Into a folder of its own: what is there already stays.
    ann.patch(&path, &json!({ "tagName": "Code/Go", "descendants": true }))
        .await
        .problem(ProblemType::TagNameTaken);
    assert_eq!(names(&ann).await, ["Code", "Code/Go", "Code/Rust/Web", "Dev Ops", "Developers/Rust"]);
    ann.patch(&path, &json!({ "tagName": "Code/Old", "descendants": true })).await.is(200);
    let expected = ["Code/Old", "Code/Old/Go", "Code/Old/Rust/Web", "Dev Ops", "Developers/Rust"];
    assert_eq!(names(&ann).await, expected);
    service.end().await;
}

#[tokio::test]
async fn descendants_move_one_level_up_and_change_their_case() {
    let service = Service::start().await;
    let ann = service.person("ann");
    // The full-width slash of Chinese keyboards folds to a slash, but separates nothing.
    let tags = create(&ann, &["Dev/Old", "dev/old/Go", "Dev/Old／Rust", "Dev"]).await;
    let path = format!("/tags/{}", tag_id(&tags[0]));
    let rename = async |name: &str| {
        ann.patch(&path, &json!({ "tagName": name, "descendants": true })).await.is(200);
    };
    rename("DEV/OLD").await;
    assert_eq!(names(&ann).await, ["Dev", "DEV/OLD", "DEV/OLD/Go", "Dev/Old／Rust"]);
    rename("Old").await;
    assert_eq!(names(&ann).await, ["Dev", "Dev/Old／Rust", "Old", "Old/Go"]);
    rename("Dev/Old").await;
    let into = json!({ "into": tags[3]["tagId"], "descendants": true });
    let taken = ann.create_tag("Dev/Old/Old").await;
    let (pointer, message) = ann.post(&format!("{path}/merge"), &into).await.fault();
    let expected = "would make \"Dev/Old\" of a descendant, and another tag with this name moves, too: \
                    rename one first";
    assert_eq!((&*pointer, &*message), ("/into", expected));
    assert_eq!(names(&ann).await, ["Dev", "Dev/Old", "Dev/Old/Go", "Dev/Old/Old", "Dev/Old／Rust"]);
    ann.delete(&format!("/tags/{}", tag_id(&taken))).await.is(204);
    ann.post(&format!("{path}/merge"), &into).await.is(204);
    assert_eq!(names(&ann).await, ["Dev", "Dev/Go", "Dev/Old／Rust"]);
    service.end().await;
}

#[tokio::test]
async fn a_tag_takes_a_bounded_number_of_descendants_along() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let dev = ann.create_tag("Dev").await;
    for number in 0..TAG_DESCENDANTS {
        ann.create_tag(&format!("Dev/{number}")).await;
    }
    const { assert!(TAG_DESCENDANTS > 2 * TAGS_RENAMED_TOGETHER, "they take several transactions") };
    let path = format!("/tags/{}", tag_id(&dev));
    ann.patch(&path, &json!({ "tagName": "Code", "descendants": true })).await.is(200);
    let all = names(&ann).await;
    assert_eq!(all.len(), TAG_DESCENDANTS + 1);
    assert!(all.iter().all(|name| name.starts_with("Code")), "{all:?}");

    ann.create_tag("Code/one more").await;
    let fault = ann.patch(&path, &json!({ "tagName": "Dev", "descendants": true })).await.fault();
    let message =
        "must be for a tag with at most 300 descendants; it has more: rename or merge some of them first";
    assert_eq!(fault, ("/descendants".to_owned(), message.to_owned()));
    assert!(names(&ann).await.iter().all(|name| name.starts_with("Code")));
    service.end().await;
}

#[tokio::test]
async fn a_rename_that_is_refused_changes_nothing() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let long = "x".repeat(120);
    let tags = create(&ann, &["Dev", &format!("Dev/{long}"), "Code/Go"]).await;
    let path = format!("/tags/{}", tag_id(&tags[0]));
    let name = "Development";
    let (pointer, message) = ann.patch(&path, &json!({ "tagName": name, "descendants": true })).await.fault();
    assert_eq!(pointer, "/tagName");
    assert!(
        message.contains(&format!("would make \"Development/{long}\" of a descendant, which ")),
        "{message}"
    );
    let body = json!({ "tagName": "D", "descendants": true });
    ann.patch(&path, &body).header("if-match", "\"2\"").await.problem(ProblemType::VersionMismatch);
    let fault = ann.patch(&path, &json!({ "tagName": "D", "descendants": "yes" })).await.fault();
    assert_eq!(fault.0, "/descendants");
    assert_eq!(names(&ann).await, ["Code/Go", "Dev", &format!("Dev/{long}")]);
    service.end().await;
}

#[tokio::test]
async fn a_merged_tag_takes_its_descendants_along() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let tags = create(&ann, &["Dev", "Dev/Rust", "Dev/Go", "Code", "code/rust", "Dev/Rust/Web"]).await;
    let mut ids = Vec::new();
    for (number, tag) in tags[..3].iter().enumerate() {
        let note =
            sample::with(sample::favorite("note", &number.to_string()), &json!({ "tagIds": [tag["tagId"]] }));
        ids.push(data_id(&ann.create(&note).await).to_owned());
    }
    let path = format!("/tags/{}/merge", tag_id(&tags[0]));
    let into = |tag: &Value| json!({ "into": tag["tagId"], "descendants": true });
    let (pointer, message) = ann.post(&path, &into(&tags[1])).await.fault();
    let expected =
        "must not be a descendant of the tag that is merged with its descendants; \"Dev/Rust\" was given";
    assert_eq!((&*pointer, &*message), ("/into", expected));

    ann.post(&path, &into(&tags[3])).await.is(204);
    assert_eq!(names(&ann).await, ["Code", "Code/Go", "code/rust", "Code/Rust/Web"]);
    for (id, tag) in ids.iter().zip([&tags[3], &tags[4], &tags[2]]) {
        eventually(async || {
            let found = ann.get(&format!("/favorites/{id}")).await.is(200)["tagIds"].clone();
            let wanted = json!([tag["tagId"]]);
            if found == wanted { Ok(()) } else { Err(format!("{id} has {found}, not {wanted}")) }
        })
        .await;
    }
    service.end().await;
}
