//! A table whose jobs are done by processes that can be killed.

use std::process::Stdio;
use std::time::{Duration, Instant};

use favorites_api::Favorites;
use favorites_api::favorites::limits::{ATTEMPTS, ERASURE_SETTLES, JOB_HELD};
use favorites_api::favorites::{
    Client, ExportFormat, ImportOptions, Job, JobState, PageSize, TagId, TagName, UserId,
};
use favorites_local::{Running, with_files};
use favorites_tests::{Clock, consistency, files, lambda};
use rand::RngExt as _;
use rand::rngs::ThreadRng;
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::{Child, Command};

/// More time than any job here needs.
pub(crate) const LONG: Duration = Duration::from_mins(5);

/// The most workers of a job. Each gets further than the one before, unless it is killed before its first step is done.
const MOST_WORKERS: usize = 200;

/// A table, the use cases with all rights, and what has happened so far.
pub(crate) struct Desk {
    pub(crate) table: Running,
    pub(crate) favorites: Favorites,
    /// The workers that were killed so far.
    pub(crate) kills: usize,
    /// The time that a worker took which was not killed.
    whole_life: Duration,
    /// The lives of the last job's workers, for the message of a failed test.
    pub(crate) story: Vec<String>,
    clock: Clock,
    random: ThreadRng,
    users: usize,
}

impl Desk {
    pub(crate) async fn open() -> Self {
        Self::at(lambda::start_table().await, Clock::start())
    }

    pub(crate) fn at(table: Running, clock: Clock) -> Self {
        let favorites = on(&table, &clock);
        Self {
            table,
            favorites,
            kills: 0,
            whole_life: Duration::ZERO,
            story: Vec::new(),
            clock,
            random: rand::rng(),
            users: 0,
        }
    }

    /// Returns a user who has nothing yet.
    pub(crate) fn user(&mut self) -> UserId {
        self.users += 1;
        UserId::parse(format!("user-{}-", self.users)).expect("it is an id")
    }

    pub(crate) async fn tag(&self, user: &UserId) -> TagId {
        let name = TagName::parse("Marked").expect("it is a name");
        self.favorites.create_tag(user, name, None).await.expect("it is created").tag_id
    }

    /// Begins the import of links with tags, on which nobody works yet.
    pub(crate) async fn begin_import(&self, user: &UserId, links: usize) -> Job {
        let link = |number| {
            json!({
                "href": format!("https://example.com/{number}"),
                "description": format!("Link {number}"),
                "time": "2020-01-01T00:00:00Z",
                "tags": format!("all t{}", number % 5),
            })
        };
        let file = (0..links).map(link).collect::<Value>().to_string();
        let begun =
            self.favorites.begin_import(user, file.len() as u64, ImportOptions::default(), None).await;
        let job = begun.expect("it can begin");
        let link = self.favorites.upload_link(&job).expect("there is a bucket");
        let (link, _) = link.expect("the import waits for its file");
        let headers = json!({ "content-length": file.len().to_string() });
        let upload = json!({ "import": { "upload": { "url": link.url.as_str(), "headers": headers } } });
        files::upload(&upload, file).await;
        self.favorites.start_import(user, job.job_id).await.expect("it can start")
    }

    /// Imports links.
    pub(crate) async fn import(&self, user: &UserId, links: usize) -> Job {
        let job = self.begin_import(user, links).await;
        self.finish(&job).await
    }

    /// Returns everything that a user has.
    pub(crate) async fn exported(&self, user: &UserId) -> String {
        let begun = self.favorites.begin_export(user, ExportFormat::JsonLines, None).await;
        let job = self.finish(&begun.expect("it can begin")).await;
        self.file(&job).await
    }

    /// Returns the file of an export that is done.
    pub(crate) async fn file(&self, job: &Job) -> String {
        let (link, _) =
            self.favorites.download_link(job).expect("there is a bucket").expect("the job is done");
        files::download(&json!({ "export": { "download": { "url": link.url.as_str() } } })).await
    }

