//! `favorites account`.

use crate::support::{Program, Scripted, Step, User};

#[tokio::test]
async fn the_account_shows_its_user_its_use_and_its_limits() {
    let user = User::new().await;
    user.note("One").await;
    user.run(&["tag", "create", "Tea"]).await.done();
    let shown =
        user.eventually(&["account", "show"], |shown| shown.out.contains("total             1")).await.done();
    for line in ["user       ann", "tags              1", "limit      tagsPerFavorite 30"] {
        assert!(shown.lines().any(|shown| shown == line), "{line:?} is not in {shown}");
    }
    let account = user.json(&["account", "show"]).await;
    assert_eq!((&account["userId"], &account["usage"]["tags"]), (&"ann".into(), &1.into()));
    user.end().await;
}

#[tokio::test]
async fn only_the_users_id_confirms_that_everything_is_erased() {
    let user = User::new().await;
    user.note("One").await;
    user.run(&["account", "delete"]).await.failed(2);
    let refused = user.run(&["account", "delete", "--confirm", "bob"]).await.failed(5);
    assert!(refused.contains("must be the id of the user"), "{refused}");
    let job = user.json(&["account", "delete", "--confirm", "ann", "--no-wait"]).await;
    assert_eq!((&job["action"], &job["state"]), (&"eraseAccount".into(), &"running".into()));
    let again = user.json(&["account", "delete", "--confirm", "ann", "--no-wait"]).await;
    assert_eq!(again["jobId"], job["jobId"]);
    let id = job["jobId"].as_str().unwrap();
    let refused = user.run(&["job", "cancel", id]).await.failed(6);
    assert!(refused.contains("can't be cancelled"), "{refused}");
    user.end().await;
}

const RUNNING: &str = r#"{"jobId":"01a20f28-e5bb-7621-93a7-29659ab5aedf","action":"eraseAccount","state":"running","counts":{"changed":0,"unchanged":0,"failed":0},"failures":[],"undoable":false,"createTime":"2026-11-24T20:04:28.219Z","updateTime":"2026-11-24T20:04:28.219Z"}"#;
const DONE: &str = r#"{"jobId":"01a20f28-e5bb-7621-93a7-29659ab5aedf","action":"eraseAccount","state":"done","counts":{"changed":7,"unchanged":0,"failed":0},"failures":[],"undoable":false,"createTime":"2026-11-24T20:04:28.219Z","updateTime":"2026-11-24T20:20:28.219Z"}"#;

#[tokio::test]
async fn the_program_waits_until_everything_is_erased() {
    let json = "content-type: application/json\r\n";
    let steps = vec![
        Step::Answer(202, json, RUNNING),
        Step::Answer(200, json, RUNNING),
        Step::Answer(200, json, DONE),
    ];
    let service = Scripted::start(steps).await;
    let program = Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "a.b.c");
    let done = program.run(&["account", "delete", "--confirm", "ann@example.com"]).await.done();
    assert!(done.ends_with("  eraseAccount  done  7 changed, 0 unchanged, 0 failed\n"), "{done}");
    let received = service.received();
    assert_eq!(received.len(), 3);
    assert!(
        received[0].line.starts_with("DELETE /account?confirm=ann%40example.com"),
        "{}",
        received[0].line
    );
    assert!(received[0].headers.contains_key("idempotency-key"), "a repeat must not begin another job");
}
