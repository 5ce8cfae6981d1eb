use std::time::Instant;

use single_table::Timestamp;

use super::*;
use crate::model::ids::UserId;
use crate::model::tag::TagName;
use crate::search_text::End;

fn tags(names: impl IntoIterator<Item = String>) -> Vec<Tag> {
    let (user_id, time) = (UserId::parse("ann").unwrap(), Timestamp::from_unix_millis(0).unwrap());
    let tag = |name| Tag {
        user_id: user_id.clone(),
        tag_id: TagId::at(time),
        tag_name: TagName::parse(name).unwrap(),
        create_time: time,
        last_access_time: time,
        version: 1,
        former_names: Vec::new(),
    };
    names.into_iter().map(tag).collect()
}

const NAMES: [&str; 6] = ["Dev", "Dev/Rust", "dév/Go/Web", "Developers/Rust", "Dev Ops", "To read"];

/// Returns the names of these tags.
fn names(tags: &[Tag], found: &BTreeSet<TagId>) -> Vec<String> {
    let found = tags.iter().filter(|tag| found.contains(&tag.tag_id));
    found.map(|tag| tag.tag_name.as_str().to_owned()).collect()
}

#[test]
fn a_name_also_names_its_descendants() {
    let tags = tags(NAMES.map(str::to_owned));
    let named = |name| names(&tags, &TagNames::new(&tags).named(&TagNamed::of(name).unwrap()));
    assert_eq!(named("DEV"), ["Dev", "Dev/Rust", "dév/Go/Web"]);
    assert_eq!(named("dev/go"), ["dév/Go/Web"]);
    assert_eq!(named("Dev Ops"), ["Dev Ops"]);
    assert!(named("Rust").is_empty() && named("De").is_empty());
}

#[test]
fn words_and_hashtags_are_in_names() {
    let tags = tags(NAMES.map(str::to_owned));
    let with = |words, end| names(&tags, &TagNames::new(&tags).with_words(&Words::new(words, end).unwrap()));
    assert_eq!(with("rust", End::Whole), ["Dev/Rust", "Developers/Rust"]);
    assert_eq!(with("#dev/rust", End::Whole), ["Dev/Rust"]);
    assert_eq!(with("#To-Read", End::Whole), ["To read"]);
    assert_eq!(with("#developer", End::Prefix), ["Developers/Rust"]);
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
