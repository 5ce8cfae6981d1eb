//! Entries that repeat each other, and the tags that only they have.

use favorites_api::favorites::limits::{NAMED_TAGS, TAGS_PER_FAVORITE};
use serde_json::{Value, json};

use crate::account::{counts, import_all, report, service};
use crate::import::netscape;

fn link(path: &str, title: &str, tags: &str) -> String {
    format!("<DT><A HREF=\"https://example.com/{path}\" TAGS=\"{tags}\">{title}</A>\n")
}

fn names(tags: &[Value]) -> Vec<&str> {
    tags.iter().map(|tag| tag["tagName"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_link_in_two_folders_gets_both_tags_whether_they_are_in_one_step_or_not() {
    for between in [0, 250] {
        let (service, ann, _) = service().await;
        let others: String = (0..between).map(|number| link(&number.to_string(), "Other", "")).collect();
        let file =
            netscape(&format!("{}{others}{}", link("same", "First", "One"), link("same", "Second", "Two")));
        let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
        let job = import_all(&ann, file, json!({})).await;
        for job in [&preview, &job] {
            assert_eq!(counts(job), [between + 1, 1, 0]);
            assert_eq!(job["import"]["createdTags"], json!(["One", "Two"]));
        }
        let same = ann.all("/favorites").await.into_iter().find(|favorite| favorite["title"] == "First");
        assert_eq!(same.unwrap()["tagIds"].as_array().unwrap().len(), 2, "{between} entries between them");
        service.settle().await;
        service.end().await;
    }
}

#[tokio::test]
async fn an_entry_that_is_left_out_creates_no_tag() {
    let (service, ann, _) = service().await;
    let file = netscape(
        &(link("a", "A", "Deleted")
            + "<DT><A HREF=\"/shaare/x\" ADD_DATE=\"1500000000\" TAGS=\"Deleted\">Note</A>\n<DD>Milk\n"),
    );
    import_all(&ann, file.clone(), json!({})).await;
    let tag = ann.all("/tags").await.remove(0);
    ann.delete(&format!("/tags/{}", favorites_tests::tag_id(&tag))).await.is(204);
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let again = import_all(&ann, file.clone(), json!({})).await;
    for job in [preview, again] {
        assert_eq!((counts(&job), &job["import"]["createdTagCount"]), ([0, 2, 0], &json!(0)), "{job}");
    }
    service.end().await;
}

#[tokio::test]
async fn of_two_equal_links_the_first_is_kept_also_if_a_third_one_exists_already() {
    let (service, ann, _) = service().await;
    import_all(&ann, netscape(&link("b/old", "Old", "")), json!({})).await;
    let file =
        netscape(&(link("same", "First", "") + &link("same", "Second", "") + &link("b/old", "Again", "")));
    let preview = import_all(&ann, file.clone(), json!({ "dryRun": true })).await;
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!([counts(&preview), counts(&job)], [[1, 2, 0]; 2]);
    let places = |report: &[Value]| report.iter().map(|entry| entry["place"].clone()).collect::<Vec<_>>();
    assert_eq!(places(&report(&ann, &preview).await), places(&report(&ann, &job).await));
    let titles: Vec<_> =
        ann.all("/favorites").await.iter().map(|favorite| favorite["title"].clone()).collect();
    assert!(titles.contains(&json!("First")) && !titles.contains(&json!("Second")), "{titles:?}");

    let link = |path: &str, title: &str| {
        let url = format!("https://example.com/{path}");
        json!({ "dataType": "link", "title": title, "contentUrl": url })
    };
    let batch =
        json!({ "favorites": [link("other", "first"), link("other", "second"), link("b/old", "third")] });
    let results = ann.post("/favorites/batch", &batch).await.is(200)["results"].clone();
    assert_eq!(
        (&results[0]["outcome"], &results[1]["outcome"]),
        (&json!("created"), &json!("alreadyThere")),
        "{results}"
    );
    service.end().await;
}

#[tokio::test]
async fn a_batch_creates_no_tag_for_a_link_that_stays_as_it_is() {
    let (service, ann, _) = service().await;
    let with_tag = |path: &str, tag: &str| {
        json!({
            "dataType": "link", "title": "T", "contentUrl": format!("https://example.com/{path}"), "tagNames": [tag],
        })
    };
    ann.post("/favorites/batch", &json!({ "favorites": [with_tag("a", "One")] })).await.is(200);
    let batch = json!({ "favorites": [with_tag("a", "Ignored"), with_tag("b", "Two")] });
    let answer = ann.post("/favorites/batch", &batch).await.is(200);
    assert_eq!(names(answer["createdTags"].as_array().unwrap()), ["Two"]);
    assert_eq!(answer["results"][0]["ignored"], json!(["tagIds"]), "{answer}");
    let tags = ann.all("/tags").await;
    assert_eq!(names(&tags), ["One", "Two"]);
    let merged = ann
        .post("/favorites/batch?onExisting=merge", &json!({ "favorites": [with_tag("a", "Three")] }))
        .await;
    assert_eq!(names(merged.is(200)["createdTags"].as_array().unwrap()), ["Three"]);
    service.end().await;
}

#[tokio::test]
async fn the_tags_of_an_entry_that_exceed_its_favorite_are_left_out_with_a_remark() {
    let (service, ann, _) = service().await;
    let tags =
        |from: usize| (from..from + 20).map(|number| format!("t{number}")).collect::<Vec<_>>().join(",");
    let file = netscape(&(link("same", "First", &tags(0)) + &link("same", "Second", &tags(20))));
    let job = import_all(&ann, file, json!({})).await;
    assert_eq!((counts(&job), &job["import"]["entriesWithRemarks"]), ([1, 1, 0], &json!(1)));
    let report = report(&ann, &job).await;
    let remark = "a favorite has at most 30 tags; 40 were asked for, so the tags of the entry are left out";
    assert_eq!((&report[0]["outcome"], &report[0]["remarks"]), (&json!("duplicate"), &json!([remark])));
    service.end().await;
}

#[tokio::test]
async fn an_import_names_500_created_tags_and_counts_the_others() {
    let (service, ann, _) = service().await;
    let names: Vec<_> = (0..=NAMED_TAGS).map(|number| format!("t{number}")).collect();
    let links = names.chunks(TAGS_PER_FAVORITE).enumerate();
    let links: String =
        links.map(|(number, tags)| link(&number.to_string(), "Link", &tags.join(","))).collect();
    for dry_run in [true, false] {
        let job = import_all(&ann, netscape(&links), json!({ "dryRun": dry_run })).await;
        assert_eq!(job["import"]["createdTags"].as_array().unwrap().len(), NAMED_TAGS, "dryRun: {dry_run}");
        assert_eq!(job["import"]["createdTagCount"], NAMED_TAGS + 1, "dryRun: {dry_run}");
    }
    service.end().await;
}