    /// Works on an import or export to its end, in this process.
    async fn finish(&self, job: &Job) -> Job {
        let job = self.favorites.run_job(&job.user_id, job.job_id, LONG).await.expect("the table answers");
        assert_eq!(job.state, JobState::Done, "{job:?}");
        job
    }

    /// Has a worker work on a job until it can't go on, and notes the time that it takes.
    pub(crate) async fn whole(&mut self, job: &Job) -> Job {
        let mut worker = self.start_worker(job).await;
        let start = Instant::now();
        let status = worker.wait().await.expect("it is a child");
        assert!(status.success(), "{status}");
        self.whole_life = start.elapsed();
        self.favorites.job(&job.user_id, job.job_id).await.expect("the table answers")
    }

    /// Has workers work on a job until it is done, and kills most of them at random points.
    pub(crate) async fn killed(&mut self, job: &Job) -> Job {
        self.story.clear();
        for number in 1..=MOST_WORKERS {
            // A job fails after too many attempts without progress, so a worker in between is not killed.
            let is_spared = number % ATTEMPTS == 0;
            let life = self.random.random_range(Duration::ZERO..self.whole_life);
            let life = if is_spared { LONG } else { life };
            let mut worker = self.start_worker(job).await;
            if let Ok(ended) = tokio::time::timeout(life, worker.wait()).await {
                let status = ended.expect("it is a child");
                assert!(status.success(), "{status} {:?}", self.story);
                self.story.push("ended".to_owned());
                self.clock.advance(ERASURE_SETTLES);
            } else {
                worker.kill().await.expect("it is a child");
                self.kills += 1;
                self.story.push(format!("{life:?}"));
                self.clock.advance(JOB_HELD + Duration::from_secs(1));
            }
            let job = self.favorites.job(&job.user_id, job.job_id).await.expect("the table answers");
            if job.state != JobState::Running {
                assert_eq!(job.state, JobState::Done, "{job:?} {:?}", self.story);
                return job;
            }
        }
        panic!("the job has no end: {:?}", self.story);
    }

    /// Starts a worker with the role of the function `worker`, and waits until it begins.
    async fn start_worker(&self, job: &Job) -> Child {
        let now = self.clock.now().as_unix_millis().to_string();
        let mut worker = Command::new(env!("CARGO_BIN_EXE_job-worker"))
            .args([&now, job.user_id.as_str(), &job.job_id.to_string()])
            .envs(lambda::variables(self.table.environment(), "worker"))
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the worker starts");
        let mut lines = BufReader::new(worker.stdout.take().expect("its output is piped")).lines();
        let line = lines.next_line().await.expect("its output is text");
        assert_eq!(line.as_deref(), Some("works"));
        worker
    }

    /// Returns the items that mention a user.
    pub(crate) async fn items_of(&self, user: &UserId) -> Vec<Value> {
        let mut items = self.items().await;
        items.retain(|item| item.to_string().contains(user.as_str()));
        items
    }

    pub(crate) async fn items(&self) -> Vec<Value> {
        let environment = self.table.environment();
        consistency::scan(&Client::new(&environment.sdk_config()), &environment.table_name).await
    }

    /// Checks that nothing is half written, and ends.
    pub(crate) async fn check(self) {
        assert_eq!(consistency::faults_beside_counts(&self.items().await), Vec::<String>::new());
        self.table.shutdown().await;
    }
}

/// Returns the use cases on the table, with all rights.
fn on(table: &Running, clock: &Clock) -> Favorites {
    let (environment, clock) = (table.environment(), clock.clone());
    let favorites = Favorites::new(Client::new(&environment.sdk_config()), environment.table_name.clone())
        .with_clock(move || clock.now())
        .with_unlimited_jobs()
        .with_job_step(PageSize::new(5).expect("it is a size"));
    with_files(favorites, environment, environment.credentials.access_key_id())
}
