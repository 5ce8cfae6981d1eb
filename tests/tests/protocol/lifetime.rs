//! Tests a process that serves many invocations, and events between two invocations.

use favorites_tests::lambda::{event, start_table};
use favorites_tests::{Cut, Proxy};

use crate::functions::{http_functions, start};

const INVOCATIONS: usize = 1_000;

#[tokio::test]
async fn a_thousand_invocations_open_no_further_file_or_connection() {
    let table = start_table().await;
    let proxy = Proxy::start(table.environment()).await;
    let mut function = start("create-favorite", proxy.environment()).await;
    let event = event("create-favorite");
    assert_eq!(function.invoke(&event).await.answer()["statusCode"], 201);
    function.idle().await;
    let (files, connections) = (function.open_files(), proxy.accepted());

    for invocation in 1..INVOCATIONS {
        let answer = function.invoke(&event).await.answer();
        assert_eq!(answer["statusCode"], 200, "{invocation}: {answer}");
    }

    function.idle().await;
    assert_eq!((function.open_files(), proxy.accepted()), (files, connections));
    table.shutdown().await;
}

/// Freezes a function, cuts its connections to the table during the freeze, and asserts that the next call succeeds
/// within the function's timeout.
async fn the_call_after_a_freeze_succeeds(cut: Cut, freezes: usize) {
    let table = start_table().await;
    let proxy = Proxy::start(table.environment()).await;
    let declared = http_functions().into_iter().find(|function| function.name == "create-favorite");
    let timeout = declared.expect("the template has it").timeout;
    let mut function = start("create-favorite", proxy.environment()).await;
    let event = event("create-favorite");
    assert_eq!(function.invoke(&event).await.answer()["statusCode"], 201);
    for freeze in 0..freezes {
        let connections = proxy.accepted();
        function.freeze().await;
        proxy.cut(cut).await;
        function.thaw();

        let answer = function.invoke_within(&event, timeout).await.answer();

        assert_eq!(answer["statusCode"], 200, "{freeze}: {answer}");
        assert!(proxy.accepted() > connections, "{freeze}: the connection was not cut");
    }
    table.shutdown().await;
}

#[tokio::test]
async fn the_call_after_a_freeze_succeeds_where_the_table_closed_its_connections() {
    the_call_after_a_freeze_succeeds(Cut::Closed, 20).await;
}

#[tokio::test]
async fn the_call_after_a_freeze_succeeds_where_the_table_forgot_its_connections() {
    the_call_after_a_freeze_succeeds(Cut::Forgotten, 20).await;
}

#[tokio::test]
async fn the_call_after_a_freeze_succeeds_where_the_packets_of_its_connections_are_dropped() {
    the_call_after_a_freeze_succeeds(Cut::Silent, 2).await;
}
