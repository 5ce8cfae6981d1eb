//! `favorites list` and `favorites counts`.

use favorites_local::seed;
use serde_json::Value;

use crate::support::User;

/// More than a page of the API.
const MANY: usize = 105;

fn titles(items: &[Value]) -> Vec<&str> {
    items.iter().map(|item| item["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_list_has_20_entries_or_the_limit_or_all_of_all_pages() {
    let user = User::new().await;
    let samples: Vec<Value> = (0..MANY)
        .map(|number| {
            let time = format!("2020-01-01T00:{:02}:{:02}Z", number / 60, number % 60);
            serde_json::json!({"dataType": "note", "title": number.to_string(), "content": {"text": "x"}, "clipTime": time})
        })
        .collect();
    let token = user.service().tokens().issue("ann").unwrap();
    seed::post_all(&format!("{}/favorites", user.service().url()), &token, &samples).await.unwrap();
    let newest_first: Vec<String> = (0..MANY).rev().map(|number| number.to_string()).collect();
    for (arguments, expected) in [
        (&["list", "--json"][..], 20),
        (&["list", "--json", "--limit", "3"], 3),
        (&["list", "--json", "--limit", "102"], 102),
    ] {
        let list = user.run(arguments).await;
        assert_eq!(list.err, "There may be more favorites. --all lists all of them.\n", "{arguments:?}");
        assert_eq!(titles(&list.json_lines()), newest_first[..expected], "{arguments:?}");
    }
    let all = user.run(&["list", "--json", "--all"]).await;
    assert_eq!(all.err, "");
    assert_eq!(titles(&all.json_lines()), newest_first);
    let oldest = user.run(&["list", "--json", "--limit", "2", "--order", "asc"]).await.json_lines();
    assert_eq!(titles(&oldest), ["0", "1"]);
    user.end().await;
}

#[tokio::test]
async fn a_list_can_be_limited_to_a_type_and_a_tag() {
    let user = User::new().await;
    user.run(&["tag", "create", "Reading"]).await.done();
    user.run(&["add", "https://a.example", "--title", "link with", "--tag", "Reading"]).await.done();
    user.run(&["add", "https://b.example", "--title", "link without"]).await.done();
    user.run(&["add", "--title", "note with", "--text", "x", "--tag", "Reading"]).await.done();
    for (arguments, expected) in [
        (&["list", "--json", "--type", "link"][..], &["link without", "link with"][..]),
        (&["list", "--json", "--tag", "READING"], &["note with", "link with"]),
        (&["list", "--json", "--tag", "Reading", "--type", "note"], &["note with"]),
    ] {
        assert_eq!(titles(&user.run(arguments).await.json_lines()), expected, "{arguments:?}");
    }
    let error = user.run(&["list", "--tag", "Other"]).await.failed(4);
    assert!(error.contains("there is no tag \"Other\""), "{error}");
    user.end().await;
}

#[tokio::test]
async fn a_line_has_id_type_time_title_and_address() {
    let user = User::new().await;
    let saved = user
        .json(&["add", "https://a.example", "--title", "A\ttitle", "--clip-time", "2020-01-02T03:04:05Z"])
        .await;
    let line = format!(
        "{}  link        2020-01-02 03:04  A title  https://a.example/\n",
        saved["dataId"].as_str().unwrap()
    );
    assert_eq!(user.run(&["list"]).await.done(), line);
    user.end().await;
}

#[tokio::test]
async fn counts_follow_changes() {
    let user = User::new().await;
    let id = user.note("One").await;
    user.run(&["add", "https://a.example", "--title", "Two"]).await.done();
    user.run(&["delete", &id]).await.done();
    let lines = ["link              1\n", "total             1\n", "trash             1\n"];
    user.eventually(&["counts"], |counts| lines.iter().all(|line| counts.out.contains(line))).await.done();
    let counts = user.json(&["counts"]).await;
    assert_eq!(
        (&counts["total"], &counts["byType"]["link"], &counts["trash"]),
        (&1.into(), &1.into(), &1.into())
    );
    user.end().await;
}
