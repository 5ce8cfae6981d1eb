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
async fn a_line_ends_with_the_names_of_the_tags_even_from_a_later_page_of_tags() {
    let user = User::new().await;
    for number in 0..MANY {
        user.run(&["tag", "create", &format!("tag {number:03}")]).await.done();
    }
    let tagged = ["add", "https://a.example", "--title", "Tea", "--tag", "TAG 000", "--tag", "tag 104"];
    user.run(&tagged).await.done();
    user.note("Plain").await;
    let list = user.run(&["list"]).await.done();
    let lines: Vec<_> = list.lines().collect();
    assert!(lines[0].ends_with("  Plain"), "{list}");
    assert!(lines[1].ends_with("  Tea  https://a.example/  [tag 000, tag 104]"), "{list}");
    let found = user.eventually(&["search", "tea"], |found| found.out.contains("Tea")).await.done();
    assert!(found.ends_with("  Tea  https://a.example/  [tag 000, tag 104]\n"), "{found}");
    let id = lines[1].split(' ').next().unwrap();
    user.run(&["delete", id]).await.done();
    let trash = user.run(&["list", "--trash"]).await.done();
    assert!(trash.contains("  [tag 000, tag 104]  (in the trash until "), "{trash}");
    user.end().await;
}

#[tokio::test]
async fn a_list_by_change_begins_with_the_latest_change_and_shows_its_time() {
    let user = User::new().await;
    for (title, year) in [("Old", "2001"), ("New", "2002")] {
        let time = format!("{year}-02-03T04:05:06Z");
        user.run(&["add", "--title", title, "--text", "x", "--clip-time", &time]).await.done();
    }
    let old = user.run(&["list", "--order", "asc", "--limit", "1", "--json"]).await.json_lines();
    user.run(&["edit", old[0]["dataId"].as_str().unwrap(), "--title", "Old, changed"]).await.done();
    let updated = user.run(&["list", "--sort", "updated"]).await.done();
    let lines: Vec<_> = updated.lines().collect();
    assert!(lines[0].ends_with("  Old, changed") && lines[1].ends_with("  New"), "{updated}");
    assert!(!updated.contains("-02-03 04:05"), "{updated}");
    let saved = user.run(&["list", "--sort", "saved"]).await.done();
    assert!(saved.lines().next().unwrap().ends_with("  2002-02-03 04:05  New"), "{saved}");
    let first = user.run(&["list", "--sort", "updated", "--order", "asc", "--limit", "1", "--json"]).await;
    assert_eq!(titles(&first.json_lines()), ["New"]);
    user.end().await;
}

#[tokio::test]
async fn a_table_has_a_header_and_a_row_for_each_favorite_up_to_the_limit() {
    let user = User::new().await;
    for name in ["Green, mild", "Tea"] {
        user.run(&["tag", "create", name]).await.done();
    }
    let time = "2020-01-02T03:04:05Z";
    let title = "A \"title\",\twith\u{2028}marks";
    let add = ["add", "https://a.example", "--title", title, "--clip-time", time];
    let link = user.json(&[&add[..], &["--tag", "Tea", "--tag", "Green, mild"]].concat()).await;
    let (id, updated) = (link["dataId"].as_str().unwrap(), link["updateTime"].as_str().unwrap());
    let saved = "2020-01-02T03:04:05.000Z";
    let csv = format!(
        "dataId,dataType,clipTime,updateTime,title,contentUrl,tagNames,purgeTime\n\
         {id},link,{saved},{updated},\"A \"\"title\"\", with marks\",https://a.example/,\"Green\u{ff0c} mild,Tea\",\n"
    );
    assert_eq!(user.run(&["list", "--csv"]).await.done(), csv);
    let tsv = format!(
        "dataId\tdataType\tclipTime\tupdateTime\ttitle\tcontentUrl\ttagNames\tpurgeTime\n\
         {id}\tlink\t{saved}\t{updated}\tA \"title\", with marks\thttps://a.example/\tGreen\u{ff0c} mild,Tea\t\n"
    );
    user.eventually(&["search", "title", "--tsv"], |found| found.out == tsv).await.done();

    user.note("Newest").await;
    let limited = user.run(&["list", "--csv", "--limit", "1"]).await;
    assert_eq!(limited.out.lines().count(), 2, "{limited:?}");
    assert!(limited.out.contains(",Newest,,,\n"), "{limited:?}");
    let none = user.run(&["list", "--type", "voice", "--csv"]).await;
    assert_eq!((none.out.lines().count(), &*none.err), (1, "There are no such favorites.\n"));
    user.run(&["delete", id]).await.done();
    let trashed = user.run(&["list", "--trash", "--tsv"]).await.done();
    assert!(trashed.lines().nth(1).unwrap().rsplit('\t').next().unwrap().ends_with('Z'), "{trashed}");
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
