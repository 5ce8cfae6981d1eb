//! `favorites reconcile`, against a server that answers as Lambda and Step Functions do.

use serde_json::{Value, json};

use crate::support::{Program, Scripted, Step};

const FUNCTION: &str = "arn:aws:lambda:eu-west-1:123456789012:function:favorites-Reconcile:live";
const STATE_MACHINE: &str = "arn:aws:states:eu-west-1:123456789012:stateMachine:favorites-reconciliation";
const STARTED: Step = Step::Answer(200, "", r#"{"executionArn": "arn:aws:states:e", "startDate": 1.5}"#);
const RUNNING: Step = Step::Answer(200, "", r#"{"executionArn": "arn:aws:states:e", "status": "RUNNING"}"#);
const SUCCEEDED: Step =
    Step::Answer(200, "", r#"{"executionArn": "arn:aws:states:e", "status": "SUCCEEDED"}"#);
const DENIED: Step =
    Step::Answer(403, "x-amzn-errortype: AccessDeniedException\r\n", r#"{"Message": "not authorized"}"#);

/// The program with credentials, and with `aws` in place of both services.
fn program(aws: &Scripted) -> Program {
    Program::new()
        .with("AWS_ACCESS_KEY_ID", "KEY")
        .with("AWS_SECRET_ACCESS_KEY", "secret")
        .with("AWS_SESSION_TOKEN", "session")
        .with("AWS_ENDPOINT_URL_LAMBDA", aws.url())
        .with("AWS_ENDPOINT_URL_SFN", aws.url())
}

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn a_user_is_reconciled_until_the_pass_is_finished() {
    let part = r#"{"favorites": 1000, "repaired": 2, "drift": 1, "suspects": 3, "finished": false}"#;
    let end = r#"{"favorites": 10, "repaired": 1, "drift": 0, "suspects": 4, "finished": true}"#;
    let aws =
        Scripted::start(vec![Step::Answer(200, "", part), Step::Break, Step::Answer(200, "", end)]).await;
    let run = program(&aws).run(&["reconcile", "user", "ann", "--function", FUNCTION, "--at-once"]).await;
    assert_eq!(
        run.done(),
        "1010 favorites read, 3 repaired, 1 of them drift, 4 differences wait for a second sight\n"
    );
    let received = aws.received();
    assert_eq!(received.len(), 3);
    for request in &received {
        let name = FUNCTION.replace(':', "%3A");
        assert_eq!(request.line, format!("POST /2015-03-31/functions/{name}/invocations"));
        assert_eq!(json_of(&request.body), json!({"userId": "ann", "repairs": "atOnce"}));
        let authorization = &request.headers["authorization"];
        assert!(authorization.starts_with("AWS4-HMAC-SHA256 Credential=KEY/"), "{authorization}");
        assert!(authorization.contains("/eu-west-1/lambda/aws4_request, "), "{authorization}");
        assert_eq!(request.headers["x-amz-security-token"], "session");
    }
}

#[tokio::test]
async fn the_totals_can_be_read_by_a_script() {
    let end = r#"{"favorites": 10, "repaired": 1, "drift": 0, "suspects": 4, "finished": true}"#;
    let aws = Scripted::start(vec![Step::Answer(200, "", end)]).await;
    let run = program(&aws).run(&["reconcile", "user", "ann", "--function", FUNCTION, "--json"]).await;
    assert_eq!(run.json(), json_of(end));
    assert_eq!(json_of(&aws.received()[0].body), json!({"userId": "ann"}));
}

#[tokio::test]
async fn an_execution_is_started_and_awaited() {
    for (command, input) in [
        (&["reconcile", "due"][..], json!({})),
        (&["reconcile", "all"], json!({"full": true})),
        (&["reconcile", "all", "--at-once"], json!({"full": true, "repairs": "atOnce"})),
    ] {
        let aws = Scripted::start(vec![STARTED, RUNNING, SUCCEEDED]).await;
        let options = ["--state-machine", STATE_MACHINE, "--interval", "1"];
        let run = program(&aws).run(&[command, &options].concat()).await;
        assert!(run.out.starts_with("The execution succeeded."), "{run:?}");
        assert_eq!(run.message(), "Started arn:aws:states:e. It goes on if you stop waiting.\n");
        let received = aws.received();
        let targets: Vec<_> =
            received.iter().map(|request| request.headers["x-amz-target"].as_str()).collect();
        let look = "AWSStepFunctions.DescribeExecution";
        assert_eq!(targets, ["AWSStepFunctions.StartExecution", look, look]);
        let start = json_of(&received[0].body);
        assert_eq!(start["stateMachineArn"], STATE_MACHINE);
        assert_eq!(json_of(start["input"].as_str().unwrap()), input);
        assert_eq!(json_of(&received[1].body), json!({"executionArn": "arn:aws:states:e"}));
        assert!(received[0].headers["authorization"].contains("/eu-west-1/states/aws4_request, "));
    }
}

#[tokio::test]
async fn a_start_is_repeated_under_the_same_name() {
    let busy = Step::Answer(400, "", r#"{"__type": "ThrottlingException", "message": "slow down"}"#);
    let aws = Scripted::start(vec![busy, Step::Break, STARTED, SUCCEEDED]).await;
    program(&aws).run(&["reconcile", "due", "--state-machine", STATE_MACHINE]).await.message();
    let names: Vec<_> =
        aws.received()[..3].iter().map(|request| json_of(&request.body)["name"].clone()).collect();
    assert!(names.iter().all(|name| name.is_string() && *name == names[0]), "{names:?}");
}

#[tokio::test]
async fn a_function_or_an_execution_that_fails_ends_with_1() {
    let failed = r#"{"errorType": "Failed", "errorMessage": "the table is throttled"}"#;
    let aws = Scripted::start(vec![Step::Answer(200, "x-amz-function-error: Unhandled\r\n", failed)]).await;
    let error = program(&aws).run(&["reconcile", "user", "ann", "--function", FUNCTION]).await.failed(1);
    assert!(error.starts_with("favorites: the function failed: ") && error.contains("throttled"), "{error}");

    let ended = r#"{"executionArn": "arn:aws:states:e", "status": "TIMED_OUT"}"#;
    let aws = Scripted::start(vec![STARTED, Step::Answer(200, "", ended)]).await;
    let error = program(&aws).run(&["reconcile", "due", "--state-machine", STATE_MACHINE]).await.failed(1);
    assert!(error.contains("the execution arn:aws:states:e ended as TIMED_OUT"), "{error}");
}

#[tokio::test]
async fn refusals_and_outages_of_aws_have_their_exit_codes() {
    let missing = Step::Answer(400, "", r#"{"__type": "StateMachineDoesNotExist", "message": "none"}"#);
    let unreadable = Step::Answer(200, "", "<html>");
    for (step, code, message) in [
        (DENIED, 3, "AccessDeniedException: not authorized"),
        (missing, 4, "StateMachineDoesNotExist: none"),
        (Step::Answer(500, "", ""), 7, "AWS answered 500 Internal Server Error"),
        (Step::Break, 7, "can't be reached"),
        (unreadable, 1, "the answer of AWS can't be read"),
    ] {
        let aws = Scripted::start(vec![step]).await;
        let command = ["reconcile", "due", "--state-machine", STATE_MACHINE, "--retries", "0"];
        let error = program(&aws).run(&command).await.failed(code);
        assert!(error.contains(message), "{error}");
    }
}

#[tokio::test]
async fn without_credentials_the_command_ends_with_3() {
    let aws = Scripted::start(vec![STARTED]).await;
    let program =
        Program::new().with("AWS_ENDPOINT_URL_SFN", aws.url()).with("AWS_EC2_METADATA_DISABLED", "true");
    let error = program.run(&["reconcile", "due", "--state-machine", STATE_MACHINE]).await.failed(3);
    assert!(error.contains("there are no AWS credentials"), "{error}");
    assert!(aws.received().is_empty());
}

#[tokio::test]
async fn an_arn_of_another_kind_is_refused_with_2() {
    for (arguments, reason) in [
        (["user", "ann", "--function", STATE_MACHINE], "the service must be lambda"),
        (["user", "ann", "--function", "favorites-Reconcile"], "is not an ARN"),
    ] {
        let error = Program::new().run(&[&["reconcile"][..], &arguments].concat()).await.failed(2);
        assert!(error.contains(reason), "{error}");
    }
    let error = Program::new().run(&["reconcile", "all"]).await.failed(2);
    assert!(error.contains("--state-machine <ARN>"), "{error}");
}
