//! DynamoDB, as the SDK sees it, and what a start makes of what is there.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::retry::RetryConfig;
use aws_sdk_dynamodb::error::{DisplayErrorContext, ProvideErrorMetadata as _};
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, DeleteGlobalSecondaryIndexAction, GlobalSecondaryIndex,
    GlobalSecondaryIndexUpdate, KeySchemaElement, KeyType, Projection, ProjectionType, Put,
    ReturnValuesOnConditionCheckFailure, ScalarAttributeType, TransactWriteItem,
};
use favorites_local::template::Template;
use favorites_local::{AccessKey, DataDirError, Engine, Functions, Options, Service, StartError, TableError};
use reqwest::StatusCode;

use crate::support::{self, Seen, TEMPLATE, dynamodb, in_folder, options, put, signed, start, text};

async fn refused(options: Options) -> StartError {
    Service::start(options, |_| support::functions(&Seen::default())).await.unwrap_err()
}

#[tokio::test]
async fn items_are_written_read_and_queried() {
    let service = start(options(), &Seen::default()).await;
    put(&service, "Thing#1", &[("gsiOnePk", text("g")), ("title", text("one"))]).await;
    let client = dynamodb(&service);
    let query =
        client.query().table_name("things").index_name("gsiOne").key_condition_expression("gsiOnePk = :g");
    let found = query.expression_attribute_values(":g", text("g")).send().await.unwrap();
    assert_eq!(found.items()[0]["title"], text("one"));
    service.shutdown().await;
}

#[tokio::test]
async fn a_cancelled_transaction_shows_the_item_in_the_way() {
    let service = start(options(), &Seen::default()).await;
    put(&service, "Thing#1", &[("title", text("first"))]).await;
    let again = Put::builder()
        .table_name("things")
        .item("pk", text("Thing#1"))
        .item("sk", text("1"))
        .condition_expression("attribute_not_exists(pk)")
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .build()
        .unwrap();
    let request = dynamodb(&service).transact_write_items();
    let error =
        request.transact_items(TransactWriteItem::builder().put(again).build()).send().await.unwrap_err();
    let error = error.into_service_error();
    let aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError::TransactionCanceledException(
        cancelled,
    ) = &error
    else {
        panic!("{error:?}");
    };
    let reason = &cancelled.cancellation_reasons()[0];
    assert_eq!(reason.code(), Some("ConditionalCheckFailed"));
    assert_eq!(reason.item().unwrap()["title"], text("first"));
    service.shutdown().await;
}

#[tokio::test]
async fn bad_requests_are_refused_as_by_dynamodb() {
    let service = start(options(), &Seen::default()).await;
    let missing =
        dynamodb(&service).get_item().table_name("elsewhere").key("pk", text("1")).send().await.unwrap_err();
    assert_eq!(missing.code(), Some("ResourceNotFoundException"));
    for (target, body, expected) in [
        (Some("DynamoDB_20120810.MakeCoffee"), "{}", "UnknownOperationException"),
        (Some("SQS.ListTables"), "{}", "UnknownOperationException"),
        (None, "{}", "UnknownOperationException"),
        (Some("DynamoDB_20120810.ListTables"), "{", "SerializationException"),
        (Some("DynamoDB_20120810.ListTables"), "", "SerializationException"),
        (Some("DynamoDB_20120810.DescribeTable"), "{}", "ValidationException"),
        (Some("DynamoDB_20120810.GetShardIterator"), "{}", "ValidationException"),
    ] {
        let response = signed(&service, target, body, service.access_key()).send().await.unwrap();
        assert_eq!(response.status(), StatusCode::BAD_REQUEST, "{target:?} {body}");
        assert_eq!(response.headers()["content-type"], "application/x-amz-json-1.0");
        let answer = response.text().await.unwrap();
        assert!(answer.contains(expected), "{target:?} {body}: {answer}");
        assert!(!answer.contains("VALIDATION:"), "{answer}");
    }
    service.shutdown().await;
}

#[tokio::test]
async fn data_and_tokens_outlive_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    put(&service, "Thing#1", &[]).await;
    let token = service.tokens().issue("me").unwrap();
    service.shutdown().await;

    let service = start(in_folder(folder.path()), &Seen::default()).await;
    let found =
        dynamodb(&service).get_item().table_name("things").key("pk", text("Thing#1")).key("sk", text("1"));
    assert!(found.send().await.unwrap().item.is_some());
    let answer =
        reqwest::Client::new().get(format!("{}/echo/a", service.url())).bearer_auth(token).send().await;
    assert_eq!(answer.unwrap().status(), StatusCode::OK);
    service.shutdown().await;
}

#[tokio::test]
async fn a_client_of_a_service_that_has_ended_is_told_so() {
    let service = start(options(), &Seen::default()).await;
    let config = dynamodb(&service).config().to_builder().retry_config(RetryConfig::disabled());
    let client = Client::from_conf(config.build());
    client.list_tables().send().await.unwrap();
    service.shutdown().await;
    let error = client.list_tables().send().await.unwrap_err();
    let message = DisplayErrorContext(&error).to_string();
    assert!(message.contains("the local service has ended: start it again"), "{message}");
}

