//! A table on the embedded engine, or on the one that `AWS_ENDPOINT_URL_DYNAMODB` names; each test has its own.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, KeySchemaElement, KeyType, LocalSecondaryIndex,
    Projection, ProjectionType, ScalarAttributeType,
};
use single_table::{IndexKind, KeyAttribute, Scalar, Store, Table, test_util};

/// An empty table of the type `T`.
pub(crate) async fn table<T: Table>() -> (Client, Store<T>, String) {
    let endpoint = match std::env::var("AWS_ENDPOINT_URL_DYNAMODB") {
        Ok(endpoint) => endpoint,
        Err(_) => embedded().await,
    };
    let http = aws_smithy_http_client::Builder::new().build_http();
    let config = test_util::client(http).config().to_builder().endpoint_url(endpoint).build();
    let client = Client::from_conf(config);
    let name = format!("test-{}", uuid::Uuid::now_v7());
    create::<T>(&client, &name).await;
    (client.clone(), Store::new(client, name.clone()), name)
}

async fn embedded() -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(dynoxide::server::serve_on(listener, dynoxide::Database::memory().expect("an engine")));
    format!("http://{address}")
}

fn schema(partition: &[KeyAttribute], sort: &[KeyAttribute]) -> Vec<KeySchemaElement> {
    let element = |attribute: &KeyAttribute, key_type: KeyType| {
        let element = KeySchemaElement::builder().attribute_name(attribute.name).key_type(key_type);
        element.build().expect("all members are set")
    };
    let partition = partition.iter().map(|attribute| element(attribute, KeyType::Hash));
    partition.chain(sort.iter().map(|attribute| element(attribute, KeyType::Range))).collect()
}

async fn create<T: Table>(client: &Client, name: &str) {
    let all = Projection::builder().projection_type(ProjectionType::All).build();
    let (partition, sort) = (KeyAttribute::text(T::PARTITION_KEY), KeyAttribute::text(T::SORT_KEY));
    let mut attributes = vec![&partition, &sort];
    let mut request = client
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(schema(&[partition], &[sort])));
    for index in T::INDEXES {
        attributes.extend(index.partition_key.iter().chain(index.sort_key));
        let keys = schema(index.partition_key, index.sort_key);
        request = match index.kind {
            IndexKind::Global | IndexKind::Native => {
                let global = GlobalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(all.clone());
                request.global_secondary_indexes(global.build().expect("all members are set"))
            }
            IndexKind::Local => {
                let local = LocalSecondaryIndex::builder()
                    .index_name(index.name)
                    .set_key_schema(Some(keys))
                    .projection(all.clone());
                request.local_secondary_indexes(local.build().expect("all members are set"))
            }
        };
    }
    let attributes: BTreeMap<_, _> =
        attributes.into_iter().map(|attribute| (attribute.name, attribute.scalar)).collect();
    for (name, scalar) in attributes {
        let scalar = match scalar {
            Scalar::S => ScalarAttributeType::S,
            Scalar::N => ScalarAttributeType::N,
            Scalar::B => ScalarAttributeType::B,
        };
        let definition = AttributeDefinition::builder()
            .attribute_name(name)
            .attribute_type(scalar)
            .build()
            .expect("all members are set");
        request = request.attribute_definitions(definition);
    }
    request.send().await.expect("the table is made");
}
