//! Jobs with every action and every kind of selection, by the request that begins them and by the worker.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::limits::JOB_HELD;
use favorites_api::favorites::{Action, Client, DataType, JobId, JobState, Selector, TagId, UserId};
use favorites_local::Environment;
use favorites_tests::{eventually, sample};
use serde_json::{Value, json};

use super::{Account, small};

/// The function that does the work.
#[derive(Clone, Copy)]
enum Worker {
    /// The one that answers the request.
    Request,
    /// The function `worker`.
    Stream,
}

impl Account {
    /// Begins jobs of all kinds, undoes some, cancels one and empties the trash.
    pub(super) async fn jobs(&self) {
        let tag: TagId = self.tag("Brown").await.parse().expect("it is an id");
        self.keep_chosen().await;
        for worker in [Worker::Request, Worker::Stream] {
            self.all_actions(worker, tag).await;
        }
        for favorite in self.found().await {
            let data_id = favorite["dataId"].as_str().expect("a favorite has an id");
            self.ann.delete(&format!("/favorites/{data_id}")).await.is(200);
        }
        let emptied = self.ann.delete("/trash").key("empty").await.is(202);
        assert_eq!(emptied["state"], "done", "{emptied}");
        self.ann.get("/jobs").await.is(200);
        // The first one that is cancelled leaves the other one on the list of jobs with work.
        let (cancelled, other) = (
            self.begin(Action::Delete, Selector::default()).await,
            self.begin(Action::Delete, Selector::default()).await,
        );
        self.ann.delete(&format!("/jobs/{cancelled}")).await.is(200);
        self.ann.delete(&format!("/jobs/{other}")).await.is(200);
        let job = self.ann.get(&format!("/jobs/{cancelled}")).await.is(200);
        assert_eq!(job["state"], "cancelled", "{job}");
    }

    /// Creates a note and a link.
    async fn keep_chosen(&self) {
        self.keep("Chosen one", &[]).await;
        self.ann.create(&sample::favorite("link", "Chosen two")).await;
    }

    async fn all_actions(&self, worker: Worker, tag: TagId) {
        self.found().await;
        let chosen = Selector { query: Some("chosen".to_owned()), ..Selector::default() };
        let tagged = Selector { tag_id: Some(tag), ..Selector::default() };
        let notes = Selector { data_type: Some(DataType::Note), ..Selector::default() };
        let tagged_notes = Selector { tag_id: Some(tag), ..notes.clone() };
        let everything = Selector { query: None, ..Selector::default() };
        let never = Action::SetExpiry(None);
        let tag_them = self.act(worker, Action::Tag(tag), &chosen).await;
        let moved = self.found().await[0]["dataId"].as_str().expect("a favorite has an id").to_owned();
        let clip_time = json!({ "clipTime": "2020-03-01T00:00:00Z" });
        self.ann.patch(&format!("/favorites/{moved}"), &clip_time).await.is(200);
        self.undo(worker, tag_them).await;
        self.found().await;
        self.act(worker, Action::Tag(tag), &chosen).await;
        let address = Some("https://example.com/nothing".to_owned());
        let by_address = Selector { query: address, ..Selector::default() };
        for selector in [&everything, &notes, &tagged_notes, &by_address] {
            self.act(worker, never, selector).await;
        }
        let delete_them = self.act(worker, Action::Delete, &tagged).await;
        self.undo(worker, delete_them).await;
        self.act(worker, Action::Untag(tag), &tagged).await;
        self.act(worker, Action::Tag(tag), &chosen).await;
        self.act(worker, Action::Delete, &tagged).await;
        let restore_them = self.act(worker, Action::Restore, &everything).await;
        self.undo(worker, restore_them).await;
        self.act(worker, Action::Purge, &everything).await;
        self.keep_chosen().await;
    }

    /// Waits until search has two favorites, and returns them.
    async fn found(&self) -> Vec<Value> {
        eventually(async || {
            let found = self.ann.get("/search?q=chosen").await.is(200);
            let items = found["items"].as_array().expect("a page has items");
            if items.len() == 2 { Ok(items.clone()) } else { Err(found.to_string()) }
        })
        .await
    }

    /// Has a job done.
    async fn act(&self, worker: Worker, action: Action, selector: &Selector) -> JobId {
        match worker {
            Worker::Request => {
                let select = serde_json::to_value(selector).expect("it is JSON");
                let mut body = json!({ "action": action.name().as_str(), "select": select });
                match action {
                    Action::Tag(tag_id) | Action::Untag(tag_id) => body["tagId"] = json!(tag_id),
                    Action::SetExpiry(_) => body["expireTime"] = Value::Null,
                    Action::Delete | Action::Restore | Action::Purge => {}
                }
                let key = self.items("Job").await.len().to_string();
                let job = self.ann.post("/favorites/actions", &body).key(&key).await.is(202);
                done(&job)
            }
            Worker::Stream => {
                let job_id = self.begin(action, selector.clone()).await;
                self.work_off(&ann(), job_id, JobState::Done).await;
                job_id
            }
        }
    }

    async fn undo(&self, worker: Worker, job_id: JobId) {
        match worker {
            Worker::Request => {
                let path = format!("/jobs/{job_id}/undo");
                done(&self.ann.call(reqwest::Method::POST, &path).await.is(202));
            }
            Worker::Stream => {
                let undone = self.favorites_of_owner().undo_job(&ann(), job_id).await;
                let undo = undone.expect("it can be undone");
                self.work_off(&ann(), undo.job_id, JobState::Done).await;
            }
        }
    }

    /// Begins a job on which no request works.
    async fn begin(&self, action: Action, selector: Selector) -> JobId {
        let begun = self.favorites_of_owner().begin_job(&ann(), action, selector, None).await;
        begun.expect("it can begin").job_id
    }

    /// Has the sweeper call the worker for a job that no request works on, and waits until the job ends in
    /// this state.
    pub(super) async fn work_off(&self, user: &UserId, job_id: JobId, state: JobState) {
        self.clock.advance(JOB_HELD);
        self.call("sweeper", json!({}), Duration::from_mins(1)).await;
        let ended = eventually(async || {
            let job = self.favorites_of_owner().job(user, job_id).await.expect("the table answers");
            if job.has_ended() { Ok(job.state) } else { Err(format!("{job:?}")) }
        })
        .await;
        assert_eq!(ended, state);
    }

    /// Returns the use cases with the access key of the worker.
    pub(super) fn favorites_of_worker(&self) -> Favorites {
        let environment = self.service.running().environment();
        let config = Environment::as_function(&environment.sdk_config(), "worker");
        small(Favorites::new(Client::new(&config), environment.table_name.clone()), &self.clock)
    }

    pub(super) fn favorites_of_owner(&self) -> Favorites {
        let clock = self.clock.clone();
        let favorites = Favorites::new(self.service.dynamodb(), self.service.table_name().to_owned());
        favorites.with_clock(move || clock.now())
    }
}

pub(super) fn ann() -> UserId {
    UserId::parse("ann").expect("it is an id")
}

fn done(job: &Value) -> JobId {
    assert_eq!(job["state"], "done", "{job}");
    job["jobId"].as_str().and_then(|id| id.parse().ok()).expect("a job has an id")
}
