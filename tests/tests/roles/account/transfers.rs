//! Imports and exports of all kinds, by the request that begins them and by the worker.

use favorites_api::Favorites;
use favorites_api::favorites::{ExportFormat, ImportOptions, Job, JobState, OnExisting, TagName, UserId};
use favorites_local::with_files;
use favorites_tests::files::{download, upload};
use favorites_tests::{Person, data_id, sample};
use reqwest::Method;
use serde_json::{Value, json};

use super::Account;

impl Account {
    /// Exports in each format, and imports files that make each kind of change.
    pub(super) async fn transfers(&self) {
        let ann = self.service.person("ann-of-files");
        let file = self.export(&ann).await;
        for (round, options) in
            [json!({ "onExisting": "merge" }), json!({ "dryRun": true })].into_iter().enumerate()
        {
            // The first imports create everything, and the second meet what exists.
            for bookmarks in [bookmarks(round), bookmarks(round), file.clone()] {
                self.import(&ann, &bookmarks, json!({})).await;
                self.import(&ann, &bookmarks, options.clone()).await;
            }
            let bob = self.service.person(&format!("bob-of-files-{round}"));
            self.import(&bob, &file, json!({ "tagNames": ["Imported"] })).await;
        }
        self.by_worker(&file).await;
        let cancelled = ann.post("/imports", &json!({ "bytes": 1 })).await.is(201);
        upload(&cancelled, "x").await;
        ann.delete(&path(&cancelled)).await.is(200);
    }

    /// Gives a user an exported file, an uploaded one, and the report of an import.
    pub(super) async fn files(&self, user: &Person) {
        self.export(user).await;
        self.import(user, &bookmarks(8), json!({})).await;
        let job = user.post("/imports", &json!({ "bytes": 1 })).await.is(201);
        upload(&job, "x").await;
    }

    /// Fills an account, and exports it.
    async fn export(&self, user: &Person) -> String {
        // Nothing else is due for the user yet, so the end of this job deletes the list of the user's work.
        user.post("/exports", &json!({ "format": ExportFormat::JsonLines.as_str() })).await.is(202);
        let tag = user.create_tag("Exported").await;
        let tagged = json!({ "tagIds": [tag["tagId"]] });
        user.create(&sample::with(sample::favorite("link", "Exported"), &tagged)).await;
        let trashed = user.create(&sample::favorite("note", "Trashed")).await;
        user.delete(&format!("/favorites/{}", data_id(&trashed))).await.is(200);
        let chosen =
            user.put("/favorites/019a0000-0000-7000-8000-000000000009", &sample::favorite("note", "Chosen"));
        chosen.header("if-none-match", "*").await.is(201);
        self.leave_deleted_tag(user).await;
        let mut files = Vec::new();
        for format in ExportFormat::ALL {
            let job = user
                .post("/exports", &json!({ "format": format.as_str() }))
                .key(format.as_str())
                .await
                .is(202);
            user.post("/exports", &json!({ "format": format.as_str() })).key(format.as_str()).await.is(202);
            assert_eq!(job["state"], "done", "{job}");
            download(&job).await;
            files.push(download(&user.get(&path(&job)).await.is(200)).await);
        }
        files.swap_remove(0)
    }

    /// Leaves a favorite in the trash that has a tag which is gone.
    async fn leave_deleted_tag(&self, user: &Person) {
        let tag = user.create_tag("Deleted").await;
        let tagged = json!({ "tagIds": [tag["tagId"]] });
        let trashed = user.create(&sample::with(sample::favorite("note", "Tagged"), &tagged)).await;
        user.delete(&format!("/favorites/{}", data_id(&trashed))).await.is(200);
        user.delete(&format!("/tags/{}", favorites_tests::tag_id(&tag))).await.is(204);
    }

    async fn import(&self, user: &Person, file: &str, options: Value) {
        let body = sample::with(json!({ "bytes": file.len() }), &options);
        let key = self.items("Job").await.len().to_string();
        let job = user.post("/imports", &body).key(&key).await.is(201);
        user.post("/imports", &body).key(&key).await.is(201);
        let start = || user.call(Method::POST, &format!("{}/start", path(&job)));
        start().await.is(409);
        upload(&job, file.to_owned()).await;
        upload(&user.get(&path(&job)).await.is(200), file.to_owned()).await;
        let job = start().header("prefer", "wait=20").await.is(202);
        assert_eq!(job["state"], "done", "{job}");
        user.get(&format!("{}/report", path(&job))).await.is(200);
    }

