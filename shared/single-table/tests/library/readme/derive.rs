//! The example of the README compiles, the macro generates what the README lists, and the README is right about the
//! supported Rust version.

include!("derive_example.rs");

const README: &str = include_str!("../../../../single-table-derive/README.md");

#[test]
fn the_macro_generates_the_names_that_the_readme_lists() {
    let key = TrackKey { album: "The Wall".to_owned(), number: 6 };
    let _ =
        (TrackItems::query(key.album.clone()), TracksByArtist::query("Pink Floyd".to_owned()), Track::TITLE);

    let (artist, title) = ("Pink Floyd".to_owned(), "Mother".to_owned());
    let item = single_table::encode(&Track { album: key.album, number: key.number, artist, title }).unwrap();
    assert_eq!(item["pk"].as_s().map(String::as_str), Ok("Track#The$PWall"));
    assert_eq!(item["gsiOneSk"].as_s().map(String::as_str), Ok("Mother"));
}

#[test]
fn the_readme_contains_the_example() {
    let shown = format!("```rust\n{}```\n", include_str!("derive_example.rs"));
    assert!(
        README.contains(&shown),
        "copy tests/library/readme/derive_example.rs into the README.md of single-table-derive"
    );
}

#[test]
fn the_readme_names_the_supported_rust_version() {
    let manifest = include_str!("../../../../single-table-derive/Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).unwrap();
    let named = format!("supports Rust {} and later", version.trim_matches('"'));
    assert!(README.contains(&named), "README.md does not contain {named:?}");
}
