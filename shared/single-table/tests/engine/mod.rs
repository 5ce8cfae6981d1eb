//! A table on the embedded engine, or on the engine that `AWS_ENDPOINT_URL_DYNAMODB` names. Each test has a table of its own.

use aws_sdk_dynamodb::Client;
use single_table::{Schema, Store, Table, testing};

/// Creates an empty table of the type `T`.
pub(crate) async fn table<T: Table>() -> (Client, Store<T>, String) {
    // Native indexes are new in DynamoDB. Of the engines that tests run against, only the embedded one supports them.
    let native = T::INDEXES.iter().any(single_table::table::IndexSchema::is_native);
    let endpoint = match std::env::var("AWS_ENDPOINT_URL_DYNAMODB") {
        Ok(endpoint) if !native => endpoint,
        _ => embedded().await,
    };
    let http = aws_smithy_http_client::Builder::new().build_http();
    let config = testing::client(http).config().to_builder().endpoint_url(endpoint).build();
    let client = Client::from_conf(config);
    let name = create::<T>(&client).await;
    (client.clone(), Store::new(client, name.clone()), name)
}

/// Creates another empty table on the engine, and returns its name.
pub(crate) async fn create<T: Table>(client: &Client) -> String {
    let name = format!("test-{}", uuid::Uuid::now_v7());
    Schema::of::<T>().create(client, &name).await.expect("the table is made");
    name
}

async fn embedded() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(dynoxide::server::serve_on(listener, dynoxide::Database::memory().expect("an engine")));
    format!("http://{address}")
}
