//! Imports and exports whose calls die.

use std::collections::BTreeSet;
use std::time::Duration;

use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{
    Client, ExportFormat, ImportOptions, Job, JobState, JobWork, OnExisting, Order, PageRequest, PageSize,
    TagId, TagName, TagSort, UserId,
};
use favorites_local::files as local_files;
use favorites_tests::{consistency, files, pause_when};
use serde_json::Value;

use crate::desk::{Desk, LONG, user};
use crate::import::links;
use crate::preview::notes;

#[tokio::test]
async fn a_preview_that_dies_at_any_request_finds_all_repeated_entries() {
    let desk = Desk::open().await;
    // Two steps. The second one repeats two entries of the first one, and one of its own.
    let texts: Vec<_> = (0..210).map(|number| format!("Note {number}")).collect();
    let mut texts: Vec<_> = texts.iter().map(String::as_str).collect();
    texts.extend(["Note 0", "Note 150", "Note 209"]);
    let file = notes(&texts);
    let options = || ImportOptions { dry_run: true, ..ImportOptions::default() };
    let mut deaths = 0;
    for requests in 1.. {
        let job = desk.import(&user("ann"), &file, options()).await;
        let (job, dies) = desk.interrupted(&job, requests).await;
        let counts = (job.counts.changed, job.counts.unchanged, job.counts.failed);
        assert_eq!(counts, (210, 3, 0), "after {requests} requests");
        deaths += u32::from(dies);
        if !dies {
            break;
        }
    }
    assert!(deaths >= 4, "{deaths}");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_link_that_is_deleted_before_its_step_is_repeated_stays_in_the_trash() {
    let desk = Desk::open().await;
    let mut deleted = 0;
    for requests in 1.. {
        let ann = user(&format!("ann-{requests}"));
        let job = desk.import(&ann, &links(3), ImportOptions::default()).await;
        let (dying, faults) = desk.faulty();
        let mut call = Box::pin(dying.run_job(&ann, job.job_id, LONG));
        let dies = pause_when(&mut call, || faults.requests().len() >= requests).await.is_none();
        drop(call);
        if !dies {
            break;
        }
        let page = PageRequest { order: Order::Ascending, size: PageSize::new(10).unwrap(), after: None };
        for favorite in desk.favorites.list_favorites(&ann, None, &page).await.unwrap().items {
            desk.favorites.delete_favorite(&ann, favorite.data_id, None).await.unwrap();
            deleted += 1;
        }
        desk.clock.advance(JOB_HELD + Duration::from_secs(1));
        if desk.favorites.job(&ann, job.job_id).await.unwrap().state == JobState::Running {
            let job = desk.finish(&job).await;
            assert_eq!(job.counts.changed, 3, "after {requests} requests");
        }
        let environment = desk.table.environment();
        let client = Client::new(&environment.sdk_config());
        let items = consistency::scan(&client, &environment.table_name).await;
        assert_eq!(
            consistency::faults_beside_counts(&items),
            Vec::<String>::new(),
            "after {requests} requests"
        );
    }
    assert!(deleted >= 6, "{deleted}");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn an_import_that_dies_at_any_request_ends_like_one_that_does_not() {
    let desk = Desk::open().await;
    // Two steps, with a duplicate and an entry that can't be a favorite in each.
    let bad = "<DT><A HREF=\"javascript:x\">Script</A>\n<DT><A HREF=\"https://example.com/0\">Again</A>\n";
    let file = links(230).replace("</DL><p>\n", &format!("{bad}</DL><p>\n"));
    let options = || ImportOptions {
        on_existing: OnExisting::Merge,
        tag_names: vec![TagName::parse("Imported").unwrap()],
        ..ImportOptions::default()
    };
    let whole = desk.import(&user("whole"), &file, options()).await;
    let whole = desk.finish(&whole).await;
    assert_eq!((whole.counts.changed, whole.counts.unchanged, whole.counts.failed), (230, 1, 1));
    let expected = files::comparable_export(&desk.exported(&user("whole")).await);
    let mut deaths = 0;
    for requests in (1..).step_by(7) {
        let ann = user(&format!("ann-{requests}"));
        let job = desk.import(&ann, &file, options()).await;
        let (job, dies) = desk.interrupted(&job, requests).await;
        assert_eq!(job.counts, whole.counts, "after {requests} requests");
        assert_eq!(
            files::comparable_export(&desk.exported(&ann).await),
            expected,
            "after {requests} requests"
        );
        assert_eq!(desk.report(&job).await, 2, "after {requests} requests");
        let (JobWork::Import(import), JobWork::Import(first)) = (&job.work, &whole.work) else {
            panic!("{job:?}")
        };
        assert_eq!(import.created_tag_count, first.created_tag_count, "after {requests} requests");
        deaths += u32::from(dies);
        if !dies {
            break;
        }
    }
    assert!(deaths >= 4, "{deaths}");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn an_import_of_an_export_that_dies_at_any_request_ends_like_one_that_does_not() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let job = desk.import(&ann, &links(60), ImportOptions::default()).await;
    desk.finish(&job).await;
    let page = PageRequest { order: Order::Ascending, size: PageSize::new(10).unwrap(), after: None };
    for favorite in desk.favorites.list_favorites(&ann, None, &page).await.unwrap().items {
        desk.favorites.delete_favorite(&ann, favorite.data_id, None).await.unwrap();
    }
    let file = desk.exported(&ann).await;
    let mut deaths = 0;
    for requests in (1..).step_by(3) {
        let bob = user(&format!("bob-{requests}"));
        let job = desk.import(&bob, &file, ImportOptions::default()).await;
        let (job, dies) = desk.interrupted(&job, requests).await;
        assert_eq!((job.counts.changed, job.counts.unchanged), (60, 0), "after {requests} requests");
        assert_eq!(desk.exported(&bob).await, file, "after {requests} requests");
        let JobWork::Import(import) = &job.work else { panic!("{job:?}") };
        assert_eq!(import.created_tag_count, 7, "after {requests} requests");
        deaths += u32::from(dies);
        if !dies {
            break;
        }
    }
    assert!(deaths >= 10, "{deaths}");
    desk.table.shutdown().await;
}

#[tokio::test]
async fn an_export_that_dies_at_any_request_ends_like_one_that_does_not() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let job = desk.import(&ann, &links(60), ImportOptions::default()).await;
    desk.finish(&job).await;
    for format in ExportFormat::ALL {
        let whole = desk.favorites.begin_export(&ann, format, None).await.unwrap();
        let whole = desk.finish(&whole).await;
        let expected = desk.file(&whole).await;
        let mut deaths = 0;
        for requests in 1.. {
            let job = desk.favorites.begin_export(&ann, format, None).await.unwrap();
            let (job, dies) = desk.interrupted(&job, requests).await;
            assert_eq!(desk.file(&job).await, expected, "{format:?} after {requests} requests");
            let written = |job: &Job| match &job.work {
                JobWork::Export(export) => export.written,
                other => panic!("{other:?}"),
            };
            assert_eq!(written(&job), written(&whole));
            deaths += u32::from(dies);
            if !dies {
                break;
            }
        }
        assert!(deaths >= 4, "{format:?}: {deaths}");
    }
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_call_without_time_saves_its_place_and_lets_the_next_one_go_on() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let mut job = desk.import(&ann, &links(450), ImportOptions::default()).await;
    let mut calls = 0;
    while job.state == JobState::Running {
        job = desk.favorites.run_job(&ann, job.job_id, Duration::ZERO).await.unwrap();
        calls += 1;
        assert!(calls < 10, "{job:?}");
    }
    assert_eq!((job.state, job.counts.changed, calls), (JobState::Done, 450, 4));
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_file_that_is_gone_ends_the_import_with_the_reason() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let job = desk.import(&ann, &links(3), ImportOptions::default()).await;
    desk.lose_file(&job).await;
    let failed = desk.favorites.run_job(&ann, job.job_id, LONG).await.unwrap();
    assert_eq!(failed.state, JobState::Failed);
    assert!(failed.reason.unwrap().contains("begin the import again"));
    desk.table.shutdown().await;
}

#[tokio::test]
async fn the_file_of_an_import_is_deleted_at_its_end() {
    let desk = Desk::open().await;
    let job = desk.import(&user("ann"), &links(3), ImportOptions::default()).await;
    let (files, key) = (local_files(desk.table.environment(), "worker"), desk.key(&job).await);
    assert!(files.size(&key).await.unwrap().is_some());
    desk.finish(&job).await;
    assert_eq!(files.size(&key).await.unwrap(), None);
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_tag_that_the_user_deletes_during_an_import_is_left_out() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let job = desk.import(&ann, &links(60), ImportOptions::default()).await;
    desk.finish(&job).await;
    let export = desk.exported(&ann).await;
    for (kind, file) in [("links", links(60)), ("export", export)] {
        for on_existing in [OnExisting::Keep, OnExisting::Merge] {
            let mut deleted = 0;
            for requests in (5..125).step_by(6) {
                let bob = user(&format!("bob-{kind}-{}-{requests}", on_existing.as_str()));
                if on_existing == OnExisting::Merge {
                    let first = desk.import(&bob, &links(60), ImportOptions::default()).await;
                    desk.finish(&first).await;
                }
                let options = ImportOptions { on_existing, ..ImportOptions::default() };
                let job = desk.import(&bob, &file, options).await;
                let (working, faults) = desk.faulty();
                let mut call = Box::pin(working.run_job(&bob, job.job_id, LONG));
                let place = format!("{kind} with {on_existing:?} after {requests} requests");
                if pause_when(&mut call, || faults.requests().len() >= requests).await.is_some() {
                    break;
                }
                let tag = desk.tag(&bob, "t3").await;
                if let Some(tag_id) = tag {
                    desk.favorites.delete_tag(&bob, tag_id, None).await.unwrap();
                    deleted += 1;
                }
                let job = call.await.unwrap();
                assert_eq!((job.state, job.counts.failed), (JobState::Done, 0), "{place}: {job:?}");
                assert_eq!(job.counts.changed + job.counts.unchanged, 60, "{place}");
                assert_eq!(desk.tag(&bob, "t3").await.is_none(), tag.is_some(), "{place}");
            }
            assert!(deleted >= 2, "{kind} with {on_existing:?}: {deleted}");
        }
    }
    desk.table.shutdown().await;
}

#[tokio::test]
async fn a_tag_that_the_user_deletes_between_two_calls_of_an_import_is_not_created_again() {
    let desk = Desk::open().await;
    let ann = user("ann");
    let options =
        ImportOptions { tag_names: vec![TagName::parse("All").unwrap()], ..ImportOptions::default() };
    let job = desk.import(&ann, &links(250), options).await;
    desk.favorites.run_job(&ann, job.job_id, Duration::ZERO).await.unwrap();
    for name in ["All", "t3"] {
        let tag_id = desk.tag(&ann, name).await.expect("it is created");
        desk.favorites.delete_tag(&ann, tag_id, None).await.unwrap();
    }
    let job = desk.finish(&job).await;
    assert_eq!((job.counts.changed, job.counts.failed), (250, 0), "{job:?}");
    for (name, exists) in [("All", false), ("t3", false), ("t4", true)] {
        assert_eq!(desk.tag(&ann, name).await.is_some(), exists, "{name}");
    }
    desk.table.shutdown().await;
}

#[tokio::test]
async fn entries_get_a_tag_that_the_user_renames_between_two_calls_of_an_import() {
    let desk = Desk::open().await;
    let [ann, bob, cem] = ["ann", "bob", "cem"].map(user);
    let imported = desk.import(&bob, &links(250), ImportOptions::default()).await;
    desk.finish(&imported).await;
    let export = desk.exported(&bob).await;
    // A user who has a tag with the name of the file's tag.
    let t3 = TagName::parse("t3").unwrap();
    desk.favorites.create_tag(&cem, t3, None).await.unwrap();
    for (user, file) in [(ann, links(250)), (cem, export)] {
        let options =
            ImportOptions { tag_names: vec![TagName::parse("All").unwrap()], ..ImportOptions::default() };
        let job = desk.import(&user, &file, options).await;
        desk.favorites.run_job(&user, job.job_id, Duration::ZERO).await.unwrap();
        for (name, new) in [("All", ["Each", "Every"]), ("t3", ["Third", "Drei"])] {
            let tag_id = desk.tag(&user, name).await.expect("it is created");
            for new in new {
                let new = TagName::parse(new).unwrap();
                desk.favorites.rename_tag(&user, tag_id, None, new).await.unwrap();
            }
        }
        let job = desk.finish(&job).await;
        assert_eq!((job.counts.changed, job.counts.failed), (250, 0), "{job:?}");
        for (name, favorites) in [("All", None), ("t3", None), ("Every", Some(250)), ("Drei", Some(36))] {
            let tag_id = desk.tag(&user, name).await;
            let export = desk.exported(&user).await;
            let with = |tag: TagId| export.lines().filter(|line| line.contains(&tag.to_string())).count() - 1;
            assert_eq!(tag_id.map(with), favorites, "{name}");
        }
    }
    desk.table.shutdown().await;
}

impl Desk {
    /// Returns the id of the tag with this name.
    async fn tag(&self, user: &UserId, name: &str) -> Option<TagId> {
        let tags = self.favorites.list_tags(user, TagSort::TagName, &first_page()).await.unwrap().items;
        tags.into_iter().find(|tag| tag.tag.tag_name.as_str() == name).map(|tag| tag.tag.tag_id)
    }
}

fn first_page() -> PageRequest {
    PageRequest { order: Order::Ascending, size: PageSize::new(100).unwrap(), after: None }
}

/// Asserts that each tag of a favorite has its line before the favorite. Returns true if a favorite has a tag
/// with this id.
fn tags_come_first(file: &str, tag_id: &str) -> bool {
    let (mut written, mut has_tag) = (BTreeSet::new(), false);
    for line in file.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        written.extend(line["tag"]["tagId"].as_str().map(str::to_owned));
        let favorite =
            if line["trashed"].is_null() { &line["favorite"] } else { &line["trashed"]["favorite"] };
        for tag in favorite["tagIds"].as_array().into_iter().flatten() {
            assert!(written.contains(tag.as_str().unwrap()), "{tag} has no line before {line}");
            has_tag |= tag == tag_id;
        }
    }
    has_tag
}

