//! Tests that a function only talks to a DynamoDB endpoint whose certificate it trusts.

use favorites_api::ProblemType;
use favorites_local::Connection;
use favorites_tests::lambda::{event, variables};
use favorites_tests::tls::TlsProxy;
use favorites_tests::{Answer, BrokenTable, TableFault};

use crate::functions::start_with;

/// Calls get-counts with the proxy as its DynamoDB endpoint, and expects this problem.
async fn call(table: &BrokenTable, proxy: &TlsProxy, bundle: Option<String>, kind: ProblemType) {
    let mut environment = table.environment();
    environment.dynamodb = Connection::over_http(proxy.url());
    let bundle = bundle.map(|bundle| ("AWS_CA_BUNDLE", bundle));
    let variables = variables(&environment, "get-counts").into_iter().chain(bundle);
    let mut function = start_with("get-counts", variables).await;
    let event = event("get-counts");
    let answer = function.invoke(&event).await.answer();
    Answer::of_function(&event, &answer).problem(kind);
}

#[tokio::test]
async fn nothing_is_sent_to_a_server_whose_root_is_unknown() {
    let table = BrokenTable::start(TableFault::NotJson).await;
    let environment = table.environment();
    let address = environment.dynamodb.url().strip_prefix("http://").and_then(|address| address.parse().ok());
    let proxy = TlsProxy::start(address.expect("the endpoint is an address")).await;

    call(&table, &proxy, None, ProblemType::Busy).await;
    assert_eq!(table.requests(), 0);

    let bundle = proxy.ca_bundle().to_str().expect("a temporary folder's path is UTF-8").to_owned();
    call(&table, &proxy, Some(bundle), ProblemType::Internal).await;
    assert!(table.requests() > 0);
}
