//! Schemas, compared with tables on a DynamoDB engine and with descriptions of tables.

use aws_sdk_dynamodb::types::{
    AttributeDefinition, GlobalSecondaryIndexDescription, KeySchemaElement, KeyType, Projection,
    ProjectionType, ScalarAttributeType, StreamSpecification, StreamViewType, TableDescription,
    TimeToLiveDescription, TimeToLiveStatus,
};
use single_table::schema::CreateError;
use single_table::{Error, Schema, table};

use crate::engine;

table! {
    /// A table with every option.
    pub(crate) struct FullTable {
        key: (pk, sk),
        ttl: ttl,
        stream: NewAndOldImages,
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            ByState = byState native ([customer: S, state: S], [date: N, digest: B]),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [],
    }
}

table! {
    /// A table without options.
    pub(crate) struct BareTable { key: (pk, sk), entities: [] }
}

#[tokio::test]
async fn a_table_that_was_made_does_not_differ() {
    let (client, _, full) = engine::table::<FullTable>().await;
    assert_eq!(Schema::of::<FullTable>().check(&client, &full).await.unwrap(), []);
    let (client, _, bare) = engine::table::<BareTable>().await;
    assert_eq!(Schema::of::<BareTable>().check(&client, &bare).await.unwrap(), []);
}

#[tokio::test]
async fn another_table_differs_in_all_that_it_has_more_or_less() {
    let (client, _, full) = engine::table::<FullTable>().await;
    let extra = [
        "index gsiOne is not declared",
        "index byState is not declared",
        "index lsiOne is not declared",
        "the TTL attribute is ttl, not off",
        "the stream is NEW_AND_OLD_IMAGES, not off",
    ];
    let differences = Schema::of::<BareTable>().check(&client, &full).await.unwrap();
    assert_eq!(differences.iter().map(ToString::to_string).collect::<Vec<_>>(), extra);

    let (client, _, bare) = engine::table::<BareTable>().await;
    let missing = [
        "global index gsiOne (gsiOnePk HASH, gsiOneSk RANGE) is missing",
        "global index byState (customer HASH, state HASH, date RANGE, digest RANGE) is missing",
        "local index lsiOne (pk HASH, lsiOneSk RANGE) is missing",
        "the TTL attribute is off, not ttl",
        "the stream is off, not NEW_AND_OLD_IMAGES",
    ];
    let differences = Schema::of::<FullTable>().check(&client, &bare).await.unwrap();
    assert_eq!(differences.iter().map(ToString::to_string).collect::<Vec<_>>(), missing);
}

#[tokio::test]
async fn a_table_is_made_once() {
    let (client, _, name) = engine::table::<BareTable>().await;
    let again = Schema::of::<BareTable>().create(&client, &name).await;
    let Err(CreateError::Failed(Error::Refused { code, .. })) = again else { panic!("{again:?}") };
    assert_eq!(code, "ResourceInUseException");
}

#[tokio::test]
async fn a_table_that_is_not_there_can_not_be_checked() {
    let (client, ..) = engine::table::<BareTable>().await;
    let checked = Schema::of::<BareTable>().check(&client, "not-there").await;
    let Err(Error::Refused { code, .. }) = checked else { panic!("{checked:?}") };
    assert_eq!(code, "ResourceNotFoundException");
}

table! {
    /// A table that is small enough to describe by hand.
    pub struct SmallTable {
        key: (pk, sk),
        ttl: ttl,
        stream: KeysOnly,
        global: [Small = small native ([a: S, b: S], [])],
        entities: [],
    }
}

fn key(elements: &[(&str, KeyType)]) -> Vec<KeySchemaElement> {
    let element = |(name, key_type): &(&str, KeyType)| {
        KeySchemaElement::builder()
            .attribute_name(*name)
            .key_type(key_type.clone())
            .build()
            .expect("a name and a type")
    };
    elements.iter().map(element).collect()
}

fn definition(name: &str, scalar: ScalarAttributeType) -> AttributeDefinition {
    AttributeDefinition::builder()
        .attribute_name(name)
        .attribute_type(scalar)
        .build()
        .expect("a name and a type")
}

fn index(name: &str, attributes: [&str; 2], projection: ProjectionType) -> GlobalSecondaryIndexDescription {
    GlobalSecondaryIndexDescription::builder()
        .index_name(name)
        .set_key_schema(Some(key(&attributes.map(|attribute| (attribute, KeyType::Hash)))))
        .projection(Projection::builder().projection_type(projection).build())
        .build()
}

