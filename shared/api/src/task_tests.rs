//! Jobs in this process.

use std::time::Duration;

use serde_json::json;

use super::*;
use crate::sample;

async fn broken(_: &Favorites, _: Value, _: Deadline) -> Result<Value, TaskError> {
    panic!("a fault in a task")
}

#[tokio::test]
async fn a_panic_is_an_error_and_the_next_call_is_served() {
    let call = task_in_process(broken, sample::favorites());
    for _ in 0..2 {
        let error = call(json!({}), Deadline::after(Duration::from_mins(1))).await.unwrap_err();
        assert!(matches!(error, TaskError::Panic));
        assert_eq!(Diagnostic::from(error).error_type, "TaskError");
    }
}
