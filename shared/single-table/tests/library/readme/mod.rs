//! Checks that the README's examples compile and run, and that the README names the supported Rust version.

mod derive;

use single_table::testing::{Fault, Faults, Operation, Target, Times};
use single_table::{Client, WriteError};

use crate::engine;

include!("example.rs");

/// The same with the SDK alone.
#[expect(dead_code, reason = "only the library's version runs")]
mod bare_sdk {
    use aws_sdk_dynamodb::Client;
    use aws_sdk_dynamodb::types::{AttributeValue, Put, TransactWriteItem, Update};

    use super::Track;

    include!("bare_sdk.rs");
}

const README: &str = include_str!("../../../README.md");

#[tokio::test]
async fn the_examples_run() {
    let (client, store, table) = engine::table::<MusicTable>().await;
    tour(&store).await.expect("the tour succeeds on an empty table");
    a_lost_answer_counts_no_track_twice(&client, &table).await.expect("it is counted once");
}

#[tokio::test]
async fn a_track_without_an_album_and_a_second_one_are_refused() {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let track = |title: &str| Track {
        album: "The Wall".to_owned(),
        number: 6,
        artist: "Pink Floyd".to_owned(),
        title: title.to_owned(),
    };
    let refused = add_track(&store, &track("Mother")).await.unwrap_err();
    assert_eq!(refused.to_string(), "the table has no album with this name");
    let album = Album { name: "The Wall".into(), code: "SHDW 411".into(), tracks: 0, version: 1 };
    store.insert(&album).await.unwrap();
    add_track(&store, &track("Mother")).await.unwrap();
    let refused = add_track(&store, &track("Other")).await.unwrap_err();
    assert_eq!(refused.to_string(), "Mother has this number");
}

#[test]
fn each_example_of_the_readme_is_a_part_of_one_that_compiles() {
    let compiled = [include_str!("example.rs"), include_str!("bare_sdk.rs")];
    let blocks: Vec<&str> =
        README.split("```rust\n").skip(1).filter_map(|rest| Some(rest.split_once("```")?.0)).collect();
    assert_eq!(blocks.len(), 4);
    for block in blocks {
        assert!(
            compiled.iter().any(|file| file.contains(block)),
            "no file of this folder contains:\n{block}"
        );
    }
}

#[test]
fn the_readme_names_the_supported_rust_version() {
    let named = format!("supports Rust {} and later", env!("CARGO_PKG_RUST_VERSION"));
    assert!(README.contains(&named), "README.md does not contain {named:?}");
}
