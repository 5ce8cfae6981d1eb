//! A schedule on the running service.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use favorites_local::template::Template;
use favorites_local::{Options, Service};
use serde_json::{Value, json};

use crate::support::{Seen, TEMPLATE, functions, options, until};

const TICK: &str = r#"
  TickFunction:
    Type: AWS::Serverless::Function
    Properties:
      Handler: tick
      Events:
        EachHour: { Type: Schedule, Properties: { Schedule: rate(1 hour), Input: '{"what": "tick"}' } }
"#;

#[tokio::test]
async fn a_function_is_called_by_its_schedule_and_not_before() {
    let template = Template::parse(&format!("{TEMPLATE}{TICK}")).unwrap();
    let calls = Arc::new(Mutex::new(Vec::new()));
    let tick = {
        let calls = Arc::clone(&calls);
        move |event: Value| {
            calls.lock().unwrap().push(event);
            async { Ok(Value::Null) }
        }
    };
    let options = Options { template: Some(template), ..options() };
    let service = Service::start(options, |_| functions(&Seen::default()).with("tick", tick)).await.unwrap();

    // From here on the clock stands still but for what the test moves it.
    tokio::time::pause();
    tokio::time::advance(Duration::from_mins(59)).await;
    assert_eq!(*calls.lock().unwrap(), Vec::<Value>::new());
    tokio::time::advance(Duration::from_mins(1)).await;
    tokio::time::resume();
    until("the call", || !calls.lock().unwrap().is_empty()).await;
    assert_eq!(*calls.lock().unwrap(), [json!({"what": "tick"})]);
    service.shutdown().await;
}
