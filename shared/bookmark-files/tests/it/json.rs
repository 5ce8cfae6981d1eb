//! JSON files.

use bookmark_files::{Entry, Field, FileError, FileLimit, Flag, Format, LimitUnit, Limits, Reason, Remark};

use crate::samples::{file, flags, invalid, link, millis, read, row, rows, seconds, text, texts};

#[test]
fn karakeeps_file_has_texts_and_lists_that_come_after_the_bookmarks() {
    let expected = [
        row(
            3,
            Entry {
                created: seconds(1_704_164_645),
                tags: texts(&["rust", "with space, and comma"]),
                folders: vec![texts(&["Parent", "Child"]), texts(&["Parent"])],
                note: text("My note\nwith two lines"),
                ..link("https://example.com/k", "A link")
            },
        ),
        row(
            12,
            Entry {
                created: seconds(1_704_164_646),
                text: text("# A text\n\nbookmark"),
                flags: flags(&[Flag::Archived]),
                ..Entry::default()
            },
        ),
        invalid(13, Reason::Empty),
    ];
    assert_eq!(rows(Format::Karakeep, "karakeep.json"), expected);
}

#[test]
fn karakeeps_older_file_has_no_lists() {
    let expected = [row(
        1,
        Entry {
            created: seconds(1_704_164_645),
            tags: texts(&["a"]),
            ..link("https://example.com/old", "Before lists were exported")
        },
    )];
    assert_eq!(rows(Format::Karakeep, "karakeep-old.json"), expected);
}

#[test]
fn linkwardens_file_has_nested_collections_pinned_links_and_dates_of_older_services() {
    let expected = [
        row(
            21,
            Entry {
                note: text("About Rust"),
                created: millis(1_709_287_200_250),
                modified: seconds(1_709_373_600),
                tags: texts(&["rust", "read later, maybe"]),
                folders: vec![texts(&["Programming", "Rust"])],
                ..link("https://doc.rust-lang.org/book/", "The Book")
            },
        ),
        invalid(38, Reason::Empty),
        row(
            43,
            Entry {
                created: seconds(1_273_129_689),
                modified: seconds(1_709_424_000),
                flags: flags(&[Flag::Favorite]),
                ..link("https://example.com/imported", "")
            },
        ),
    ];
    assert_eq!(rows(Format::Linkwarden, "linkwarden.json"), expected);
}

#[test]
fn pinboards_json_file_has_tags_with_spaces_between_them() {
    let expected = [
        row(
            1,
            Entry {
                note: text("A note\nin two lines"),
                created: seconds(1_402_761_102),
                tags: texts(&["reddit", "android"]),
                flags: flags(&[Flag::Unread, Flag::Private]),
                ..link("http://example.com/r/", "Title – here")
            },
        ),
        row(2, Entry { created: seconds(1_464_261_448), ..link("https://example.com/public", "") }),
    ];
    assert_eq!(rows(Format::Pinboard, "pinboard.json"), expected);
}

#[test]
fn a_byte_order_mark_and_crlf_are_read() {
    assert_eq!(rows(Format::Pinboard, "bom-crlf.json"), [row(2, link("https://example.com/bom", "Title"))]);
}

#[test]
fn a_file_that_ends_early_gives_its_rows_and_then_an_error() {
    let (rows, error) = read(Format::Pinboard, &file("truncated.json"), Limits::default());
    assert_eq!(rows, [row(1, Entry { ..link("https://example.com/1", "") })]);
    assert!(matches!(error, Some(FileError::Truncated { line: 2, .. })), "{error:?}");

    let (rows, error) = read(Format::Karakeep, &file("truncated-karakeep.json"), Limits::default());
    assert_eq!(rows, [row(1, Entry { ..link("https://example.com/1", "") })]);
    assert!(matches!(error, Some(FileError::Truncated { line: 2, .. })), "{error:?}");
}