fn stream(view: StreamViewType) -> StreamSpecification {
    let builder = StreamSpecification::builder().stream_enabled(true).stream_view_type(view);
    builder.build().expect("it says whether it is enabled")
}

/// The description of `SmallTable` by DynamoDB.
fn small() -> TableDescription {
    TableDescription::builder()
        .set_key_schema(Some(key(&[("pk", KeyType::Hash), ("sk", KeyType::Range)])))
        .set_attribute_definitions(Some(
            ["pk", "sk", "a", "b"].map(|name| definition(name, ScalarAttributeType::S)).into(),
        ))
        .global_secondary_indexes(index("small", ["a", "b"], ProjectionType::All))
        .stream_specification(stream(StreamViewType::KeysOnly))
        .build()
}

fn ttl(status: TimeToLiveStatus) -> TimeToLiveDescription {
    TimeToLiveDescription::builder().attribute_name("ttl").time_to_live_status(status).build()
}

/// Returns the differences of `SmallTable` after a change to its description.
fn differences(change: impl FnOnce(&mut TableDescription)) -> Vec<String> {
    let mut table = small();
    change(&mut table);
    let differences =
        Schema::of::<SmallTable>().differences_to_table(&table, Some(&ttl(TimeToLiveStatus::Enabled)));
    differences.iter().map(ToString::to_string).collect()
}

#[test]
fn a_table_of_the_schema_does_not_differ() {
    assert!(differences(|_| {}).is_empty());
}

#[test]
fn the_tables_key_is_compared_with_its_order() {
    let reversed = key(&[("sk", KeyType::Hash), ("pk", KeyType::Range)]);
    assert_eq!(
        differences(|table| table.key_schema = Some(reversed)),
        ["the table's key is (sk HASH, pk RANGE), not (pk HASH, sk RANGE)"]
    );
}

#[test]
fn a_missing_index_is_named_without_the_attributes_that_go_with_it() {
    let without = |table: &mut TableDescription| {
        table.global_secondary_indexes = None;
        table.attribute_definitions.as_mut().unwrap().truncate(2);
    };
    assert_eq!(differences(without), ["global index small (a HASH, b HASH) is missing"]);
}

#[test]
fn an_extra_index_is_named_without_the_attributes_that_go_with_it() {
    let with = |table: &mut TableDescription| {
        let other = index("other", ["a", "c"], ProjectionType::All);
        table.global_secondary_indexes.as_mut().unwrap().push(other);
        table.attribute_definitions.as_mut().unwrap().push(definition("c", ScalarAttributeType::N));
    };
    assert_eq!(differences(with), ["index other is not declared"]);
}

#[test]
fn the_parts_of_an_index_are_compared() {
    let swapped = index("small", ["b", "a"], ProjectionType::Include);
    assert_eq!(
        differences(|table| table.global_secondary_indexes = Some(vec![swapped])),
        [
            "the key of index small is (b HASH, a HASH), not (a HASH, b HASH)",
            "index small projects INCLUDE, not ALL",
        ]
    );
}

#[test]
fn attributes_are_compared() {
    let change = |table: &mut TableDescription| {
        table.attribute_definitions = Some(vec![
            definition("pk", ScalarAttributeType::S),
            definition("a", ScalarAttributeType::N),
            definition("b", ScalarAttributeType::S),
            definition("c", ScalarAttributeType::S),
        ]);
    };
    assert_eq!(
        differences(change),
        [
            "key attribute sk is not defined, but declared as S",
            "key attribute a has type N, not S",
            "attribute c is defined, but no key uses it",
        ]
    );
}

#[test]
fn the_stream_is_compared() {
    assert_eq!(
        differences(|table| table.stream_specification = Some(stream(StreamViewType::NewImage))),
        ["the stream is NEW_IMAGE, not KEYS_ONLY"]
    );
    let off = StreamSpecification::builder().stream_enabled(false).build().unwrap();
    assert_eq!(
        differences(|table| table.stream_specification = Some(off)),
        ["the stream is off, not KEYS_ONLY"]
    );
}

#[test]
fn the_time_to_live_that_is_being_switched_on_counts() {
    let schema = Schema::of::<SmallTable>();
    assert_eq!(schema.differences_to_table(&small(), Some(&ttl(TimeToLiveStatus::Enabling))), []);
    for off in [Some(ttl(TimeToLiveStatus::Disabling)), Some(ttl(TimeToLiveStatus::Disabled)), None] {
        let differences = schema.differences_to_table(&small(), off.as_ref());
        let [difference] = &differences[..] else { panic!("{differences:?}") };
        assert_eq!(difference.to_string(), "the TTL attribute is off, not ttl");
    }
}
