//! State machines with functions of the test.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::*;
use crate::invoke::{self, FunctionError, Functions};
use crate::template::{Function, StateMachine, Workflow};

const HOUR: Duration = Duration::from_hours(1);

/// The machine of `states` in YAML, whose tasks call the function `work`.
fn machine(states: &str) -> StateMachine {
    let yaml = format!("{{ StartAt: First, States: {{ {states} }} }}");
    let workflow: Workflow = serde_yaml_ng::from_str(&yaml).unwrap();
    let function = Function { name: "work".to_owned(), timeout: Duration::from_mins(1) };
    StateMachine {
        name: "Machine".to_owned(),
        workflow,
        timeout: HOUR,
        functions: [("Work".to_owned(), function)].into(),
    }
}

/// A task's fields other than its retriers and its continuation.
const TASK: &str = r#"Type: Task, Resource: "arn:${AWS::Partition}:states:::lambda:invoke",
    Parameters: { FunctionName: Work, Payload.$: $ }, OutputPath: $.Payload"#;

async fn run<F>(
    states: &str,
    work: impl Fn(Value) -> F + Send + Sync + 'static,
    input: Value,
) -> Result<Value, FunctionError>
where
    F: Future<Output = Result<Value, FunctionError>> + Send + 'static,
{
    let functions = Functions::new().with("work", work);
    invoke::call(&Execution::of(&machine(states), &functions), input, HOUR).await
}

fn error(kind: &str) -> FunctionError {
    FunctionError::new(kind, "by the test")
}

#[tokio::test]
async fn pages_are_worked_on_until_there_is_none() {
    let states = format!(
        "First: {{ {TASK}, Next: Each }},
         Each: {{ Type: Map, ItemsPath: $.items, MaxConcurrency: 2, ResultPath: $.results, Next: IsLast,
                  ItemProcessor: {{ StartAt: One, States: {{ One: {{ {TASK}, End: true }} }} }} }},
         IsLast: {{ Type: Choice, Choices: [{{ Variable: $.next, IsPresent: true, Next: More }}], Default: Done }},
         More: {{ Type: Pass, InputPath: $.next, Next: First }},
         Done: {{ Type: Succeed }}"
    );
    let (tell, told) = std::sync::mpsc::channel();
    let work = move |event: Value| {
        tell.send(event.clone()).unwrap();
        async move {
            Ok(match event["page"].as_u64() {
                Some(1) => json!({ "items": ["a", "b"], "next": { "page": 2 } }),
                Some(_) => json!({ "items": ["c"] }),
                None => json!(format!("{}!", event.as_str().unwrap())),
            })
        }
    };
    let output = run(&states, work, json!({ "page": 1 })).await;
    assert_eq!(output, Ok(json!({ "items": ["c"], "results": ["c!"] })));
    let events: Vec<Value> = told.iter().collect();
    assert_eq!(events, [json!({ "page": 1 }), json!("a"), json!("b"), json!({ "page": 2 }), json!("c")]);
}

#[tokio::test(start_paused = true)]
async fn no_more_elements_than_allowed_are_worked_on_at_once() {
    static NOW: AtomicUsize = AtomicUsize::new(0);
    static MOST: AtomicUsize = AtomicUsize::new(0);
    let states = format!(
        "First: {{ Type: Map, ItemsPath: $, MaxConcurrency: 3, ResultPath: $, End: true,
                   ItemProcessor: {{ StartAt: One, States: {{ One: {{ {TASK}, End: true }} }} }} }}"
    );
    let work = |_| async {
        MOST.fetch_max(NOW.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_secs(1)).await;
        NOW.fetch_sub(1, Ordering::SeqCst);
        Ok(Value::Null)
    };
    let started = Instant::now();
    assert_eq!(
        run(&states, work, json!([1, 2, 3, 4, 5, 6, 7])).await,
        Ok(json!([null, null, null, null, null, null, null]))
    );
    assert_eq!((MOST.load(Ordering::SeqCst), started.elapsed()), (3, Duration::from_secs(3)));
}

#[tokio::test]
async fn a_map_goes_on_after_elements_that_fail_as_far_as_it_tolerates_them() {
    let states = |tolerated: u8| {
        format!(
            "First: {{ Type: Map, ItemsPath: $, MaxConcurrency: 1, ToleratedFailurePercentage: {tolerated},
                       ResultPath: $, End: true,
                       ItemProcessor: {{ StartAt: One, States: {{ One: {{ {TASK}, End: true }} }} }} }}"
        )
    };
    let work = |event: Value| async move { if event == 2 { Err(error("Broken")) } else { Ok(event) } };
    assert_eq!(run(&states(50), work, json!([1, 2])).await, Ok(json!([1])));
    let failed = run(&states(49), work, json!([1, 2])).await.unwrap_err();
    assert_eq!(
        failed,
        FunctionError::new("States.ExceedToleratedFailureThreshold", "state First: 1 of 2 elements failed")
    );
}

#[tokio::test(start_paused = true)]
async fn a_call_is_repeated_as_its_retriers_say() {
    let retrier = |error: &str, times: u8| {
        format!("{{ ErrorEquals: [{error}], IntervalSeconds: 2, MaxAttempts: {times}, BackoffRate: 3 }}")
    };
    for (retry, kinds, seconds, is_done) in [
        (retrier("Busy", 2), vec!["Busy", "Busy"], 2 + 6, true),
        (retrier("Busy", 2), vec!["Busy", "Busy", "Busy"], 2 + 6, false),
        (retrier("Busy", 2), vec!["Broken"], 0, false),
        (retrier("States.ALL", 1), vec!["Broken"], 2, true),
        (retrier("States.TaskFailed", 1), vec!["Broken"], 2, true),
        // The first retrier with the error decides, and each counts for itself.
        (format!("{}, {}", retrier("Busy", 0), retrier("States.ALL", 3)), vec!["Busy"], 0, false),
        (format!("{}, {}", retrier("Busy", 1), retrier("States.ALL", 1)), vec!["Busy", "Other"], 4, true),
    ] {
        let calls = AtomicUsize::new(0);
        let given = kinds.clone();
        let work = move |_| {
            let failure = given.get(calls.fetch_add(1, Ordering::SeqCst)).map(|kind| error(kind));
            async move { failure.map_or(Ok(json!("done")), Err) }
        };
        let started = Instant::now();
        let result = run(&format!("First: {{ {TASK}, Retry: [{retry}], End: true }}"), work, json!({})).await;
        assert_eq!(result.is_ok(), is_done, "{retry} {kinds:?}: {result:?}");
        assert_eq!(started.elapsed(), Duration::from_secs(seconds), "{retry} {kinds:?}");
        if let Err(failure) = result {
            assert_eq!(failure.error_type, *kinds.last().unwrap());
        }
    }
}

#[tokio::test]
async fn a_value_that_is_not_there_fails_the_execution() {
    let map = format!(
        "First: {{ Type: Map, ItemsPath: $.users, MaxConcurrency: 1, ResultPath: $.x, End: true,
                   ItemProcessor: {{ StartAt: One, States: {{ One: {{ {TASK}, End: true }} }} }} }}"
    );
    let echo = |event: Value| async move { Ok(event) };
    for (states, input, message) in [
        ("First: { Type: Pass, InputPath: $.next, End: true }", json!({}), "there is no value at $.next"),
        (&map, json!({}), "there is no value at $.users"),
        (&map, json!({ "users": 7 }), "the value at $.users is not a list"),
    ] {
        let failed = run(states, echo, input).await.unwrap_err();
        assert_eq!(failed, FunctionError::new("States.Runtime", format!("state First: {message}")));
    }
}
