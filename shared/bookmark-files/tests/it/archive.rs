//! ZIP files.

use std::io::{Cursor, Write};

use bookmark_files::{Entry, FileError, Flag, Format, Limits, Row};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::samples::{flags, link, read, row, rows, seconds, texts};

/// A ZIP with deflated files.
pub(crate) fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
    for (name, bytes) in files {
        writer.start_file(*name, options).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

fn in_file(name: &str, mut row: Row) -> Row {
    row.position.file = Some(name.into());
    row
}

#[test]
fn pockets_zip_has_parts_that_are_read_in_the_order_of_their_names() {
    let unread = flags(&[Flag::Unread]);
    let expected = [
        in_file(
            "part_000000.csv",
            row(
                2,
                Entry {
                    created: seconds(1_601_900_000),
                    tags: texts(&["a", "b"]),
                    flags: unread.clone(),
                    ..link("https://example.com/1", "First")
                },
            ),
        ),
        in_file(
            "part_000000.csv",
            row(
                3,
                Entry {
                    created: seconds(1_601_900_001),
                    flags: unread,
                    ..link("https://example.com/2", "Second line")
                },
            ),
        ),
        in_file(
            "part_000001.csv",
            row(
                2,
                Entry {
                    created: seconds(1_601_900_002),
                    flags: flags(&[Flag::Archived]),
                    ..link("https://example.com/3", "Third")
                },
            ),
        ),
    ];
    assert_eq!(rows(Format::PocketZip, "pocket.zip"), expected);
}

#[test]
fn a_zip_without_parts_is_an_error() {
    let bytes = archive(&[("notes.txt", b"some words\n")]);
    let (rows, error) = read(Format::PocketZip, &bytes, Limits::default());
    assert_eq!(rows, []);
    assert!(
        matches!(
            error,
            Some(FileError::Missing {
                part: "file with bookmarks (.csv, .html, .json, .txt, .xbel or .xml)",
                ..
            })
        ),
        "{error:?}"
    );
}

#[test]
fn a_cut_or_changed_zip_is_an_error() {
    let csv =
        b"title,url,time_added,tags,status\nFirst,https://example.com/1,1601900000,a|b,unread\n".repeat(50);
    let whole = archive(&[("part_000000.csv", &csv)]);
    let (_, error) = read(Format::PocketZip, &whole[..whole.len() - 30], Limits::default());
    assert!(matches!(error, Some(FileError::Archive(_))), "{error:?}");

    let mut failures = 0;
    // The packed bytes follow the local header of 30 bytes and the name.
    for index in 45..100 {
        let mut changed = whole.clone();
        changed[index] ^= 0x55;
        let (rows, error) = read(Format::PocketZip, &changed, Limits::default());
        assert!(error.is_some(), "a change of byte {index} gives {} rows and no error", rows.len());
        failures += usize::from(matches!(error, Some(FileError::Archive(_))));
    }
    assert!(failures > 0);
}

#[test]
fn a_file_that_is_not_a_zip_is_an_error() {
    let (rows, error) = read(Format::PocketZip, b"PK\x03\x04 not really", Limits::default());
    assert_eq!(rows, []);
    assert!(matches!(error, Some(FileError::Archive(_))), "{error:?}");
}

#[test]
fn an_encrypted_part_is_an_error() {
    let mut bytes = archive(&[("part_000000.csv", b"title,url\na,b\n")]);
    // Bit 0 of the flags, in the local header and in the list of files.
    let list = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
    bytes[6] |= 1;
    bytes[list + 8] |= 1;
    let (_, error) = read(Format::PocketZip, &bytes, Limits::default());
    let Some(FileError::Archive(source)) = error else { panic!("{error:?}") };
    assert!(source.to_string().contains("encrypted"), "{source}");
}
