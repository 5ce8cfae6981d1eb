//! `favorites smoke`.

use std::process::Stdio;

use serde_json::Value;
use tokio::io::{AsyncBufReadExt as _, BufReader};

use crate::support::{Faulty, Program, Received, Step, User};

const FAILED: Step = Step::Answer(500, "", r#"{"title": "The service failed"}"#);

/// Returns everything that a user keeps, with the counts.
async fn library(user: &User) -> Vec<Value> {
    let mut library = Vec::new();
    for list in [&["list"][..], &["list", "--trash"], &["tag", "list"]] {
        library.extend(user.run(&[list, &["--all", "--json"]].concat()).await.json_lines());
    }
    library.push(user.json(&["counts"]).await);
    library
}

/// Returns a user with a link, a note in the trash and a tag.
async fn user_with_library() -> (User, Vec<Value>) {
    let user = User::new().await;
    user.run(&["tag", "create", "Reading"]).await.done();
    user.run(&["add", "https://a.example", "--title", "Smoke test", "--tag", "Reading"]).await.done();
    let note = user.note("Old").await;
    user.run(&["delete", &note]).await.done();
    user.eventually(&["tag", "list"], |tags| tags.out.contains("     1  Reading")).await;
    user.eventually(&["counts"], |counts| counts.out.contains("trash             1")).await;
    let library = library(&user).await;
    assert_eq!(library.len(), 4, "{library:?}");
    (user, library)
}

/// Asserts that the user keeps the same things, and that the counts follow.
async fn assert_same(user: &User, before: &[Value]) {
    let counts = before.last().unwrap();
    let is_same = |now: &str| serde_json::from_str::<Value>(now).unwrap() == *counts;
    user.eventually(&["counts", "--json"], |now| is_same(&now.out)).await;
    assert_eq!(library(user).await, before);
}

#[tokio::test]
async fn a_service_that_works_passes_each_step_and_the_library_is_as_before() {
    let (user, before) = user_with_library().await;
    let lines = user.run(&["smoke"]).await.done();
    assert_eq!(lines.lines().count(), 21, "{lines}");
    for line in lines.lines() {
        assert!(line.contains(" ok ") && line.ends_with(" ms"), "{line}");
    }
    assert_same(&user, &before).await;
    user.end().await;
}

/// A fault of the service, the options with which the check meets it, and how the check ends.
struct Fault {
    answer: fn(&Received) -> Option<Step>,
    options: &'static [&'static str],
    step: &'static str,
    code: i32,
    message: &'static str,
}

