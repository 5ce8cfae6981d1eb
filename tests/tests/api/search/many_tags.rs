//! Words that many tags have in their names.

use favorites_api::Favorites;
use favorites_api::favorites::limits::LOOKED_UP_TAGS;
use favorites_local::functions_on;
use favorites_tests::{Service, sample, tag_id};
use serde_json::json;

use super::{search, titled, titles};

#[tokio::test]
async fn a_word_that_many_tags_have_is_found_in_tags_and_in_texts() {
    let service = Service::start_with(|environment| {
        functions_on(environment, |client| {
            Favorites::new(client, environment.table_name.clone()).with_small_index()
        })
    })
    .await;
    let ann = service.person("ann");
    let mut trips = Vec::new();
    for number in 0..2 * LOOKED_UP_TAGS {
        trips.push(tag_id(&ann.create_tag(&format!("Trip/{number:03}")).await).to_owned());
    }
    let other = tag_id(&ann.create_tag("Other").await).to_owned();
    // They fill several runs.
    let (mut of_trips, mut with_word, mut plain) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..100 {
        let (title, tag) = match number % 5 {
            0 => (format!("{number} plain"), Some(&trips[number % trips.len()])),
            1 => (format!("{number} trip"), Some(&other)),
            2 => (format!("{number} plain"), Some(&other)),
            _ => (format!("{number} plain"), None),
        };
        match number % 5 {
            0 => of_trips.push(title.clone()),
            1 => with_word.push(title.clone()),
            _ => {}
        }
        if title.ends_with("plain") {
            plain.push(title.clone());
        }
        let time = format!("2026-01-{:02}T{:02}:00:00Z", number / 24 + 1, number % 24);
        let members = json!({ "clipTime": time, "tagIds": tag.into_iter().collect::<Vec<_>>() });
        ann.create(&sample::with(titled(&title), &members)).await;
    }
    service.settle().await;
    let by_number = |titles: &[&[String]]| {
        let mut all: Vec<_> = titles.iter().copied().flatten().cloned().collect();
        all.sort_by_key(|title| {
            std::cmp::Reverse(title.split(' ').next().and_then(|number| number.parse::<u32>().ok()))
        });
        all
    };
    let without_trips: Vec<_> = plain.iter().filter(|title| !of_trips.contains(title)).cloned().collect();
    for (query, expected) in [
        ("trip ", by_number(&[&of_trips, &with_word])),
        ("tri", by_number(&[&of_trips, &with_word])),
        ("tag:trip", by_number(&[&of_trips])),
        ("trip plain", by_number(&[&of_trips])),
        ("plain -trip", by_number(&[&without_trips])),
        ("-tag:trip trip", by_number(&[&with_word])),
        ("tag:trip OR title:trip", by_number(&[&of_trips, &with_word])),
        ("trip tag:other", by_number(&[&with_word])),
    ] {
        for limit in [3, 100] {
            let path = format!("{}&limit={limit}", search(query));
            assert_eq!(titles(&ann.all(&path).await), expected, "{path}");
        }
        let counts =
            ann.get(&format!("{}&counts=all&limit=1", search(query))).await.is(200)["counts"].clone();
        assert_eq!(
            (&counts["total"], &counts["complete"]),
            (&json!(expected.len()), &json!(true)),
            "{query}"
        );
    }
    service.end().await;
}
