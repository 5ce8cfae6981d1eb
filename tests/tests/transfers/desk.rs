//! A table whose imports and exports the tests do themselves, with calls that die.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{
    Client, ExportFormat, FileKey, ImportOptions, Job, JobState, Meter, Order, PageRequest, PageSize, UserId,
};
use favorites_local::{Running, files as local_files, with_files};
use favorites_tests::{Clock, faulty_client, files, lambda, pause_when};
use serde_json::json;
use single_table::testing::Faults;

/// More time than any job here needs.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// A user without any functions of the service.
pub(crate) struct Desk {
    pub(crate) table: Running,
    pub(crate) favorites: Favorites,
    pub(crate) clock: Clock,
}

impl Desk {
    pub(crate) async fn open() -> Self {
        let table = lambda::start_table().await;
        let clock = Clock::start();
        let client = Client::new(&table.environment().sdk_config());
        let favorites = on(client, &table, &clock, "worker");
        Self { table, favorites, clock }
    }

    /// Returns use cases with faults to set on their requests to the table.
    pub(crate) fn faulty(&self) -> (Favorites, Faults) {
        let (client, faults) = faulty_client(&self.table, "worker");
        (on(client, &self.table, &self.clock, "worker"), faults)
    }

    /// Returns the worker's use cases with the pace that jobs have on AWS, and a meter of their requests.
    pub(crate) fn with_pace(&self) -> (Favorites, Meter) {
        let (environment, clock, meter) = (self.table.environment(), self.clock.clone(), Meter::new());
        let client = Client::new(&environment.sdk_config());
        let favorites = Favorites::new(client, environment.table_name.clone()).with_meter(meter.clone());
        (with_files(favorites.with_clock(move || clock.now()), environment, "worker"), meter)
    }

    /// Begins an import of a file, and starts it.
    pub(crate) async fn import(&self, user: &UserId, file: &str, options: ImportOptions) -> Job {
        let creating = self.creating();
        let job = creating.begin_import(user, file.len() as u64, options, None).await.unwrap();
        let (link, _) = creating.upload_link(&job).unwrap().expect("it waits for its file");
        let upload = json!({ "import": { "upload": { "url": link.url.as_str(), "headers": { "content-length": file.len().to_string() } } } });
        files::upload(&upload, file.to_owned()).await;
        self.favorites.start_import(user, job.job_id).await.unwrap()
    }

    /// Lets a call of a job die when it has sent this number of requests, and finishes the job with others. Returns false if the
    /// job has fewer requests.
    pub(crate) async fn interrupted(&self, job: &Job, requests: usize) -> (Job, bool) {
        let (dying, faults) = self.faulty();
        let mut call = Box::pin(dying.run_job(&job.user_id, job.job_id, LONG));
        let dies = pause_when(&mut call, || faults.requests().len() >= requests).await.is_none();
        drop(call);
        self.clock.advance(JOB_HELD + Duration::from_secs(1));
        (self.finish(job).await, dies)
    }

    /// Returns the key of an import's file: that of another one of the user, with this job's id.
    pub(crate) async fn key(&self, job: &Job) -> FileKey {
        let other =
            self.creating().begin_import(&job.user_id, 1, ImportOptions::default(), None).await.unwrap();
        let (link, _) = self.creating().upload_link(&other).unwrap().expect("it waits for its file");
        let folder = link.url.path_segments().unwrap().rev().nth(1).unwrap().to_owned();
        FileKey::new(["imports", &folder, &job.job_id.to_string()]).unwrap()
    }

    pub(crate) async fn lose_file(&self, job: &Job) {
        let key = self.key(job).await;
        local_files(self.table.environment(), "worker").delete(&key).await.unwrap();
    }

    /// Returns the use cases of the function that begins imports.
    pub(crate) fn creating(&self) -> Favorites {
        on(Client::new(&self.table.environment().sdk_config()), &self.table, &self.clock, "create-import")
    }

    pub(crate) async fn finish(&self, job: &Job) -> Job {
        let mut job = self.favorites.run_job(&job.user_id, job.job_id, LONG).await.unwrap();
        if job.state == JobState::Running {
            // A file that was complete when its call died is begun again.
            job = self.favorites.run_job(&job.user_id, job.job_id, LONG).await.unwrap();
        }
        assert_eq!(job.state, JobState::Done, "{job:?}");
        let left = self.favorites.jobs_with_work(&job.user_id).await.unwrap();
        assert!(!left.contains_key(&job.job_id), "{left:?}");
        job
    }

    /// Returns everything that a user has.
    pub(crate) async fn exported(&self, user: &UserId) -> String {
        let job = self.favorites.begin_export(user, ExportFormat::JsonLines, None).await.unwrap();
        self.file(&self.finish(&job).await).await
    }

    pub(crate) async fn file(&self, job: &Job) -> String {
        let reading =
            on(Client::new(&self.table.environment().sdk_config()), &self.table, &self.clock, "get-job");
        let (link, _) = reading.download_link(job).unwrap().expect("the job is done");
        files::download(&json!({ "export": { "download": { "url": link.url.as_str() } } })).await
    }

    pub(crate) async fn report(&self, job: &Job) -> usize {
        let mut page =
            PageRequest { order: Order::Ascending, size: PageSize::new(100).unwrap(), after: None };
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
    let favorites = favorites.with_clock(move || clock.now()).with_unlimited_jobs();
    with_files(favorites, table.environment(), function)
}

pub(crate) fn user(name: &str) -> UserId {
    UserId::parse(name).unwrap()
}
