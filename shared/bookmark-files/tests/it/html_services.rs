//! The HTML files of browsers and services.

use bookmark_files::{Entry, Flag, Format};

use crate::samples::{flags, link, millis, row, rows, seconds, text, texts};

#[test]
fn chromes_file_has_folders_without_the_bookmarks_bar() {
    let expected = [
        row(
            11,
            Entry {
                created: seconds(1_700_000_000),
                ..link("https://example.com/?a=1&b=2", "Tom & Jerry <3")
            },
        ),
        row(
            14,
            Entry {
                created: seconds(1_700_000_001),
                folders: vec![texts(&["Kochen & Backen"])],
                ..link("https://example.org/brot", "Brot")
            },
        ),
        row(19, Entry { created: seconds(1_700_000_002), ..link("javascript:alert('hi')", "Bookmarklet") }),
        row(
            21,
            Entry {
                created: seconds(1_700_000_003),
                ..link("https://example.net/other", "In other bookmarks")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "chrome.html"), expected);
}

#[test]
fn firefoxs_file_has_tags_notes_feeds_and_folders_without_containers() {
    let (created, modified) = (seconds(1_600_000_000), seconds(1_600_000_001));
    let expected = [
        row(12, Entry { created, modified, ..link("place:type=6&sort=14&maxResults=10", "Recent Tags") }),
        row(
            16,
            Entry {
                created: seconds(1_600_000_004),
                modified: seconds(1_600_000_005),
                tags: texts(&["help", "web browser"]),
                folders: vec![texts(&["Mozilla Firefox"])],
                note: text("Questions & answers"),
                ..link("https://support.mozilla.org/", "Get Help")
            },
        ),
        row(19, Entry { created: seconds(1_600_000_006), ..link("https://example.com/", "Live bookmark") }),
        row(
            20,
            Entry {
                created: seconds(1_600_000_006),
                ..link("https://example.com/only-feed.xml", "Feed only")
            },
        ),
        row(
            24,
            Entry {
                created: seconds(1_600_000_009),
                modified: seconds(1_600_000_010),
                ..link("https://example.com/toolbar", "On the toolbar")
            },
        ),
        row(
            28,
            Entry {
                created: seconds(1_600_000_013),
                modified: seconds(1_600_000_014),
                ..link("https://example.com/unfiled", "Unfiled")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "firefox.html"), expected);
}

#[test]
fn safaris_file_has_no_outer_list_and_its_favorites_are_a_folder() {
    let expected = [
        row(8, Entry { folders: vec![texts(&["Favorites"])], ..link("https://www.apple.com/", "Apple") }),
        row(10, link("https://example.com/top", "Top level")),
        row(
            13,
            Entry {
                folders: vec![texts(&["Reading List"])],
                ..link("https://webkit.org/blog/", "WebKit “Blog”")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "safari.html"), expected);
}

#[test]
fn edges_file_has_folders_without_the_favorites_bar() {
    let expected = [
        row(
            13,
            Entry {
                created: seconds(1_650_000_003),
                folders: vec![texts(&["Work"])],
                ..link("https://example.com/work", "Work page")
            },
        ),
        row(15, Entry { created: seconds(1_650_000_004), ..link("edge://settings/", "Settings") }),
    ];
    assert_eq!(rows(Format::Netscape, "edge.html"), expected);
}

#[test]
fn linkdings_file_has_notes_after_the_description_and_archived_as_a_tag() {
    let expected = [
        row(
            6,
            Entry {
                created: seconds(1_690_000_000),
                modified: seconds(1_690_000_100),
                tags: texts(&["rust", "web-dev"]),
                excerpt: text("The description"),
                note: text("# My notes\n- one <1>"),
                flags: flags(&[Flag::Unread, Flag::Private]),
                ..link("https://example.com/a?x=1&y=2", "A & B")
            },
        ),
        row(
            9,
            Entry {
                created: seconds(1_690_000_001),
                modified: seconds(1_690_000_101),
                tags: texts(&["old"]),
                note: text("Only a description"),
                flags: flags(&[Flag::Archived]),
                ..link("https://example.com/b", "Archived")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "linkding.html"), expected);
}

#[test]
fn shaarlis_file_has_notes_of_several_paragraphs() {
    let expected = [
        row(
            9,
            Entry {
                created: seconds(1_459_371_397),
                modified: seconds(1_459_371_400),
                tags: texts(&["recipe", "butter"]),
                text: text("\"First line\"\n\n- https://example.com/one\n- second item"),
                ..link("", "A note on this site")
            },
        ),
        row(
            14,
            Entry {
                created: seconds(1_459_370_913),
                tags: texts(&["secretstuff"]),
                flags: flags(&[Flag::Private]),
                ..link("https://example.com/secret#k=", "Private link")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "shaarli.html"), expected);
}

#[test]
fn pinboards_html_file_can_have_entries_without_titles() {
    let expected = [
        row(
            5,
            Entry {
                created: seconds(1_521_303_406),
                tags: texts(&["c", "c++"]),
                ..link("https://example.com/first", "First")
            },
        ),
        row(
            7,
            Entry {
                created: seconds(1_521_197_840),
                note: text("Its note"),
                flags: flags(&[Flag::Unread, Flag::Private]),
                ..link("https://example.com/untitled", "")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "pinboard.html"), expected);
}

#[test]
fn pockets_html_file_has_an_unread_and_an_archived_list() {
    let expected = [
        row(
            11,
            Entry {
                created: seconds(1_684_913_522),
                flags: flags(&[Flag::Unread]),
                ..link("https://example.net/?a=1&b=2", "Example.net")
            },
        ),
        row(
            12,
            Entry {
                created: seconds(1_684_913_346),
                tags: texts(&["tag1", "tag2"]),
                flags: flags(&[Flag::Unread]),
                ..link("https://example.org/#test", "https://example.org/#test")
            },
        ),
        row(
            17,
            Entry {
                created: seconds(1_712_037_544),
                tags: texts(&["done"]),
                flags: flags(&[Flag::Archived]),
                ..link("https://example.org/read", "Read article")
            },
        ),
    ];
    assert_eq!(rows(Format::PocketHtml, "pocket.html"), expected);
}

#[test]
fn googles_file_has_the_same_link_in_two_folders() {
    let entry = |folder| Entry {
        created: millis(1_260_914_469_588),
        folders: vec![texts(&[folder])],
        ..link("https://a.example/c-family", "History of C")
    };
    let expected = [row(8, entry("History")), row(12, entry("Programming"))];
    assert_eq!(rows(Format::Netscape, "google-two-folders.html"), expected);
}