#[tokio::test]
async fn a_request_may_have_16_mebibytes() {
    let service = start(options(), &Seen::default()).await;
    let list = |bytes: usize| {
        let request = dynamodb(&service).list_tables().customize();
        let mut body = b"{}".to_vec();
        body.resize(bytes, b' ');
        request.mutate_request(move |request| *request.body_mut() = body.clone().into()).send()
    };
    list(16 * 1024 * 1024).await.unwrap();
    let error = list(16 * 1024 * 1024 + 1).await.unwrap_err();
    let message = DisplayErrorContext(&error).to_string();
    assert!(message.contains("has 16777217 bytes, and DynamoDB accepts at most 16777216"), "{message}");
    service.shutdown().await;
}

#[tokio::test]
async fn one_service_has_a_folder_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    let error = refused(in_folder(folder.path())).await;
    assert!(matches!(error, StartError::DataDir(DataDirError::InUse { .. })), "{error}");
    assert!(error.to_string().contains("--data-dir"));
    service.shutdown().await;
    start(in_folder(folder.path()), &Seen::default()).await.shutdown().await;
}

#[tokio::test]
async fn a_table_of_another_schema_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    start(in_folder(folder.path()), &Seen::default()).await.shutdown().await;
    for (from, to, expected) in [
        ("ProjectionType: ALL", "ProjectionType: KEYS_ONLY", "the global indexes"),
        ("NonKeyAttributes: [title, note]", "NonKeyAttributes: [title]", "the local indexes"),
        ("NEW_AND_OLD_IMAGES", "NEW_IMAGE", "its stream is NEW_AND_OLD_IMAGES, not NEW_IMAGE"),
        (
            "AttributeName: sk, AttributeType: S",
            "AttributeName: sk, AttributeType: N",
            "attribute sk is S, not N",
        ),
        ("AttributeName: ttl", "AttributeName: expiry", "items expire by ttl, not expiry"),
        (", { AttributeName: sk, KeyType: RANGE }]", "]", "its key is pk / sk, not pk"),
    ] {
        let template = Template::parse(&TEMPLATE.replacen(from, to, 1)).unwrap();
        let error = refused(Options { template: Some(template), ..in_folder(folder.path()) }).await;
        assert!(matches!(error, StartError::Table(TableError::Differs { .. })), "{error}");
        assert!(error.to_string().contains(expected), "{error}");
    }
    let same_attributes_in_another_order = TEMPLATE.replace("[title, note]", "[note, title]");
    let template = Template::parse(&same_attributes_in_another_order).unwrap();
    start(Options { template: Some(template), ..in_folder(folder.path()) }, &Seen::default())
        .await
        .shutdown()
        .await;
}

#[tokio::test]
async fn a_table_that_dynamodb_refuses_is_an_error() {
    let template = TEMPLATE.replace("- { AttributeName: gsiOnePk, AttributeType: S }", "");
    let error = refused(Options { template: Some(Template::parse(&template).unwrap()), ..options() }).await;
    assert!(
        matches!(error, StartError::Table(TableError::Request { operation: "CreateTable", .. })),
        "{error}"
    );
}

#[tokio::test]
async fn an_address_that_cannot_be_listened_on_is_named_with_the_options_that_change_it() {
    let service = start(options(), &Seen::default()).await;
    let error = refused(Options { port: service.address().port(), ..options() }).await;
    let said = error.to_string();
    assert!(said.contains(&service.address().to_string()), "{said}");
    assert!(said.ends_with("choose another address with --port"), "{said}");
    let dynamodb_port = service.dynamodb_endpoint().rsplit(':').next().unwrap().parse().unwrap();
    let error = refused(Options { dynamodb_port, ..options() }).await;
    let said = error.to_string();
    assert!(said.ends_with("choose another address with --dynamodb-host or --dynamodb-port"), "{said}");
    let s3_port = service.s3_endpoint().rsplit(':').next().unwrap().parse().unwrap();
    let error = refused(Options { s3_port, ..options() }).await;
    let said = error.to_string();
    assert!(said.contains("the S3 endpoint cannot listen on 127.0.0.1:"), "{said}");
    assert!(said.ends_with("choose another address with --s3-port"), "{said}");
    service.shutdown().await;
    // No machine should have an address out of TEST-NET-3 (RFC 5737).
    let error = refused(Options { dynamodb_host: "203.0.113.1".parse().unwrap(), ..options() }).await;
    let said = error.to_string();
    assert!(said.contains("the DynamoDB endpoint cannot listen on 203.0.113.1:0: "), "{said}");
}

#[tokio::test]
async fn a_function_that_is_not_there_is_named() {
    let error = Service::start(options(), |_| Functions::new()).await.unwrap_err();
    let StartError::MissingFunctions { names } = error else { panic!("{error}") };
    assert_eq!(names, ["consume", "echo", "fail", "hang", "nonsense", "panic"]);
}

#[tokio::test]
async fn a_file_that_is_not_a_database_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("dynamodb.sqlite"), "no database").unwrap();
    let error = refused(in_folder(folder.path())).await;
    assert!(matches!(error, StartError::Engine(_)), "{error}");
}

