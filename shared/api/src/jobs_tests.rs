use favorites::{JobId, UserId};
use serde_json::json;

use super::*;

#[test]
fn the_answer_has_an_event_for_each_job_and_each_event_can_be_read_again() {
    let job_id = JobId::at(favorites::Timestamp::now());
    let job = ListedJob { user_id: UserId::parse("ann").unwrap(), job_id };
    let event = JobsEvent { job: Some(job) };
    let answer = serde_json::to_value(JobsAnswer::Jobs { jobs: vec![event.clone()] }).unwrap();
    assert_eq!(answer, json!({"jobs": [{"job": {"userId": "ann", "jobId": job_id.to_string()}}]}));
    assert_eq!(serde_json::from_value::<JobsEvent>(answer["jobs"][0].clone()).unwrap(), event);
    assert_eq!(serde_json::from_str::<JobsEvent>("{}").unwrap(), JobsEvent::default());
}

#[test]
fn an_event_for_another_function_is_refused() {
    let error = serde_json::from_value::<JobsEvent>(json!({ "Records": [] })).unwrap_err();
    assert!(error.to_string().contains("Records"), "{error}");
}

#[test]
fn the_answer_about_a_job_has_its_state() {
    let answer = serde_json::to_value(JobsAnswer::Worked { state: "done" }).unwrap();
    assert_eq!(answer, json!({"state": "done"}));
}
