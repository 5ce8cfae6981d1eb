//! The line that is logged for each request.

use favorites_tests::log_watch::lines_of;
use favorites_tests::{Answer, Service, data_id, sample};
use serde_json::{Value, json};

/// Returns the log line of the request that was answered with this problem. Asserts that it has exactly one line.
fn line_of(answer: &Answer) -> Value {
    let problem: Value = serde_json::from_str(answer.text()).expect("a problem is JSON");
    let instance = problem["instance"].as_str().expect("a problem names its request");
    let lines = lines_of(instance.rsplit_once('/').expect("it is a URL").1);
    let [line] = <[Value; 1]>::try_from(lines).expect("one line for each request");
    line
}

#[tokio::test]
async fn a_request_is_one_line_with_route_status_time_units_and_a_hash_of_the_user() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&sample::favorite("note", "x")).await;
    let path = format!("/favorites/{}", data_id(&kept));
    let refused = ann.patch(&path, &json!({ "title": "y" })).header("if-match", "\"7\"").await;

    let line = line_of(&refused);

    assert_eq!(line["message"], "request");
    assert_eq!(line["level"], "INFO");
    assert_eq!(line["route"], "PATCH /favorites/{dataId}");
    assert_eq!((&line["status"], &line["problem"]), (&json!(412), &json!("version-mismatch")));
    assert!(line["durationMs"].as_f64().is_some_and(|millis| millis > 0.0), "{line}");
    // The function looks whether the account is being erased, reads the favorite with a consistent read,
    // and writes nothing.
    assert_eq!((&line["readUnits"], &line["writeUnits"]), (&json!(1.5), &json!(0.0)), "{line}");
    assert_eq!(line["coldStart"], false);
    let user = line["user"].as_str().unwrap();
    assert!(user.len() == 16 && user.bytes().all(|byte| byte.is_ascii_hexdigit()), "{line}");
    service.end().await;
}

#[tokio::test]
async fn two_requests_of_a_user_have_the_same_hash_and_those_of_another_user_do_not() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let missing = "/favorites/019a0000-0000-7000-8000-000000000001";
    let lines = [&ann, &ann, &bob].map(|person| person.get(missing));
    let mut users = Vec::new();
    for call in lines {
        users.push(line_of(&call.await)["user"].clone());
    }
    // Without LOG_HASH_KEY, each function of the local service has a key of its own. All three requests go to the same
    // function, so their hashes can be compared.
    assert_eq!(users[0], users[1]);
    assert_ne!(users[0], users[2]);
    service.end().await;
}
