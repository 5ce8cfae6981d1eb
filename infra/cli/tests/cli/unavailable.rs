//! Exit code 7, and repeats.

use std::time::{Duration, Instant};

use crate::support::{Program, Scripted, Step};

const COUNTS: Step = Step::Answer(200, "", r#"{"total": 7, "byType": {"note": 7}, "trash": 0}"#);
const TAG: Step = Step::Answer(
    201,
    "",
    r#"{"tagId": "01a20f28-e5ef-7b49-85cb-13fbb160a04b", "tagName": "a", "createTime": "2026-11-24T20:04:28.271Z", "count": 0}"#,
);
const ID: &str = "01a20f28-e5bb-7621-93a7-29659ab5aedf";

fn program(service: &Scripted) -> Program {
    Program::new().with("FAVORITES_API", service.url()).with("FAVORITES_TOKEN", "abc")
}

#[tokio::test]
async fn a_stopped_service_ends_with_7_after_the_repeats() {
    // The port was free a moment ago, and nobody listens there.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let api = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let program = Program::new().with("FAVORITES_API", &api).with("FAVORITES_TOKEN", "abc");
    let error = program.run(&["list", "--retries", "1"]).await.failed(7);
    assert!(error.starts_with(&format!("favorites: the service at {api} can't be reached: ")), "{error}");
    assert!(error.contains("refused"), "{error}");
}

#[tokio::test]
async fn reads_are_repeated_while_the_service_is_busy_or_breaks_the_connection() {
    for trouble in
        [Step::Break, Step::Answer(503, "", ""), Step::Answer(429, "", ""), Step::Answer(502, "", "")]
    {
        let service = Scripted::start(vec![trouble.clone(), COUNTS]).await;
        program(&service).run(&["counts"]).await.done();
        assert_eq!(service.received().len(), 2, "{trouble:?}");
    }
}

#[tokio::test]
async fn a_creation_is_repeated_under_its_idempotency_key() {
    let service = Scripted::start(vec![Step::Break, Step::Answer(503, "", ""), TAG]).await;
    program(&service).run(&["tag", "create", "a"]).await.done();
    let keys: Vec<_> =
        service.received().iter().map(|request| request.headers["idempotency-key"].clone()).collect();
    assert_eq!(keys.len(), 3);
    assert!(keys.iter().all(|key| *key == keys[0] && key.len() == 38), "{keys:?}");
    // Another command has another key.
    program(&service).run(&["tag", "create", "a"]).await.done();
    assert_ne!(service.received()[3].headers["idempotency-key"], keys[0]);
}

#[tokio::test]
async fn a_merge_of_tags_is_not_repeated_after_an_unknown_outcome() {
    const TAGS: Step = Step::Answer(
        200,
        "",
        r#"{"items": [
            {"tagId": "01a20f28-e5ef-7b49-85cb-13fbb160a04b", "tagName": "a",
             "createTime": "2026-11-24T20:04:28.271Z"},
            {"tagId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "tagName": "b",
             "createTime": "2026-11-24T20:04:28.271Z"}
        ], "nextCursor": null}"#,
    );
    let service = Scripted::start(vec![TAGS, TAGS, Step::Break]).await;
    program(&service).run(&["tag", "merge", "a", "b"]).await.failed(7);
    assert_eq!(service.received().len(), 3);
    assert_eq!(service.received()[2].line, "POST /tags/01a20f28-e5ef-7b49-85cb-13fbb160a04b/merge");
}

#[tokio::test]
async fn changes_are_not_repeated_after_an_unknown_outcome() {
    for arguments in [&["edit", ID, "--title", "x"][..], &["delete", ID], &["delete", ID, "--permanently"]] {
        let service = Scripted::start(vec![Step::Break]).await;
        program(&service).run(arguments).await.failed(7);
        assert_eq!(service.received().len(), 1, "{arguments:?}");
    }
}

#[tokio::test]
async fn the_wait_is_as_long_as_the_service_asks_for() {
    let busy =
        Step::Answer(503, "retry-after: 2\r\n", r#"{"title": "The service is busy", "detail": "try again"}"#);
    let service = Scripted::start(vec![busy.clone(), COUNTS]).await;
    let start = Instant::now();
    program(&service).run(&["counts"]).await.done();
    assert!(start.elapsed() >= Duration::from_secs(2), "{:?}", start.elapsed());

    let service = Scripted::start(vec![busy]).await;
    let error = program(&service).run(&["counts", "--retries", "0"]).await.failed(7);
    assert_eq!(error, "favorites: The service is busy: try again\n  Try again in 2 seconds\n");
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn a_service_that_asks_for_a_long_wait_ends_with_7_at_once() {
    let service = Scripted::start(vec![Step::Answer(503, "retry-after: 3600\r\n", "")]).await;
    let error = program(&service).run(&["counts"]).await.failed(7);
    assert!(error.contains("Try again in 3600 seconds"), "{error}");
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn other_failures_of_the_service_end_with_1_and_are_not_repeated() {
    let failed =
        r#"{"title": "The service failed", "detail": "see its log", "instance": "https://a.example/1"}"#;
    let service = Scripted::start(vec![Step::Answer(500, "", failed)]).await;
    let error = program(&service).run(&["counts"]).await.failed(1);
    assert_eq!(error, "favorites: The service failed: see its log\n  the request was https://a.example/1\n");
    assert_eq!(service.received().len(), 1);
}

#[tokio::test]
async fn the_token_does_not_follow_a_redirect() {
    let other = Scripted::start(vec![COUNTS]).await;
    let location: &'static str = Box::leak(format!("location: {}/counts\r\n", other.url()).into_boxed_str());
    let service = Scripted::start(vec![Step::Answer(302, location, "")]).await;
    program(&service).run(&["counts"]).await.failed(1);
    assert_eq!(service.received()[0].line, "GET /counts");
    assert_eq!(service.received()[0].headers["authorization"], "Bearer abc");
    assert!(other.received().is_empty());
}

#[tokio::test]
async fn answers_of_another_service_end_with_1() {
    let service = Scripted::start(vec![Step::Answer(200, "", "<html>")]).await;
    let error = program(&service).run(&["counts"]).await.failed(1);
    assert!(
        error.contains("answers that are not those of a favorites service; check the address"),
        "{error}"
    );
}