#[test]
fn a_syntax_error_gives_the_rows_before_it_and_names_its_line() {
    let (rows, error) =
        read(Format::Pinboard, b"[{\"href\": \"https://example.com/1\"},\n{\"href\" 2}]", Limits::default());
    assert_eq!(rows, [row(1, Entry { ..link("https://example.com/1", "") })]);
    let error = error.unwrap();
    assert!(matches!(error, FileError::Malformed { line: 2, .. }), "{error:?}");
    assert!(std::error::Error::source(&error).is_some());
}

#[test]
fn an_error_of_the_source_inside_a_string_keeps_its_cause() {
    let long = format!("[{{\"href\":\"{}\"}}]", "x".repeat(10_000));
    let (_, error) =
        read(Format::Pinboard, long.as_bytes(), Limits { file_bytes: 5_000, ..Limits::default() });
    assert!(
        matches!(error, Some(FileError::Limit(FileLimit { unit: LimitUnit::FileBytes, .. }))),
        "{error:?}"
    );
}

#[test]
fn bytes_after_the_end_are_an_error() {
    let (rows, error) = read(Format::Pinboard, b"[]\n[]", Limits::default());
    assert_eq!(rows, []);
    assert!(matches!(error, Some(FileError::Malformed { line: 2, .. })), "{error:?}");
}

#[test]
fn values_of_other_types_are_remarks_or_invalid_rows() {
    let bytes = br#"[{"href": "https://example.com/1", "description": ["x"], "extended": 7, "tags": null}, null, "text",
        {"href": "https://example.com/2", "description": false, "extended": true, "time": 1700000000, "tags": 7},
        {"href": "https://example.com/3", "description": null, "extended": "false", "time": false}]"#;
    let (rows, error) = read(Format::Pinboard, bytes, Limits::default());
    assert!(error.is_none(), "{error:?}");
    let first = Entry {
        remarks: vec![Remark::NotText { field: Field::Title }, Remark::NotText { field: Field::Note }],
        ..link("https://example.com/1", "")
    };
    let second = Entry {
        created: seconds(1_700_000_000),
        tags: texts(&["7"]),
        remarks: vec![Remark::NotText { field: Field::Note }],
        ..link("https://example.com/2", "")
    };
    let third = Entry { note: text("false"), ..link("https://example.com/3", "") };
    assert_eq!(
        rows,
        [
            row(1, first),
            invalid(1, Reason::NotObject),
            invalid(1, Reason::NotObject),
            row(2, second),
            row(3, third)
        ]
    );
}

#[test]
fn a_file_without_the_array_of_entries_is_an_error() {
    for (format, part) in
        [(Format::Karakeep, "array \"bookmarks\""), (Format::Linkwarden, "array \"collections\"")]
    {
        let (rows, error) = read(format, br#"{"version": 1, "lists": []}"#, Limits::default());
        assert_eq!(rows, []);
        assert!(matches!(error, Some(FileError::Missing { part: found, .. }) if found == part), "{error:?}");
    }
}

#[test]
fn a_file_of_another_type_is_malformed() {
    for (format, bytes) in [
        (Format::Pinboard, &b"{}"[..]),
        (Format::Karakeep, b"[]"),
        (Format::Linkwarden, b"<html>"),
        (Format::Karakeep, b"{\"bookmarks\": 1}"),
        (Format::Linkwarden, b"{\"collections\": {}}"),
    ] {
        let (rows, error) = read(format, bytes, Limits::default());
        assert_eq!(rows, []);
        assert!(matches!(error, Some(FileError::Malformed { .. })), "{format}: {error:?}");
    }
}

#[test]
fn collections_that_are_inside_each_other_are_too_deep() {
    let bytes = br#"{"collections": [
        {"id": 1, "name": "a", "parentId": 2, "links": [{"url": "https://example.com/1"}]},
        {"id": 2, "name": "b", "parentId": 1, "links": []}
    ]}"#;
    let (rows, error) = read(Format::Linkwarden, bytes, Limits::default());
    assert_eq!(rows, []);
    assert!(
        matches!(error, Some(FileError::Limit(FileLimit { unit: LimitUnit::Depth, limit: 128 }))),
        "{error:?}"
    );
}
