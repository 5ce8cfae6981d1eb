//! The guide's page "From Tempest" lists the tests of this target.

const PAGE: &str = include_str!("../../../docs/tempest.md");

/// The classes of `tempest2` whose calls block, and the tests of their scenarios.
const CLASSES: [(&str, &[&str]); 12] = [
    ("CodecTest", &[include_str!("codec.rs")]),
    ("DynamoDbQueryableTest", &[include_str!("dynamo_db_queryable.rs")]),
    ("DynamoDbScannableTest", &[include_str!("dynamo_db_scannable.rs")]),
    ("DynamoDbTableNameResolverTest", &[include_str!("dynamo_db_table_name_resolver.rs")]),
    ("DynamoDbViewTest", &[include_str!("dynamo_db_view.rs")]),
    ("DynamoDbViewWithResultTest", &[include_str!("dynamo_db_view_with_result.rs")]),
    ("JavaInteropTest", &[include_str!("java_interop.rs")]),
    ("LogicalDbBatchTest", &[include_str!("logical_db_batch.rs")]),
    ("LogicalDbFailureTest", &[include_str!("logical_db_failure.rs")]),
    (
        "LogicalDbTransactionTest",
        &[include_str!("logical_db_transaction.rs"), include_str!("logical_db_transaction/versioned.rs")],
    ),
    ("SchemaTest", &[include_str!("schema.rs")]),
    ("WritingPagerTest", &[include_str!("writing_pager.rs")]),
];

/// The tests that the page's table of this class lists.
fn listed(class: &str) -> Vec<&'static str> {
    let (_, section) = PAGE.split_once(&format!("## `{class}`\n")).expect("the page has the class");
    let table =
        section.lines().skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    table
        .skip(2)
        .map(|row| row.split('|').nth(2).expect("a row has a test").trim().trim_matches('`'))
        .collect()
}

/// The tests of a file.
fn tests(file: &'static str) -> impl Iterator<Item = &'static str> {
    let after_attribute =
        file.split("#[test]\nfn ").skip(1).chain(file.split("#[tokio::test]\nasync fn ").skip(1));
    after_attribute.map(|function| function.split_once('(').expect("a function has parameters").0)
}

#[test]
fn the_guide_lists_every_scenario_with_its_test() {
    let mut count = 0;
    for (class, files) in CLASSES {
        let mut listed = listed(class);
        let mut tests: Vec<_> = files.iter().copied().flat_map(tests).collect();
        listed.sort_unstable();
        tests.sort_unstable();
        assert_eq!(listed, tests, "{class}");
        count += tests.len();
    }
    assert_eq!(count, 74);
}