    /// Has the worker do all of it.
    async fn by_worker(&self, file: &str) {
        let merge = || ImportOptions { on_existing: OnExisting::Merge, ..ImportOptions::default() };
        let preview = || ImportOptions { dry_run: true, ..ImportOptions::default() };
        let tagged = || ImportOptions {
            tag_names: vec![TagName::parse("Run").expect("it is a name")],
            ..ImportOptions::default()
        };
        for options in [tagged(), merge(), preview(), ImportOptions::default()] {
            for file in [&bookmarks(7), file] {
                let job = self.begin_import(file, options.clone()).await;
                self.work_off(&carl(), job.job_id, JobState::Done).await;
            }
        }
        self.leave_deleted_tag(&self.service.person(carl().as_str())).await;
        for format in ExportFormat::ALL {
            let begun = self.owner().begin_export(&carl(), format, None).await;
            let job = begun.expect("it can begin");
            self.work_off(&carl(), job.job_id, JobState::Done).await;
        }
        let lost = self.begin_import(file, ImportOptions::default()).await;
        let files = favorites_local::files(self.service.running().environment(), self.owner_id());
        let other = self
            .owner()
            .begin_import(&carl(), 1, ImportOptions::default(), None)
            .await
            .expect("it can begin");
        let (link, _) =
            self.owner().upload_link(&other).expect("there is a bucket").expect("it waits for its file");
        let folder = link.url.path_segments().and_then(|mut path| path.nth(2)).expect("a key has a folder");
        let job_id = lost.job_id.to_string();
        let key = favorites_api::favorites::FileKey::new(["imports", folder, &job_id]).expect("it is a key");
        files.delete(&key).await.expect("S3 answers");
        self.work_off(&carl(), lost.job_id, JobState::Failed).await;
    }

    /// Begins an import on which no request works.
    async fn begin_import(&self, file: &str, options: ImportOptions) -> Job {
        let owner = self.owner();
        let job = owner.begin_import(&carl(), file.len() as u64, options, None).await.expect("it can begin");
        let (link, _) = owner.upload_link(&job).expect("there is a bucket").expect("it waits for its file");
        let headers = json!({ "content-length": file.len().to_string() });
        let request = json!({ "import": { "upload": { "url": link.url.as_str(), "headers": headers } } });
        upload(&request, file.to_owned()).await;
        owner.start_import(&carl(), job.job_id).await.expect("it can start")
    }

    /// Returns the use cases with the access key of the service itself, which may do everything.
    fn owner(&self) -> Favorites {
        let clock = self.clock.clone();
        let favorites = Favorites::new(self.service.dynamodb(), self.service.table_name().to_owned());
        let favorites = favorites.with_clock(move || clock.now());
        with_files(favorites, self.service.running().environment(), self.owner_id())
    }

    fn owner_id(&self) -> &str {
        self.service.running().environment().credentials.access_key_id()
    }
}

/// Returns a file with a link, a note and a line that can't be a favorite. Each round has another link and another tag.
fn bookmarks(round: usize) -> String {
    format!(
        r#"{{"bookmarks": [
            {{"createdAt": 1500000000, "title": "Link", "tags": ["new {round}"],
              "content": {{"type": "link", "url": "https://example.com/files/{round}"}}}},
            {{"createdAt": 1500000001, "title": "Note", "tags": [], "content": {{"type": "text", "text": "Milk {round}"}}}},
            {{"createdAt": 1500000002, "title": "Bad", "tags": [], "content": {{"type": "link", "url": "javascript:x"}}}}
        ]}}"#
    )
}

fn carl() -> UserId {
    UserId::parse("carl-of-files").expect("it is an id")
}

fn path(job: &Value) -> String {
    format!("/jobs/{}", job["jobId"].as_str().expect("a job has an id"))
}
