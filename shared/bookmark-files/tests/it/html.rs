//! HTML files.

use bookmark_files::{Entry, Field, FileError, Format, Limits, Reason, Remark, folder_tag};

use crate::samples::{file, invalid, link, millis, read, row, rows, seconds, text, texts};

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

#[test]
fn control_characters_are_removed_with_a_remark_and_an_invisible_title_is_none() {
    let control = |field| vec![Remark::ControlCharacters { field }];
    let expected = [
        row(3, Entry { remarks: control(Field::Title), ..link("https://g.example/1", "bell title") }),
        row(4, link("https://g.example/2", "")),
        row(
            5,
            Entry {
                tags: texts(&["ab"]),
                remarks: control(Field::Tags),
                ..link("https://g.example/3", "tag ctrl")
            },
        ),
        row(6, Entry { tags: texts(&["line break"]), ..link("https://g.example/4", "tag nl") }),
        row(
            7,
            Entry {
                note: text("esc [0m"),
                remarks: control(Field::Note),
                ..link("https://g.example/5", "ok")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "control-characters.html"), expected);
}

#[test]
fn links_after_an_inner_folder_are_in_the_outer_one() {
    let entry = |line, number: u64, title: &str, path: &[&str]| {
        let folders = if path.is_empty() { vec![] } else { vec![texts(path)] };
        let link = link(&format!("https://a.example/{number}"), title);
        row(line, Entry { created: seconds(1_700_000_000 + number), folders, ..link })
    };
    let expected = [
        entry(10, 1, "in Year/Apps", &["Year", "Apps"]),
        entry(13, 2, "in Year/Apps/Games", &["Year", "Apps", "Games"]),
        entry(15, 3, "in Year/Apps after Games", &["Year", "Apps"]),
        entry(17, 4, "in Year", &["Year"]),
        entry(19, 5, "at root", &[]),
    ];
    assert_eq!(rows(Format::Netscape, "nested-before-links.html"), expected);
}
