//! Checks that the README's example compiles and runs, and that the README names the supported Rust version.

mod derive;

use crate::engine;

include!("example.rs");

const README: &str = include_str!("../../../README.md");

#[tokio::test]
async fn the_example_runs() {
    let (_, store, _) = engine::table::<MusicTable>().await;
    example(&store).await.expect("the example succeeds on an empty table");
}

#[test]
fn the_readme_contains_the_example() {
    let shown = format!("```rust\n{}```\n", include_str!("example.rs"));
    assert!(README.contains(&shown), "copy tests/library/readme/example.rs into README.md");
}

#[test]
fn the_readme_names_the_supported_rust_version() {
    let named = format!("supports Rust {} and later", env!("CARGO_PKG_RUST_VERSION"));
    assert!(README.contains(&named), "README.md does not contain {named:?}");
}
