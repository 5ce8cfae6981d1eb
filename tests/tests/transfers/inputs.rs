//! Files that users brought, of which a limit, a date or a character once cost bookmarks.

use std::collections::BTreeMap;
use std::path::Path;

use favorites_tests::Person;
use serde_json::{Value, json};

use crate::account::{counts, export, import, import_all, report, service};
use crate::import::netscape;

/// Returns a sample file: one of these tests, or of the crate that reads the formats of other services.
fn file(name: &str) -> Vec<u8> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = tests.join("tests/transfers/files").join(name);
    let file = if own.exists() { own } else { tests.join("../shared/bookmark-files/tests/files").join(name) };
    std::fs::read(file).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// A favorite as its user sees it.
#[derive(Debug, PartialEq)]
struct Seen {
    title: String,
    url: String,
    time: String,
    tags: Vec<String>,
    text: String,
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// Returns the favorites of a user in the order of their titles.
async fn seen(user: &Person) -> Vec<Seen> {
    let tags = user.all("/tags").await;
    let names: BTreeMap<_, _> = tags.iter().map(|tag| (text(&tag["tagId"]), text(&tag["tagName"]))).collect();
    let see = |favorite: Value| {
        let ids = favorite["tagIds"].as_array().unwrap().iter();
        let mut tags: Vec<_> = ids.map(|id| names[id.as_str().unwrap()].clone()).collect();
        tags.sort();
        let content = &favorite["content"];
        Seen {
            title: text(&favorite["title"]),
            url: text(&favorite["contentUrl"]),
            time: text(&favorite["clipTime"]),
            tags,
            text: text(if content["text"].is_string() { &content["text"] } else { &content["description"] }),
        }
    };
    let mut all = Vec::new();
    for listed in user.all("/favorites").await {
        // A list cuts long texts.
        all.push(see(user.get(&format!("/favorites/{}", favorites_tests::data_id(&listed))).await.is(200)));
    }
    all.sort_by(|one, other| (&one.title, &one.url).cmp(&(&other.title, &other.url)));
    all
}

fn titles(seen: &[Seen]) -> Vec<&str> {
    seen.iter().map(|favorite| favorite.title.as_str()).collect()
}

/// Imports a file into an empty account. Checks that a preview says the same, and that a second import finds
/// duplicates.
async fn imported(name: &str, bytes: Vec<u8>) -> (Value, Vec<Value>, Vec<Seen>) {
    let (service, ann, _) = service().await;
    let preview = import_all(&ann, bytes.clone(), json!({ "dryRun": true })).await;
    let job = import_all(&ann, bytes, json!({})).await;
    let said = |job: &Value| {
        let mut tags: Vec<_> = job["import"]["createdTags"].as_array().unwrap().iter().map(text).collect();
        tags.sort();
        (counts(job), job["import"]["entriesWithRemarks"].clone(), tags)
    };
    assert_eq!(said(&preview), said(&job), "{name}");
    let found = report(&ann, &job).await;
    let favorites = seen(&ann).await;
    service.end().await;
    (job, found, favorites)
}

fn remarks(report: &[Value]) -> Vec<String> {
    report.iter().flat_map(|entry| entry["remarks"].as_array().into_iter().flatten().map(text)).collect()
}

#[tokio::test]
async fn texts_in_any_encoding_are_read_and_the_job_names_the_encoding() {
    for (name, encoding, title, tags) in [
        ("gb18030-declared.html", "gb18030", "微信收藏：测试 – 标题", vec!["收藏", "読書"]),
        ("windows-1252.html", "windows-1252", "Äpfel – “süß”", vec!["Küche"]),
    ] {
        let (job, report, favorites) = imported(name, file(name)).await;
        assert_eq!(job["import"]["encoding"], encoding, "{name}");
        assert_eq!((counts(&job), remarks(&report)), ([1, 0, 0], vec![]), "{name}");
        let found: Vec<_> = favorites[0].tags.iter().map(String::as_str).collect();
        assert_eq!((favorites[0].title.as_str(), found), (title, tags), "{name}");
    }
}

#[tokio::test]
async fn a_comment_in_a_title_is_text() {
    let (job, report, favorites) = imported("comments", file("comment-two-titles.html")).await;
    assert_eq!((counts(&job), report), ([5, 0, 0], vec![]));
    let expected =
        ["HTML comments: the <!-- marker explained", "How --> closes one", "fifth", "second", "third"];
    assert_eq!(titles(&favorites), expected);
}

#[tokio::test]
async fn the_deepest_folders_that_fit_become_a_tag() {
    let (job, report, favorites) = imported("folders", file("long-folder-path.html")).await;
    assert_eq!((counts(&job), report), ([2, 0, 0], vec![]), "128 characters are enough for it");
    let whole = "Research and Reading/Computer Science/Programming Languages/Type Theory";
    assert_eq!(favorites[0].tags, [whole]);

    let long = ["a".repeat(60), "b".repeat(60), "c".repeat(60)];
    let open = long.each_ref().map(|name| format!("<DT><H3>{name}</H3><DL><p>\n")).concat();
    let bytes = netscape(&format!("{open}<DT><A HREF=\"https://example.com/\">Deep</A>\n</DL></DL></DL>\n"));
    let (job, report, favorites) = imported("deep folders", bytes.into_bytes()).await;
    assert_eq!((counts(&job), &job["import"]["entriesWithRemarks"]), ([1, 0, 0], &json!(1)));
    assert_eq!(favorites[0].tags, [format!("{}/{}", long[1], long[2])]);
    assert_eq!(report[0]["outcome"], "imported");
    assert!(remarks(&report)[0].starts_with("the path of the folder"), "{report:?}");
}

#[tokio::test]
async fn tags_that_fit_are_kept_and_those_that_differ_only_in_case_are_one() {
    let (job, report, favorites) = imported("tags", file("tags.html")).await;
    assert_eq!((counts(&job), report), ([7, 0, 0], vec![]));
    let tags = |title: &str| &favorites.iter().find(|favorite| favorite.title == title).unwrap().tags;
    assert_eq!((tags("25 tags").len(), tags("a tag of 80")[0].len()), (25, 80));
    assert_eq!(tags("case").len(), 1);
    for odd in [
        "a/b",
        "c:d",
        "e f",
        "spaced",
        "🎉",
        "C++",
        "c#",
        ".net",
        "\"q\"",
        "it's",
        "#hash",
        "-",
        "日本語",
        "Ärger",
    ] {
        assert!(tags("odd tags").iter().any(|tag| tag == odd), "{odd}: {:?}", tags("odd tags"));
    }
}

#[tokio::test]
async fn a_date_in_the_future_becomes_that_of_the_import() {
    let (job, report, favorites) = imported("dates", file("future-date.html")).await;
    assert_eq!((counts(&job), &job["import"]["entriesWithRemarks"]), ([2, 0, 0], &json!(1)));
    assert_eq!(favorites[0].time, text(&job["createTime"]), "{favorites:?}");
    let remark =
        "the date 2100-01-01T00:00:00.000Z lies in the future, so the favorite has the date of the import";
    assert_eq!(remarks(&report), [remark]);
    assert!(favorites[1].time.starts_with("2023-11-1"), "a time of WebKit: {favorites:?}");
}

#[tokio::test]
async fn control_characters_are_left_out_with_a_remark_and_a_blank_title_is_the_address() {
    let (job, report, favorites) = imported("control characters", file("control-characters.html")).await;
    assert_eq!(counts(&job), [5, 0, 0], "{report:?}");
    assert_eq!(titles(&favorites), ["bell title", "https://g.example/2", "ok", "tag ctrl", "tag nl"]);
    assert_eq!(
        (&favorites[3].tags, &favorites[4].tags),
        (&vec!["ab".to_owned()], &vec!["line break".to_owned()])
    );
    assert!(favorites[2].text.starts_with("esc "), "{favorites:?}");
    assert_eq!(remarks(&report).len(), 3, "{report:?}");
}

#[tokio::test]
async fn a_link_in_two_folders_has_both_tags() {
    let (job, _, favorites) = imported("two folders", file("google-two-folders.html")).await;
    assert_eq!(
        (counts(&job), &favorites[0].tags),
        ([1, 1, 0], &vec!["History".to_owned(), "Programming".to_owned()])
    );
    assert_eq!(favorites[0].time, "2009-12-15T22:01:09.588Z");
}

#[tokio::test]
async fn a_note_of_shaarli_is_a_note() {
    let (job, _, favorites) = imported("shaarli", file("shaarli-note.html")).await;
    assert_eq!((counts(&job), titles(&favorites)), ([2, 0, 0], vec!["Note: shopping", "link"]));
    assert_eq!((&*favorites[0].text, &*favorites[0].url), ("milk\neggs", ""));
    assert_eq!(favorites[0].tags, ["note", "todo"]);
}

#[tokio::test]
async fn files_of_more_services_are_imported() {
    for (name, format, expected) in [
        ("instapaper.html", "instapaper-html", vec!["one", "three", "two"]),
        ("omnivore.json", "omnivore", vec!["One"]),
        ("firefox.json", "firefox-json", vec!["One"]),
        ("plain.csv", "csv", vec!["One"]),
    ] {
        let (job, report, favorites) = imported(name, file(name)).await;
        assert_eq!((&job["import"]["format"], titles(&favorites)), (&json!(format), expected), "{report:?}");
    }
    let (_, _, favorites) = imported("plain.csv", file("plain.csv")).await;
    assert_eq!(
        (&*favorites[0].url, &favorites[0].tags),
        ("https://a.example/1", &vec!["a".to_owned(), "b".to_owned()])
    );
    let (_, _, favorites) = imported("omnivore.json", file("omnivore.json")).await;
    assert_eq!(
        (&*favorites[0].time, &favorites[0].tags),
        ("2023-12-17T10:03:12.079Z", &vec!["x".to_owned()])
    );
}

#[tokio::test]
async fn a_file_of_raindrop_is_read_with_all_its_dates() {
    let (job, report, favorites) = imported("raindrop", file("raindrop.csv")).await;
    assert_eq!((counts(&job), report), ([3, 0, 0], vec![]));
    assert_eq!(titles(&favorites), ["One, \"quoted\"", "Three", "Two"]);
    let times: Vec<_> = favorites.iter().map(|favorite| favorite.time.as_str()).collect();
    assert_eq!(times, ["2024-03-01T10:20:30.000Z", "2024-03-01T00:00:00.000Z", "1989-11-25T18:30:00.000Z"]);
    assert_eq!(favorites[2].tags, ["Tech/Rust/Async"]);
}

#[tokio::test]
async fn dates_of_raindrop_are_read_in_each_form() {
    let bytes = b"id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n\
        1,A,,,https://a.example/1,,,2024-03-01,,,false\n2,B,,,https://a.example/2,,,2023-11-14 22:13:20,,,false\n\
        3,C,,,https://a.example/3,,,soon,,,false\n";
    let (job, report, favorites) = imported("raindrop", bytes.to_vec()).await;
    assert_eq!(counts(&job), [3, 0, 0]);
    let times: Vec<_> = favorites.iter().map(|favorite| favorite.time.clone()).collect();
    assert_eq!(times, ["2024-03-01T00:00:00.000Z", "2023-11-14T22:13:20.000Z", &text(&job["createTime"])]);
    assert!(remarks(&report)[0].contains("\"soon\""), "{report:?}");
}

#[tokio::test]
async fn an_own_export_that_is_cut_at_a_line_imports_what_is_there() {
    let (service, ann, _) = service().await;
    let job = import_all(&ann, file("own-export-cut-at-a-line.jsonl"), json!({})).await;
    assert_eq!(job["counts"]["failed"], 0, "it is of the first version, which has no end: {job}");
    let job = import(&ann, file("own-export-bom.jsonl"), json!({})).await;
    assert_eq!((&job["state"], &job["import"]["format"]), (&json!("done"), &json!("jsonLines")), "{job}");
    service.end().await;
}

#[tokio::test]
async fn an_address_that_no_link_can_have_is_kept_in_a_note() {
    let long = format!("https://example.com/{}", "x".repeat(2_100));
    let bytes = netscape(&format!(
        "<DT><A HREF=\"{long}\" TAGS=\"Kept\">Long</A>\n<DD>My text\n<DT><A HREF=\"https://[oops/\">Broken</A>\n\
         <DT><A HREF=\"javascript:alert(1)\">Script</A>\n<DT><A HREF=\"https://example.com/\">{}</A>\n",
        "y".repeat(300)
    ));
    let (job, report, favorites) = imported("addresses", bytes.into_bytes()).await;
    assert_eq!((counts(&job), &job["import"]["entriesWithRemarks"]), ([3, 0, 1], &json!(3)), "{report:?}");
    assert_eq!(titles(&favorites)[..2], ["Broken", "Long"]);
    assert!(favorites[0].text.contains("https://[oops/"), "{favorites:?}");
    assert!(favorites[1].text.contains(&long) && favorites[1].text.contains("My text"), "{favorites:?}");
    assert_eq!((&favorites[1].tags, favorites[2].title.chars().count()), (&vec!["Kept".to_owned()], 256));
}

#[tokio::test]
async fn own_exports_of_every_format_find_their_duplicates() {
    let (service, ann, bob) = service().await;
    for data_type in ["image", "video", "music", "link", "note"] {
        ann.create(&favorites_tests::sample::favorite(data_type, &format!("My {data_type}"))).await;
    }
    for (format, there) in [("netscape", 4), ("csv", 5), ("csvGuarded", 5), ("jsonLines", 5)] {
        let (_, file) = export(&ann, format).await;
        let job = import_all(&ann, file.clone(), json!({})).await;
        assert_eq!(counts(&job), [0, there, 0], "{format}");
        let job = import_all(&bob, file, json!({})).await;
        let [created, known, failed] = counts(&job);
        assert_eq!((created + known, failed), (there, 0), "{format}");
    }
    let types: Vec<_> =
        bob.all("/favorites").await.iter().map(|favorite| text(&favorite["dataType"])).collect();
    for data_type in ["image", "video", "music", "link", "note"] {
        assert_eq!(types.iter().filter(|found| *found == data_type).count(), 1, "{types:?}");
    }
    service.end().await;
}

#[tokio::test]
async fn the_columns_of_a_csv_file_can_be_named() {
    let (service, ann, _) = service().await;
    let bytes = "Titel;Adresse;Wann\nRust;https://www.rust-lang.org/;2024-03-01\n";
    let columns = json!({ "url": "Adresse", "title": "Titel", "created": "Wann" });
    let job = import_all(&ann, bytes, json!({ "format": "csv", "columns": columns })).await;
    assert_eq!(counts(&job), [1, 0, 0]);
    let found = seen(&ann).await;
    assert_eq!((&*found[0].title, &*found[0].time), ("Rust", "2024-03-01T00:00:00.000Z"));
    let job = import(&ann, bytes, json!({ "format": "csv", "columns": { "url": "Link" } })).await;
    assert!(text(&job["reason"]).contains("no column \"Link\"; it has: "), "{job}");
    let body = json!({ "bytes": 1, "columns": { "address": "x", "url": 7 } });
    let faults = ann.post("/imports", &body).await.faults();
    assert!(faults["/columns/address"].contains("is not a field; use one of url, title"), "{faults:?}");
    assert_eq!(faults["/columns/url"], "must be text; a number was given");
    service.end().await;
}

#[tokio::test]
async fn tags_that_are_paths_are_folders_of_a_netscape_file() {
    let (service, ann, bob) = service().await;
    let link = |path: &str, tags: &[&str]| {
        json!({
            "dataType": "link", "title": path, "contentUrl": format!("https://example.com/{path}"), "tagNames": tags,
        })
    };
    let links =
        [link("a", &["Work/Rust", "Plain"]), link("b", &["Home"]), link("c", &["Work/Rust", "Work/Later"])];
    ann.post("/favorites/batch", &json!({ "favorites": links })).await.is(200);
    let (_, html) = export(&ann, "netscape").await;
    assert_eq!(
        (html.matches("<H3>Work</H3>").count(), html.matches("<H3>Rust</H3>").count()),
        (1, 1),
        "{html}"
    );
    assert!(html.contains("TAGS=\"Plain\"") && html.contains("TAGS=\"Home\""), "{html}");
    let (_, csv) = export(&ann, "csv").await;
    assert!(csv.starts_with('\u{feff}') && csv.contains(",Work/Later,Work/Rust,"), "{csv}");
    import_all(&bob, html, json!({})).await;
    assert_eq!(
        seen(&bob).await.iter().map(|one| one.tags.clone()).collect::<Vec<_>>(),
        seen(&ann).await.iter().map(|one| one.tags.clone()).collect::<Vec<_>>()
    );
    service.end().await;
}
