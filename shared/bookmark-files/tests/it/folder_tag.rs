//! The rule by which folders become tags.

use bookmark_files::{folder_path, folder_tag};
use proptest::prelude::*;

#[test]
fn paths_that_look_alike_have_different_tags() {
    for (path, tag) in [
        (&["a", "b"][..], "a/b"),
        (&["a/b"], r"a\/b"),
        (&["a\\", "b"], r"a\\/b"),
        (&["a\\/b"], r"a\\\/b"),
        (&[""], r"\-"),
        (&["", ""], r"\-/\-"),
        (&["\\-"], r"\\-"),
        (&["-"], "-"),
    ] {
        assert_eq!(folder_tag(path).as_deref(), Some(tag), "{path:?}");
        assert_eq!(folder_path(tag), path, "{tag:?}");
    }
    assert_eq!(folder_tag::<&str>(&[]), None);
    assert_eq!(folder_path(""), Vec::<String>::new());
}

#[test]
fn other_texts_are_paths_too() {
    assert_eq!(folder_path(r"AC\DC/x\-y/\-z"), [r"AC\DC", r"x\-y", r"\-z"]);
    assert_eq!(folder_path("/a/"), ["", "a", ""]);
}

fn path() -> impl Strategy<Value = Vec<String>> {
    // Names of the characters that the rule is about, and any others.
    prop::collection::vec(prop_oneof![r"[/\\a-]{0,4}", any::<String>()], 0..5)
}

proptest! {
    /// A function with an inverse is injective: two different paths can't have the same tag.
    #[test]
    fn the_path_follows_from_the_tag(path in path()) {
        let tag = folder_tag(&path);
        prop_assert_eq!(folder_path(tag.as_deref().unwrap_or_default()), path);
    }

    #[test]
    fn different_paths_have_different_tags(a in path(), b in path()) {
        prop_assert_eq!(a == b, folder_tag(&a) == folder_tag(&b));
    }
}
