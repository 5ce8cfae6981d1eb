//! The program under test, with a client.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{fs, io};

use anyhow::{Context as _, ensure};
use favorites_tests::figures::{median, peak_memory_of};
use favorites_tests::files::upload;
use favorites_tests::program::{Api, Program};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;
use reqwest::Method;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::bookmarks::netscape;

const PROGRAM: &str = env!("CARGO_BIN_EXE_favorites-local-under-test");

/// The time between two lists, and the number of lists that give the usual time.
const LIST_EVERY: Duration = Duration::from_millis(50);
const USUAL_LISTS: usize = 100;

/// The time after which the deferred work of a request is done, and the pause between requests of which none
/// finds another's work.
const DEFERRED: Duration = Duration::from_secs(2);

/// The time between two looks at a count that the consumer keeps, and the longest wait for it.
const LOOK_EVERY: Duration = Duration::from_millis(200);
const PATIENCE: Duration = Duration::from_mins(5);

pub(crate) struct Stage {
    // The program is dropped first, because it works in the folder.
    program: Program,
    folder: TempDir,
    api: Api,
    created: usize,
}

/// The figures of an import.
pub(crate) struct Import {
    /// The time from the start of the job to its end.
    pub(crate) time: Duration,
    /// The time from the start of the job until the counts have all favorites.
    pub(crate) caught_up: Duration,
    /// The median time of a list meanwhile.
    pub(crate) list: Duration,
}

impl Stage {
    /// Starts the program without data.
    pub(crate) fn set() -> io::Result<Self> {
        let folder = tempfile::tempdir()?;
        let program = Program::start(PROGRAM, folder.path());
        let api = program.api();
        Ok(Self { program, folder, api, created: 0 })
    }

    /// Creates links one after the other. Returns the median time of one.
    pub(crate) async fn create(&mut self, name: &str, count: usize) -> anyhow::Result<Duration> {
        let mut times = Vec::new();
        for number in 0..count {
            let url = format!("https://example.org/{name}/{number}");
            let title = format!("{name} {number}");
            let favorite = json!({"dataType": "link", "title": title, "contentUrl": url, "content": {}});
            let begin = Instant::now();
            self.call(Method::POST, "/favorites", Some(&favorite), 201).await?;
            times.push(begin.elapsed());
        }
        self.created += count;
        Ok(median(times))
    }

    /// Creates links with a pause after each, and the same number without. Returns the ratio of the processor
    /// time of the two, with the deferred work.
    pub(crate) async fn cost_of_pauses(&mut self, count: usize) -> anyhow::Result<f64> {
        let mut times = Vec::new();
        for (name, pauses) in [("paused", count), ("one", 1)] {
            tokio::time::sleep(DEFERRED).await;
            let before = self.processor_time()?;
            for pause in 0..pauses {
                self.create(&format!("{name}/{pause}"), count / pauses).await?;
                tokio::time::sleep(DEFERRED).await;
            }
            times.push(self.processor_time()?.saturating_sub(before).as_secs_f64());
        }
        Ok(times[0] / times[1])
    }

    /// Imports a file of this many bookmarks, and lists favorites meanwhile.
    pub(crate) async fn import(&mut self, bookmarks: usize) -> anyhow::Result<Import> {
        let file = netscape(bookmarks);
        let job = self.call(Method::POST, "/imports", Some(&json!({"bytes": file.len()})), 201).await?;
        upload(&job, file).await;
        let ended = AtomicBool::new(false);
        let begin = Instant::now();
        let (job, lists) = tokio::join!(
            async {
                let job = self.finish(job).await;
                ended.store(true, Ordering::Relaxed);
                job.map(|job| (job, begin.elapsed()))
            },
            self.list_until(|_| ended.load(Ordering::Relaxed)),
        );
        let (job, time) = job?;
        ensure!(job["counts"]["changed"] == bookmarks, "the import skipped bookmarks: {job}");
        self.created += bookmarks;
        self.catch_up().await?;
        Ok(Import { time, caught_up: begin.elapsed(), list: median(lists?) })
    }

