//! Imports and exports whose calls die.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{
    Client, ExportFormat, FileKey, ImportOptions, Job, JobRunner, JobState, JobWork, OnExisting, PageRequest,
    PageSize, TagName, UserId,
};
use favorites_local::{Running, files as local_files, with_files};
use favorites_tests::{Clock, faulty_client, files, lambda, pause_when};
use serde_json::json;
use single_table::testing::Faults;

use crate::import::links;

/// More time than any job here needs.
const LONG: Duration = Duration::from_mins(5);

/// A user without any functions of the service.
struct Desk {
    table: Running,
    favorites: Favorites,
    clock: Clock,
}

impl Desk {
    async fn open() -> Self {
        let table = lambda::start_table().await;
        let clock = Clock::start();
        let client = Client::new(&table.environment().sdk_config());
        let favorites = on(client, &table, &clock, "run-transfers");
        Self { table, favorites, clock }
    }

    /// Returns use cases with faults to set on their requests to the table.
    fn faulty(&self) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, "run-transfers");
        (on(client, &self.table, &self.clock, "run-transfers"), faults)
    }

    /// Begins an import of a file, and starts it.
    async fn import(&self, user: &UserId, file: &str, options: ImportOptions) -> Job {
        let creating = self.creating();
        let job = creating.begin_import(user, file.len() as u64, options, None).await.unwrap();
        let (link, _) = creating.upload_link(&job).unwrap().expect("it waits for its file");
        let upload = json!({ "import": { "upload": { "url": link.url.as_str(), "headers": { "content-length": file.len().to_string() } } } });
        files::upload(&upload, file.to_owned()).await;
        self.favorites.start_import(user, job.job_id).await.unwrap()
    }

    /// Lets a call of a job die when it has sent this number of requests, and finishes the job with others. Returns false if the
    /// job has fewer requests.
    async fn interrupted(&self, job: &Job, requests: usize) -> (Job, bool) {
        let (dying, faults) = self.faulty();
        let mut call = Box::pin(dying.run_transfer(&job.user_id, job.job_id, LONG));
        let dies = pause_when(&mut call, || faults.requests().len() >= requests).await.is_none();
        drop(call);
        self.clock.advance(JOB_HELD + Duration::from_secs(1));
        (self.finish(job).await, dies)
    }

    /// Returns the key of an import's file: that of another one of the user, with this job's id.
    async fn key(&self, job: &Job) -> FileKey {
        let other =
            self.creating().begin_import(&job.user_id, 1, ImportOptions::default(), None).await.unwrap();
        let (link, _) = self.creating().upload_link(&other).unwrap().expect("it waits for its file");
        let folder = link.url.path_segments().unwrap().rev().nth(1).unwrap().to_owned();
        FileKey::new(["imports", &folder, &job.job_id.to_string()]).unwrap()
    }

    async fn lose_file(&self, job: &Job) {
        let key = self.key(job).await;
        local_files(self.table.environment(), "run-transfers").delete(&key).await.unwrap();
    }

    /// Returns the use cases of the function that begins imports.
    fn creating(&self) -> Favorites {
        on(Client::new(&self.table.environment().sdk_config()), &self.table, &self.clock, "create-import")
    }

    async fn finish(&self, job: &Job) -> Job {
        let mut job = self.favorites.run_transfer(&job.user_id, job.job_id, LONG).await.unwrap();
        if job.state == JobState::Running {
            // A file that was complete when its call died is begun again.
            job = self.favorites.run_transfer(&job.user_id, job.job_id, LONG).await.unwrap();
        }
        assert_eq!(job.state, JobState::Done, "{job:?}");
        assert!(self.favorites.jobs_with_work(JobRunner::Transfers).await.unwrap().is_empty());
        job
    }

    /// Returns everything that a user has.
    async fn exported(&self, user: &UserId) -> String {
        let job = self.favorites.begin_export(user, ExportFormat::JsonLines, None).await.unwrap();
        self.file(&self.finish(&job).await).await
    }

    async fn file(&self, job: &Job) -> String {
        let reading =
            on(Client::new(&self.table.environment().sdk_config()), &self.table, &self.clock, "get-job");
        let (link, _) = reading.download_link(job).unwrap().expect("the job is done");
        files::download(&json!({ "export": { "download": { "url": link.url.as_str() } } })).await
    }

    async fn report(&self, job: &Job) -> usize {
        let mut page = PageRequest {
            order: favorites_api::favorites::Order::Ascending,
            size: PageSize::new(100).unwrap(),
            after: None,
        };
        let mut count = 0;
        loop {
            let found = self.favorites.import_report(&job.user_id, job.job_id, &page).await.unwrap();
            count += found.items.len();
            page.after = found.next;
            if page.after.is_none() {
                return count;
            }
        }
    }
}

fn on(client: Client, table: &Running, clock: &Clock, function: &str) -> Favorites {
    let clock = clock.clone();
    let favorites = Favorites::new(client, table.environment().table_name.clone());
    let favorites = favorites.with_clock(move || clock.now()).with_unlimited_imports();
    with_files(favorites, table.environment(), function)
}

fn user(name: &str) -> UserId {
    UserId::parse(name).unwrap()
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
    let page = PageRequest {
        order: favorites_api::favorites::Order::Ascending,
        size: PageSize::new(10).unwrap(),
        after: None,
    };
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
        job = desk.favorites.run_transfer(&ann, job.job_id, Duration::ZERO).await.unwrap();
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
    let failed = desk.favorites.run_transfer(&ann, job.job_id, LONG).await.unwrap();
    assert_eq!(failed.state, JobState::Failed);
    assert!(failed.reason.unwrap().contains("begin the import again"));
    desk.table.shutdown().await;
}

#[tokio::test]
async fn the_file_of_an_import_is_deleted_at_its_end() {
    let desk = Desk::open().await;
    let job = desk.import(&user("ann"), &links(3), ImportOptions::default()).await;
    let (files, key) = (local_files(desk.table.environment(), "run-transfers"), desk.key(&job).await);
    assert!(files.size(&key).await.unwrap().is_some());
    desk.finish(&job).await;
    assert_eq!(files.size(&key).await.unwrap(), None);
    desk.table.shutdown().await;
}
