//! CSV files.

use bookmark_files::{Entry, Field, FileError, Flag, Format, Limits, Reason, Remark};

use crate::samples::{flags, invalid, link, millis, read, row, rows, seconds, text, texts};

#[test]
fn pockets_csv_file_has_tags_with_bars_and_a_status() {
    let expected = [
        row(
            2,
            Entry {
                created: seconds(1_601_900_000),
                tags: texts(&["a", "b c"]),
                flags: flags(&[Flag::Unread]),
                ..link("https://example.com/c", "Hello, \"world\"")
            },
        ),
        row(
            3,
            Entry {
                created: seconds(1_601_900_100),
                flags: flags(&[Flag::Archived]),
                ..link("https://example.com/untitled", "https://example.com/untitled")
            },
        ),
    ];
    assert_eq!(rows(Format::PocketCsv, "pocket.csv"), expected);
}

#[test]
fn raindrops_file_has_cells_of_several_lines_and_folder_paths() {
    let expected = [
        row(
            2,
            Entry {
                note: text("First line\n\nThird line"),
                excerpt: text("The excerpt"),
                folders: vec![texts(&["Research", "I/O", "Rust"])],
                tags: texts(&["reading", "go"]),
                created: millis(1_704_164_645_123),
                cover: text("https://example.com/cover.jpg"),
                flags: flags(&[Flag::Favorite]),
                ..link(
                    "https://example.com/article?utm_source=raindrop&keep=1#part",
                    "Saved, \"quoted\" title",
                )
            },
        ),
        row(6, Entry { created: seconds(1_704_164_646), ..link("https://example.com/plain", "") }),
        row(
            7,
            Entry {
                folders: vec![texts(&["Research", "Go"])],
                created: seconds(1_704_164_647),
                ..link("https://example.com/slash", "Slash")
            },
        ),
    ];
    assert_eq!(rows(Format::RaindropCsv, "raindrop.csv"), expected);
}

#[test]
fn a_byte_order_mark_crlf_empty_lines_and_a_missing_last_line_break_are_read() {
    let expected = [
        row(
            3,
            Entry {
                created: seconds(1_700_000_000),
                tags: texts(&["a"]),
                flags: flags(&[Flag::Unread]),
                ..link("https://example.com/crlf", "Title")
            },
        ),
        row(
            4,
            Entry {
                created: seconds(1_700_000_001),
                flags: flags(&[Flag::Archived]),
                ..link("https://example.com/2", "two lines")
            },
        ),
    ];
    assert_eq!(rows(Format::PocketCsv, "bom-crlf.csv"), expected);
}

#[test]
fn rows_with_other_cells_than_the_header_or_an_unclosed_quote_have_remarks() {
    let expected = [
        row(
            2,
            Entry {
                created: seconds(1_700_000_000),
                flags: flags(&[Flag::Unread]),
                ..link("https://example.com/inner", "5\" disk")
            },
        ),
        row(
            3,
            Entry {
                text: text("too\nfew"),
                remarks: vec![
                    Remark::CellCount { expected: 5, found: 2 },
                    Remark::NotAddress { value: "few".to_owned() },
                ],
                ..link("", "too")
            },
        ),
        row(
            4,
            Entry {
                note: text("too, 1, unread, more, cells"),
                remarks: vec![Remark::CellCount { expected: 5, found: 7 }],
                ..link("https://example.com/many", "")
            },
        ),
        invalid(6, Reason::Empty),
        row(
            7,
            Entry {
                created: seconds(1_700_000_002),
                flags: flags(&[Flag::Unread]),
                remarks: vec![Remark::UnclosedQuote],
                ..link("https://example.com/last", "\"quote without end")
            },
        ),
    ];
    assert_eq!(rows(Format::PocketCsv, "quotes.csv"), expected);
}

#[test]
fn a_file_without_the_url_column_is_an_error() {
    for format in [Format::PocketCsv, Format::RaindropCsv, Format::Csv] {
        for bytes in [&b"title,place\na,b\n"[..], b""] {
            let (rows, error) = read(format, bytes, Limits::default());
            assert_eq!(rows, []);
            assert!(matches!(error, Some(FileError::Missing { .. })), "{error:?}");
            let message = error.unwrap().to_string();
            assert_eq!(
                message,
                format!(
                    "the file has no column \"url\", which a {format} file has; choose the format of the file"
                )
            );
        }
    }
}

#[test]
fn a_missing_quote_takes_no_other_row_with_it() {
    let long = "x".repeat(70_000);
    let rest = format!("u:2,two,\"a\nb\"\nu:3,\"3, \"\"three\"\"\",{long}\n");
    for (first, title, note) in [
        ("u:1,\"one,note\n", "\"one", "note"),
        ("u:1,one,\"note\n", "one", "\"note"),
        ("u:1,\"one,note\r\n", "\"one", "note"),
    ] {
        let file = format!("url,title,note\n{first}{rest}");
        let (rows, error) = read(Format::Csv, file.as_bytes(), Limits::default());
        assert!(error.is_none(), "{error:?}");
        let remarks = vec![Remark::UnclosedQuote];
        let cut = Remark::Cut { field: Field::Note, limit: 65_536, size: 70_000 };
        let third = Entry { note: text(&long[..65_536]), remarks: vec![cut], ..link("u:3", "3, \"three\"") };
        let expected = [
            row(2, Entry { note: text(note), remarks, ..link("u:1", title) }),
            row(3, Entry { note: text("a\nb"), ..link("u:2", "two") }),
            row(5, third),
        ];
        assert_eq!(rows, expected, "{first:?}");
    }
    // A longer cell can be a text.
    let file = format!("url,title\nu:1,\"{}\nu:2,two\n", "x\n".repeat(50_000));
    let (rows, _) = read(Format::Csv, file.as_bytes(), Limits::default());
    assert_eq!(rows, [invalid(2, Reason::UnclosedQuote)]);
}

#[test]
fn raindrops_newer_file_has_dates_without_a_time_and_cells_of_several_lines() {
    let expected = [
        row(
            2,
            Entry {
                note: text("my note"),
                excerpt: text("line 1\nline 2"),
                tags: texts(&["tag1", "two words"]),
                created: seconds(1_709_288_430),
                cover: text("https://a.example/c.png"),
                flags: flags(&[Flag::Favorite]),
                ..link("https://a.example/1", "One, \"quoted\"")
            },
        ),
        row(
            4,
            Entry {
                folders: vec![texts(&["Tech", "Rust", "Async"])],
                created: millis(628_021_800_000),
                ..link("https://a.example/2", "Two")
            },
        ),
        row(
            5,
            Entry {
                folders: vec![texts(&["A", "B"])],
                created: seconds(1_709_251_200),
                ..link("https://a.example/3", "Three")
            },
        ),
    ];
    assert_eq!(rows(Format::RaindropCsv, "raindrop-more.csv"), expected);
}
