//! HTML files.

use bookmark_files::{Entry, Field, FileError, Flag, Format, Limits, Reason, Remark, folder_tag};

use crate::samples::{file, flags, invalid, link, millis, read, row, rows, seconds, text, texts};

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
fn dates_are_seconds_milliseconds_or_microseconds_and_bad_ones_are_remarks() {
    let unreadable = |field, value: &str| Remark::DateUnreadable { field, value: value.to_owned() };
    let out_of_range = |field, value: &str| Remark::DateOutOfRange { field, value: value.to_owned() };
    let expected = [
        row(
            3,
            Entry {
                created: seconds(1_700_000_000),
                modified: millis(1_700_000_000_123),
                ..link("https://example.com/seconds", "s")
            },
        ),
        row(4, Entry { created: millis(1_700_000_000_123), ..link("https://example.com/millis", "ms") }),
        row(5, Entry { created: millis(1_700_000_000_123), ..link("https://example.com/micros", "us") }),
        row(6, link("https://example.com/zero", "zero")),
        row(7, link("https://example.com/missing", "missing")),
        row(
            8,
            Entry {
                remarks: vec![unreadable(Field::Created, "last week"), out_of_range(Field::Modified, "-1")],
                ..link("https://example.com/words", "words")
            },
        ),
        row(
            9,
            Entry {
                remarks: vec![out_of_range(Field::Created, "99999999999999999999")],
                ..link("https://example.com/huge", "huge")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "dates.html"), expected);
}

#[test]
fn dates_in_the_future_are_read_and_those_of_chrome_count_from_1601() {
    let expected = [
        row(3, Entry { created: seconds(4_102_444_800), ..link("https://f.example/1", "2100") }),
        row(
            4,
            Entry {
                created: seconds(1_700_000_000),
                ..link("https://f.example/2", "webkit microseconds since 1601")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "future-date.html"), expected);
}

#[test]
fn an_entry_with_only_the_time_of_its_change_was_saved_then() {
    let bytes = b"<DT><A HREF=\"u:\" LAST_MODIFIED=\"1700000000\">t</A>";
    let (rows, _) = read(Format::Netscape, bytes, Limits::default());
    let time = seconds(1_700_000_000);
    assert_eq!(rows, [row(1, Entry { created: time, modified: time, ..link("u:", "t") })]);
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

#[test]
fn tags_and_paths_of_any_usual_length_are_whole() {
    let rows_of = |name| {
        let entry = |row: bookmark_files::Row| match row.outcome {
            bookmark_files::Outcome::Entry(entry) => *entry,
            bookmark_files::Outcome::Invalid(reason) => panic!("{reason}"),
        };
        rows(Format::Netscape, name).into_iter().map(entry).collect::<Vec<_>>()
    };
    let tags = rows_of("tags.html");
    assert_eq!(tags.iter().map(|entry| entry.tags.len()).collect::<Vec<_>>(), [25, 1, 16, 3, 3, 3, 4]);
    assert_eq!(tags[3].tags, ["Rust", "rust", "RUST"]);
    let paths = rows_of("long-folder-path.html");
    let path = texts(&["Research and Reading", "Computer Science", "Programming Languages", "Type Theory"]);
    assert_eq!((&paths[0].folders, &paths[1].folders), (&vec![path.clone()], &vec![path[..3].to_vec()]));
    assert!(tags.iter().chain(&paths).all(|entry| entry.remarks.is_empty()));
}

#[test]
fn a_byte_order_mark_and_crlf_change_nothing_but_the_line_breaks_of_notes() {
    let expected = [row(3, Entry { note: text("one\ntwo"), ..link("https://example.com/crlf", "Title") })];
    assert_eq!(rows(Format::Netscape, "bom-crlf.html"), expected);
}

#[test]
fn missing_end_tags_lower_case_and_unescaped_texts_are_read() {
    let folder = vec![texts(&["Folder without end tags"])];
    let expected = [
        row(
            3,
            Entry {
                created: seconds(1_700_000_005),
                ..link("https://example.com/unquoted", "lowercase, unquoted")
            },
        ),
        row(
            6,
            Entry {
                folders: folder.clone(),
                note: text("note\nsecond"),
                ..link("https://example.com/single", "a < b © &unknown; bold")
            },
        ),
        row(8, Entry { folders: folder, ..link("https://example.com/nested", "Nested") }),
    ];
    assert_eq!(rows(Format::Netscape, "unclosed.html"), expected);
}

#[test]
fn folders_and_separators_are_not_rows_and_links_without_addresses_are_invalid_rows() {
    let expected = [
        invalid(3, Reason::Empty),
        invalid(4, Reason::Empty),
        row(6, link("chrome://settings/", "Settings")),
        row(10, link("data:text/html,hello", "Data")),
    ];
    assert_eq!(rows(Format::Netscape, "not-entries.html"), expected);
}

#[test]
fn folders_with_the_same_name_have_different_tags() {
    let paths: Vec<_> = rows(Format::Netscape, "same-names.html")
        .into_iter()
        .map(|row| match row.outcome {
            bookmark_files::Outcome::Entry(entry) => entry.folders,
            bookmark_files::Outcome::Invalid(reason) => panic!("{reason}"),
        })
        .collect();
    // A folder whose name is only spaces is left out.
    let expected = [
        vec![texts(&["Work", "Links"])],
        vec![texts(&["Home", "Links"])],
        vec![texts(&["Work/Links"])],
        vec![],
    ];
    assert_eq!(paths, expected);
    let tags: Vec<_> = paths.iter().flatten().map(|path| folder_tag(path).unwrap()).collect();
    assert_eq!(tags, ["Work/Links", "Home/Links", r"Work\/Links"]);
}

#[test]
fn characters_that_the_encoding_does_not_have_are_replaced_and_remarked() {
    let bytes = b"<meta charset=utf-8><dl><DT><A HREF=\"u:\" TAGS=\"\xe6\x94\xb6\">cut \xe6\x94</A>";
    let (rows, error) = read(Format::Netscape, bytes, Limits::default());
    assert!(error.is_none());
    let entry = Entry {
        tags: texts(&["收"]),
        remarks: vec![Remark::Undecoded { field: Field::Title }],
        ..link("u:", "cut \u{fffd}")
    };
    assert_eq!(rows, [row(1, entry)]);
}

#[test]
fn a_file_that_ends_in_a_tag_gives_its_rows_and_then_an_error() {
    let (rows, error) = read(Format::Netscape, &file("truncated.html"), Limits::default());
    assert_eq!(rows, [row(3, link("https://example.com/1", "1"))]);
    assert!(matches!(error, Some(FileError::Truncated { line: 4, .. })), "{error:?}");
}

#[test]
fn a_title_with_an_unescaped_script_tag_hides_no_later_entry() {
    let bytes =
        b"<DT><A HREF=\"https://example.com/1\">a <script> b</A><DT><A HREF=\"https://example.com/2\">2</A>";
    let (rows, error) = read(Format::Netscape, bytes, Limits::default());
    assert!(error.is_none());
    assert_eq!(
        rows,
        [row(1, link("https://example.com/1", "a <script> b")), row(1, link("https://example.com/2", "2"))]
    );
}