#[tokio::test]
async fn a_fault_is_named_with_its_step_and_everything_is_deleted() {
    let (user, before) = user_with_library().await;
    for Fault { answer, options, step, code, message } in [
        Fault {
            answer: |request| {
                request.line.starts_with("GET /search").then_some(Step::Answer(200, "", r#"{"items": []}"#))
            },
            options: &["--wait", "1"],
            step: "find the link by search",
            code: 1,
            message: "expected: this favorite; got: {\"items\":[]}\n",
        },
        Fault {
            answer: |request| {
                let saves = request.line == "POST /favorites" && request.body.contains("titel");
                saves.then_some(Step::Answer(
                    400,
                    "",
                    r#"{"title": "Bad", "errors": [{"pointer": "/title", "detail": "is"}]}"#,
                ))
            },
            options: &[],
            step: "refuse invalid input",
            code: 1,
            message: "expected: status 400 with the 3 faults; got: Bad:\n  /title: is\n",
        },
        Fault {
            answer: |request| {
                request.body.contains("not changed").then_some(Step::Answer(200, "", r#"{"version": 9}"#))
            },
            options: &[],
            step: "refuse a change of an old version",
            code: 1,
            message: "expected: status 412; got: {\"version\": 9}\n",
        },
        Fault {
            answer: |request| request.line.ends_with("/restore").then_some(FAILED),
            options: &[],
            step: "restore the link",
            code: 1,
            message: "expected: the favorite with its tag; got: The service failed\n",
        },
        Fault {
            answer: |request| request.line.ends_with("/start").then_some(Step::Answer(503, "", "")),
            options: &["--retries", "0"],
            step: "import a file",
            code: 7,
            message: "expected: 2 imported links; got: the service answered 503 Service Unavailable\n",
        },
        Fault {
            answer: |request| request.line.ends_with("/exports").then_some(FAILED),
            options: &[],
            step: "export everything",
            code: 1,
            message: "expected: a file with the 3 links; got: The service failed\n",
        },
    ] {
        let service = Faulty::start(user.service().url(), answer).await;
        let arguments = [&["smoke", "--api", service.url()][..], options].concat();
        let ended = user.run(&arguments).await;
        assert_eq!(ended.code, Some(code), "{ended:?}");
        assert_eq!(ended.err, format!("favorites: the step {step:?} failed; {message}"));
        let results: Vec<_> = ended.out.lines().map(|line| (line.contains(" ok "), line)).collect();
        let [passed @ .., (false, failed), (true, deleted)] = &results[..] else { panic!("{ended:?}") };
        assert!(passed.iter().all(|(ok, _)| *ok), "{ended:?}");
        assert!(failed.starts_with(step) && failed.contains(" FAILED "), "{failed}");
        assert!(deleted.starts_with("delete what was created "), "{deleted}");
        assert_same(&user, &before).await;
    }
    let jobs = user.run(&["job", "list"]).await.done();
    assert!(jobs.contains("  import  cancelled  "), "{jobs}");
    user.end().await;
}

#[tokio::test]
async fn what_cannot_be_deleted_is_named() {
    let user = User::new().await;
    let fault = |request: &Received| request.line.starts_with("DELETE /tags").then_some(FAILED);
    let service = Faulty::start(user.service().url(), fault).await;
    let ended = user.run(&["smoke", "--json", "--api", service.url()]).await;
    assert_eq!(ended.code, Some(1), "{ended:?}");
    let last: Value = serde_json::from_str(ended.out.lines().last().unwrap()).unwrap();
    assert_eq!((&last["step"], &last["ok"]), (&"delete what was created".into(), &false.into()));
    assert!(last["milliseconds"].is_u64(), "{last}");
    let tag = user.json(&["tag", "list"]).await["tagName"].as_str().unwrap().to_owned();
    assert!(ended.err.contains(&format!("may be left: the tag {tag}, and links that")), "{}", ended.err);
    assert!(ended.err.ends_with("expected: nothing left; got: The service failed\n"), "{}", ended.err);
    user.end().await;
}

// Other systems have no such signal.
#[cfg(unix)]
#[tokio::test]
async fn ctrl_c_ends_the_check_and_everything_is_deleted() {
    let (user, before) = user_with_library().await;
    // The check waits for the search until it is interrupted.
    let fault = |request: &Received| {
        request.line.starts_with("GET /search").then_some(Step::Answer(200, "", r#"{"items": []}"#))
    };
    let service = Faulty::start(user.service().url(), fault).await;
    let command = &["smoke", "--api", service.url()];
    let mut process = user.program().command(command).stdout(Stdio::piped()).spawn().unwrap();
    let mut lines = BufReader::new(process.stdout.take().unwrap()).lines();
    while !lines.next_line().await.unwrap().unwrap().starts_with("save the link again") {}
    let id = process.id().unwrap().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    assert!(lines.next_line().await.unwrap().unwrap().starts_with("delete what was created "));
    let ended = process.wait_with_output().await.unwrap();
    assert_eq!(ended.status.code(), Some(1));
    assert_eq!(String::from_utf8(ended.stderr).unwrap(), "favorites: the check was interrupted\n");
    assert_same(&user, &before).await;
    user.end().await;
}

#[tokio::test]
async fn without_a_good_token_nothing_is_created() {
    let user = User::new().await;
    let program =
        |token| Program::new().with("FAVORITES_API", &user.service().url()).with("FAVORITES_TOKEN", token);
    let ended = program("wrong").run(&["smoke"]).await;
    assert_eq!(ended.code, Some(3), "{ended:?}");
    assert!(ended.out.starts_with("read the account ") && ended.out.lines().count() == 1, "{ended:?}");
    let message =
        "favorites: the step \"read the account\" failed; expected: the account; got: Unauthorized\n";
    assert!(ended.err.starts_with(message) && ended.err.contains("run `favorites login`"), "{ended:?}");
    let error = program("").run(&["smoke"]).await.failed(3);
    assert!(error.contains("or set FAVORITES_TOKEN to the token"), "{error}");
    user.end().await;
}
