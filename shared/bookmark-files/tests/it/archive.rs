//! ZIP files.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

use bookmark_files::{
    Bookmarks, Entry, Field, FileError, FileLimit, Flag, Format, LimitUnit, Limits, Outcome, Row,
};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use crate::samples::{cut, file, flags, limit, link, read, row, rows, seconds, texts};

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

#[test]
fn a_zip_can_have_files_of_any_format() {
    let page = b"<html><dl><dt>a</dt></dl><a href=\"https://a.example/no\">no</a></html>";
    let bytes = archive(&[
        ("README.md", b"https://a.example/no"),
        ("a/bookmarks.HTML", &file("chrome.html")),
        ("b.json", &file("karakeep.json")),
        ("c.json", b"{\"other\": 1}"),
        ("content/page.html", page),
        ("d.csv", &file("utf-16.csv")),
        ("empty.txt", b""),
        ("__MACOSX/b.json", &file("pinboard.json")),
    ]);
    assert_eq!(Format::detect(&bytes), Ok(Format::Zip));
    let (rows, error) = read(Format::Zip, &bytes, Limits::default());
    assert!(error.is_none(), "{error:?}");
    let names: Vec<_> = rows.iter().map(|row| row.position.file.as_deref().unwrap_or_default()).collect();
    let expected = [["a/bookmarks.HTML"; 4].as_slice(), &["b.json"; 3], &["d.csv"]].concat();
    assert_eq!(names, expected);
    // The lists of Karakeep come after the bookmarks, so its file is read twice.
    let Outcome::Entry(first) = &rows[4].outcome else { panic!("{rows:?}") };
    assert_eq!(first.folders, [texts(&["Parent", "Child"]), texts(&["Parent"])]);
    let Outcome::Entry(last) = &rows[7].outcome else { panic!("{rows:?}") };
    assert_eq!(last.title.as_deref(), Some("表"));

    // The limit is for all files with bookmarks together, and counts a file that is read twice once.
    let size: usize =
        ["chrome.html", "karakeep.json", "utf-16.csv"].map(|name| file(name).len()).iter().sum();
    let size = size as u64;
    let limits = |file_bytes| Limits { file_bytes, ..Limits::default() };
    let (_, error) = read(Format::Zip, &bytes, limits(size));
    assert!(error.is_none(), "{error:?}");
    let (_, error) = read(Format::Zip, &bytes, limits(size - 1));
    assert!(
        matches!(error, Some(FileError::Limit(FileLimit { unit: LimitUnit::FileBytes, limit })) if limit == size - 1),
        "{error:?}"
    );
}

/// Counts the bytes that are read.
struct Counted<R> {
    inner: R,
    read: u64,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.read += read as u64;
        Ok(read)
    }
}

impl<R: Seek> Seek for Counted<R> {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        self.inner.seek(place)
    }
}

#[test]
fn a_zip_bomb_ends_after_the_allowed_bytes() {
    let row = b"title,https://example.com/,1,,unread\n";
    let mut csv = b"title,url,time_added,tags,status\n".to_vec();
    // One row of 32 MB, which packs to 32 kB, and many small rows.
    csv.extend_from_slice(&vec![b'x'; 32_000_000]);
    csv.extend_from_slice(b",u:,,,\n");
    csv.extend_from_slice(&row.repeat(10_000));
    let bomb = archive(&[("part_000000.csv", &csv), ("part_000001.csv", &csv)]);
    assert!(bomb.len() < 100_000, "{}", bomb.len());

    let limits = Limits { file_bytes: 1_000_000, ..Limits::default() };
    let mut counted = Counted { inner: Cursor::new(&bomb), read: 0 };
    let mut rows = Bookmarks::open(Format::PocketZip, &mut counted, limits).unwrap();
    let error = rows.next().unwrap().unwrap_err();
    assert_eq!(limit(Some(error)), FileLimit { unit: LimitUnit::FileBytes, limit: 1_000_000 });
    assert!(rows.next().is_none());
    drop(rows);
    assert!(counted.read < 80_000, "{} packed bytes were read for 1,000,000 unpacked ones", counted.read);

    // The limit is for all files together.
    let both = 2 * csv.len() as u64;
    let limits = |file_bytes| Limits { file_bytes, entry_bytes: both, ..Limits::default() };
    let (rows, error) = read(Format::PocketZip, &bomb, limits(both));
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows.len(), 20_002);
    let Outcome::Entry(first) = &rows[0].outcome else { panic!("{:?}", rows[0].outcome) };
    assert_eq!(first.remarks, [cut(Field::Title, 32_000_000)]);
    let (rows, error) = read(Format::PocketZip, &bomb, limits(both - 1));
    assert!(rows.len() > 10_001);
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::FileBytes, limit: both - 1 });
}

#[test]
fn too_many_files_in_a_zip_are_an_error() {
    let names: Vec<_> = (0..10_001).map(|number| format!("{number}.txt")).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let (_, error) = read(Format::PocketZip, &archive(&files), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::ArchiveFiles, limit: 10_000 });
    let (_, error) = read(Format::PocketZip, &archive(&files[1..]), Limits::default());
    assert!(matches!(error, Some(FileError::Missing { .. })), "{error:?}");
}

#[test]
fn a_list_of_files_that_is_too_large_is_not_read() {
    let names: Vec<_> = (0..100).map(|number| format!("{number}{}", "x".repeat(60_000))).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let (_, error) = read(Format::PocketZip, &archive(&files), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::ArchiveIndexBytes, limit: 4_000_000 });
}
