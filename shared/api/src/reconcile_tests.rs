//! Events and answers of the reconciliation, without a table.

use serde_json::json;

use super::*;
use crate::sample;
use crate::task::task_in_process;

async fn reconcile(
    favorites: &Favorites,
    event: ReconcileEvent,
    deadline: Deadline,
) -> Result<ReconcileAnswer, TaskError> {
    event.reconcile(favorites, deadline).await
}

fn in_a_minute() -> Deadline {
    Deadline::after(Duration::from_mins(1))
}

#[test]
fn an_event_without_a_user_asks_for_work() {
    for event in [json!({}), json!({ "userId": null }), json!({ "repairs": "confirmed" })] {
        assert_eq!(serde_json::from_value::<ReconcileEvent>(event).unwrap(), ReconcileEvent::default());
    }
}

#[tokio::test]
async fn an_event_whose_user_is_not_a_user_id_is_refused() {
    let call = task_in_process(reconcile, sample::favorites());
    for user_id in [json!(""), json!(7), json!("x".repeat(300))] {
        let error = call(json!({ "userId": user_id }), in_a_minute()).await.unwrap_err();
        assert!(matches!(error, TaskError::Event(_)), "{error}");
    }
}

#[tokio::test]
async fn a_table_that_cannot_be_read_fails_the_call() {
    let call = task_in_process(reconcile, sample::favorites());
    for event in [json!({}), json!({ "userId": "ann" }), json!({ "full": true })] {
        let error = call(event, in_a_minute()).await.unwrap_err();
        assert!(matches!(error, TaskError::Failed(_)), "{error}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_table_that_never_answers_fails_the_call_a_second_before_the_deadline() {
    let call = task_in_process(reconcile, sample::favorites_on(sample::Silent));
    for event in [json!({}), json!({ "userId": "ann" })] {
        let started = Instant::now();
        let error = call(event, in_a_minute()).await.unwrap_err();
        assert!(matches!(error, TaskError::NoAnswer), "{error}");
        assert_eq!(started.elapsed(), Duration::from_secs(59));
    }
}

#[test]
fn an_answer_has_what_was_found_or_the_events_of_the_next_calls() {
    let found = Reconciled { favorites: 9, repaired: 2, drift: 1, suspects: 4, finished: true };
    assert_eq!(
        serde_json::to_value(ReconcileAnswer::User(found)).unwrap(),
        json!({ "favorites": 9, "repaired": 2, "drift": 1, "suspects": 4, "finished": true })
    );
    let event = json!({ "userId": "ann", "due": ["2025-01-01T00:00:00.000Z"], "repairs": "atOnce" });
    let next = json!({ "place": { "shard": 3 }, "repairs": "atOnce" });
    let [user, more] =
        [&event, &next].map(|event| serde_json::from_value::<ReconcileEvent>(event.clone()).unwrap());
    let work = |next| ReconcileAnswer::Assignment(Assignment { users: vec![user.clone()], next });
    assert_eq!(serde_json::to_value(work(Some(more))).unwrap(), json!({ "users": [event], "next": next }));
    assert_eq!(serde_json::to_value(work(None)).unwrap(), json!({ "users": [event] }));
}