#[tokio::test]
async fn an_external_engine_gets_a_table_of_its_own_and_loses_it_again() {
    let engine = start(options(), &Seen::default()).await;
    let (endpoint, key) = (engine.dynamodb_endpoint().to_owned(), engine.access_key().clone());
    let external = Options { engine: Engine::External { endpoint, key }, ..options() };
    let seen = Seen::default();
    let one = start(external.clone(), &seen).await;
    let two = start(external, &Seen::default()).await;
    assert_ne!(one.environment().table_name, two.environment().table_name);
    put(&one, "Thing#1", &[]).await;
    support::until("the record", || support::keys(&seen) == ["Thing#1"]).await;
    one.shutdown().await;
    two.shutdown().await;
    let left = dynamodb(&engine).list_tables().send().await.unwrap();
    assert_eq!(left.table_names(), ["things"]);
    engine.shutdown().await;
}

#[tokio::test]
async fn a_table_in_a_folder_can_be_created_changed_and_deleted_by_a_client() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    let client = dynamodb(&service);
    let element =
        |name: &str, kind| KeySchemaElement::builder().attribute_name(name).key_type(kind).build().unwrap();
    let attribute = |name: &str| {
        let kind = ScalarAttributeType::S;
        AttributeDefinition::builder().attribute_name(name).attribute_type(kind).build().unwrap()
    };
    let index = GlobalSecondaryIndex::builder()
        .index_name("byKind")
        .key_schema(element("kind", KeyType::Hash))
        .key_schema(element("time", KeyType::Range))
        .projection(Projection::builder().projection_type(ProjectionType::All).build())
        .build()
        .unwrap();
    let request = client
        .create_table()
        .table_name("others")
        .billing_mode(BillingMode::PayPerRequest)
        .key_schema(element("pk", KeyType::Hash))
        .set_attribute_definitions(Some(["pk", "kind", "time"].map(attribute).into()))
        .global_secondary_indexes(index);
    request.send().await.unwrap();
    let put = client.put_item().table_name("others").item("pk", text("1"));
    put.item("kind", text("a")).item("time", text("1")).send().await.unwrap();
    let by_kind = || {
        let query = client.query().table_name("others").index_name("byKind");
        query.key_condition_expression("kind = :kind").expression_attribute_values(":kind", text("a"))
    };
    assert_eq!(by_kind().send().await.unwrap().count(), 1);

    let update = client.update_table().table_name("others").deletion_protection_enabled(true);
    update.send().await.unwrap();
    assert_eq!(by_kind().send().await.unwrap().count(), 1);
    let update = client.update_table().table_name("others").deletion_protection_enabled(false);
    update.send().await.unwrap();
    let removal = DeleteGlobalSecondaryIndexAction::builder().index_name("byKind").build().unwrap();
    let update = client.update_table().table_name("others");
    update
        .global_secondary_index_updates(GlobalSecondaryIndexUpdate::builder().delete(removal).build())
        .send()
        .await
        .unwrap();
    assert!(by_kind().send().await.is_err());
    client.delete_table().table_name("others").send().await.unwrap();
    assert_eq!(client.list_tables().send().await.unwrap().table_names(), ["things"]);
    service.shutdown().await;
}

#[tokio::test]
async fn requests_without_the_services_key_are_refused_and_change_nothing() {
    let service = start(options(), &Seen::default()).await;
    put(&service, "Thing#1", &[]).await;
    let target = Some("DynamoDB_20120810.DeleteTable");
    let body = r#"{"TableName":"things"}"#;
    let key = service.access_key();
    let with = |key: &AccessKey| signed(&service, target, body, key);
    let unsigned = reqwest::Client::new().post(service.dynamodb_endpoint()).body(body);
    let unsigned = unsigned.header("x-amz-target", "DynamoDB_20120810.DeleteTable");
    for (request, expected) in [
        (unsigned.try_clone().unwrap(), "MissingAuthenticationTokenException"),
        (unsigned.header("authorization", "Basic bWU6bWU="), "IncompleteSignatureException"),
        (with(&AccessKey::new("AKIAIOSFODNN7EXAMPLE", key.secret())), "UnrecognizedClientException"),
        (with(&AccessKey::new(key.id(), "wrong")), "InvalidSignatureException"),
    ] {
        let answer = request.send().await.unwrap();
        assert_eq!(answer.status(), StatusCode::BAD_REQUEST);
        let answer = answer.text().await.unwrap();
        assert!(answer.contains(expected), "{answer}");
    }
    let table = dynamodb(&service).scan().table_name("things").send().await.unwrap();
    assert_eq!(table.count(), 1);
    service.shutdown().await;
}

#[tokio::test]
async fn the_access_key_outlives_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    let key = service.access_key().clone();
    service.shutdown().await;
    let service = start(in_folder(folder.path()), &Seen::default()).await;
    let request = signed(&service, Some("DynamoDB_20120810.ListTables"), "{}", &key);
    assert_eq!(request.send().await.unwrap().status(), StatusCode::OK);
    service.shutdown().await;
}