    /// Waits until the counts have all favorites.
    async fn catch_up(&self) -> anyhow::Result<()> {
        let begin = Instant::now();
        loop {
            let account = self.call(Method::GET, "/account", None, 200).await?;
            if account["usage"]["favorites"]["total"] == self.created {
                return Ok(());
            }
            ensure!(begin.elapsed() < PATIENCE, "still not {} favorites: {account}", self.created);
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }

    /// Returns the most memory that the program had at a time, in MB.
    pub(crate) fn peak_memory(&self) -> io::Result<u64> {
        peak_memory_of(self.program.id())
    }

    /// Returns the median time of a list if there are no other requests.
    pub(crate) async fn usual_list(&self) -> anyhow::Result<Duration> {
        self.list_until(|lists| lists == USUAL_LISTS).await.map(median)
    }

    /// Returns the time of an export in this format.
    pub(crate) async fn export(&self, format: &str) -> anyhow::Result<Duration> {
        let begin = Instant::now();
        let job = self.call(Method::POST, "/exports", Some(&json!({"format": format})), 202).await?;
        self.finish(job).await?;
        Ok(begin.elapsed())
    }

    /// Kills the program and starts it again. Returns the time until it is ready.
    pub(crate) fn start_again(&mut self) -> Duration {
        self.program.kill();
        let begin = Instant::now();
        self.program = Program::start(PROGRAM, self.folder.path());
        self.api = self.program.api();
        begin.elapsed()
    }

    /// Reconciles all users with the program's command.
    pub(crate) fn reconcile(&self) -> anyhow::Result<()> {
        let mut command = Command::new(PROGRAM);
        command.args(["reconcile", "--all", "--endpoint", &self.program.dynamodb_endpoint(), "--data-dir"]);
        let status = command.arg(self.folder.path()).stdout(Stdio::null()).status()?;
        ensure!(status.success(), "the reconciliation failed: {status}");
        Ok(())
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn api(&self) -> &Api {
        &self.api
    }

    /// Moves the favorites with a frequent word to the trash. Returns their number and the time of the job.
    pub(crate) async fn delete(&self) -> anyhow::Result<(u64, Duration)> {
        let action = json!({"action": "delete", "select": {"q": "river"}});
        let begin = Instant::now();
        let mut job = self.call(Method::POST, "/favorites/actions", Some(&action), 202).await?;
        let path = format!("/jobs/{}", job["jobId"].as_str().context("a job has an id")?);
        while job["state"] != "done" {
            ensure!(begin.elapsed() < PATIENCE, "the deletion does not end: {job}");
            tokio::time::sleep(LIST_EVERY).await;
            job = self.call(Method::GET, &path, None, 200).await?;
        }
        let deleted = job["counts"]["changed"].as_u64().context("a job counts what it changes")?;
        Ok((deleted, begin.elapsed()))
    }

    /// Returns the share of one processor that the program uses without requests.
    pub(crate) async fn idle(&self, time: Duration) -> anyhow::Result<f64> {
        // First the work that earlier requests started must finish.
        tokio::time::sleep(time).await;
        let before = self.processor_time()?;
        tokio::time::sleep(time).await;
        Ok(self.processor_time()?.saturating_sub(before).as_secs_f64() / time.as_secs_f64())
    }

    fn processor_time(&self) -> anyhow::Result<Duration> {
        let process = Pid::from_raw(i32::try_from(self.program.id())?);
        Ok(clock_gettime(clock_getcpuclockid(process)?)?.into())
    }

    /// Works on a job until it is done.
    async fn finish(&self, mut job: Value) -> anyhow::Result<Value> {
        let id = job["jobId"].as_str().context("a job has an id")?.to_owned();
        while job["state"] != "done" {
            ensure!(job["state"] != "failed", "the job failed: {job}");
            job = self.call(Method::POST, &format!("/jobs/{id}/start"), None, 202).await?;
            tokio::time::sleep(LIST_EVERY).await;
        }
        Ok(job)
    }

    /// Lists favorites again and again until `ended`, which is given the number of lists. Returns the time of each list.
    async fn list_until(&self, ended: impl Fn(usize) -> bool) -> anyhow::Result<Vec<Duration>> {
        let mut times = Vec::new();
        while !ended(times.len()) {
            let begin = Instant::now();
            self.call(Method::GET, "/favorites?limit=50", None, 200).await?;
            times.push(begin.elapsed());
            tokio::time::sleep(LIST_EVERY).await;
        }
        Ok(times)
    }

    async fn call(
        &self,
        method: Method,
        path: &str,
        body: Option<&Value>,
        status: u16,
    ) -> anyhow::Result<Value> {
        let (found, answer) = self.api.send(method, path, body).await?;
        ensure!(found == status, "{path} answered {found}, and not {status}: {answer}");
        Ok(answer)
    }
}

/// Returns the bytes of the database in a folder and of its files beside it.
pub(crate) fn database_bytes(folder: &Path) -> io::Result<u64> {
    let mut bytes = 0;
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        if entry.file_name().to_string_lossy().contains(".sqlite") {
            bytes += entry.metadata()?.len();
        }
    }
    Ok(bytes)
}
