use std::time::Instant;

use single_table::Timestamp;

use super::*;
use crate::search_text::End;

/// Returns tags with these names.
pub(in crate::search) fn tags(names: impl IntoIterator<Item = String>) -> Vec<NamedTag> {
    let tag = |name: String| NamedTag {
        folded_name: CaseFolded::new(&name),
        tag_id: TagId::at(Timestamp::from_unix_millis(0).unwrap()),
    };
    names.into_iter().map(tag).collect()
}

const NAMES: [&str; 6] = ["Dev", "Dev/Rust", "dév/Go/Web", "Developers/Rust", "Dev Ops", "To read"];

/// Returns the names of these tags.
fn names(tags: &[NamedTag], found: &BTreeSet<TagId>) -> Vec<String> {
    let found = tags.iter().filter(|tag| found.contains(&tag.tag_id));
    found.map(|tag| tag.folded_name.as_str().to_owned()).collect()
}

#[test]
fn a_name_also_names_its_descendants() {
    let tags = tags(NAMES.map(str::to_owned));
    let named = |name| names(&tags, &TagNames::new(&tags).named(&TagNamed::of(name).unwrap()));
    assert_eq!(named("DEV"), ["dev", "dev/rust", "dév/go/web"]);
    assert_eq!(named("dev/go"), ["dév/go/web"]);
    assert_eq!(named("Dev Ops"), ["dev ops"]);
    assert!(named("Rust").is_empty() && named("De").is_empty());
}

#[test]
fn words_and_hashtags_are_in_names() {
    let tags = tags(NAMES.map(str::to_owned));
    let with = |words, end| names(&tags, &TagNames::new(&tags).with_words(&Words::new(words, end).unwrap()));
    assert_eq!(with("rust", End::Whole), ["dev/rust", "developers/rust"]);
    assert_eq!(with("#dev/rust", End::Whole), ["dev/rust"]);
    assert_eq!(with("#To-Read", End::Whole), ["to read"]);
    assert_eq!(with("#developer", End::Prefix), ["developers/rust"]);
    assert!(with("#read", End::Whole).is_empty() && with("#", End::Prefix).is_empty());
}

#[test]
fn many_conditions_fold_each_name_once() {
    let tags =
        tags((0..2_000).map(|number| format!("Une Étiquette avec un nom assez long, numéro {number}")));
    let words = Words::new("missing", End::Whole).unwrap();
    let time = |conditions| {
        let (names, begin) = (TagNames::new(&tags), Instant::now());
        assert!((0..conditions).all(|_| names.with_words(&words).is_empty()));
        begin.elapsed()
    };
    let (one, many) = (time(1), time(100));
    assert!(many < 30 * one, "one condition takes {one:?}, 100 conditions {many:?}");
}