#[tokio::test]
async fn an_export_has_what_is_restored_and_the_tags_that_are_created_at_any_of_its_requests() {
    let desk = Desk::open().await;
    let mut with_new_tag = 0;
    for requests in 1.. {
        let ann = user(&format!("ann-{requests}"));
        let job = desk.import(&ann, &links(3), ImportOptions::default()).await;
        desk.finish(&job).await;
        let links = desk.favorites.list_favorites(&ann, None, &first_page()).await.unwrap().items;
        let [first, .., last] = links.as_slice() else { panic!("three links") };
        desk.favorites.delete_favorite(&ann, first.data_id, None).await.unwrap();
        let job = desk.favorites.begin_export(&ann, ExportFormat::JsonLines, None).await.unwrap();
        let (working, faults) = desk.faulty();
        let mut call = Box::pin(working.run_job(&ann, job.job_id, LONG));
        let is_over = pause_when(&mut call, || faults.requests().len() >= requests).await.is_some();
        if is_over {
            break;
        }
        desk.favorites.restore_favorite(&ann, first.data_id, None).await.unwrap();
        let tag = desk.favorites.create_tag(&ann, TagName::parse("New").unwrap(), None).await.unwrap();
        desk.favorites.tag_favorite(&ann, last.data_id, None, tag.tag_id).await.unwrap();
        let file = desk.file(&call.await.unwrap()).await;
        for link in &links {
            let id = link.data_id.to_string();
            assert!(file.contains(&id), "{id} is missing after {requests} requests: {file}");
        }
        with_new_tag += u32::from(tags_come_first(&file, &tag.tag_id.to_string()));
    }
    assert!(with_new_tag >= 1);
    desk.table.shutdown().await;
}
