//! Any bytes give finitely many rows and at most one error, without a panic.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use bookmark_files::{Bookmarks, FileError, Format, Limits};
use proptest::prelude::*;

use crate::samples::{file, read};

const FILES: [(Format, &str); 20] = [
    (Format::Netscape, "chrome.html"),
    (Format::Netscape, "firefox.html"),
    (Format::Netscape, "unclosed.html"),
    (Format::PocketHtml, "pocket.html"),
    (Format::PocketCsv, "pocket.csv"),
    (Format::PocketCsv, "quotes.csv"),
    (Format::RaindropCsv, "raindrop.csv"),
    (Format::Csv, "raindrop.csv"),
    (Format::PocketZip, "pocket.zip"),
    (Format::Karakeep, "karakeep.json"),
    (Format::Linkwarden, "linkwarden.json"),
    (Format::Pinboard, "pinboard.json"),
    (Format::Omnivore, "omnivore.json"),
    (Format::Wallabag, "wallabag.json"),
    (Format::FirefoxJson, "firefox-tree.json"),
    (Format::Xbel, "floccus.xbel"),
    (Format::List, "addresses.txt"),
    (Format::InstapaperCsv, "instapaper.csv"),
    (Format::Netscape, "comment-two-titles.html"),
    (Format::Netscape, "gb18030-declared.html"),
];

/// Reads the bytes in every format. Each row takes at least one byte, so more rows than bytes never come.
fn read_all(bytes: &[u8]) {
    let _ = Format::detect(bytes);
    for format in Format::ALL {
        let (rows, _) = read(format, bytes, Limits { entries: u64::MAX, ..Limits::default() });
        assert!(rows.len() <= bytes.len(), "{format}");
    }
}

#[test]
fn every_beginning_of_every_file_is_read_without_a_panic() {
    for (format, name) in FILES {
        let bytes = file(name);
        let (whole, _) = read(format, &bytes, Limits::default());
        for length in 0..bytes.len() {
            let _ = Format::detect(&bytes[..length]);
            let (rows, _) = read(format, &bytes[..length], Limits::default());
            assert!(rows.len() <= whole.len(), "{name} at {length}");
        }
    }
}

proptest! {
    #[test]
    fn any_bytes_give_finitely_many_rows(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        read_all(&bytes);
    }

    #[test]
    fn any_mix_of_marks_gives_finitely_many_rows(
        parts in prop::collection::vec(
            prop::sample::select(vec![
                "<A HREF=\"u:\">", "</A>", "<DT>", "<DD>", "<DL>", "</DL>", "<H3>", "</H3>", "<H1>", "</H1>",
                "<HR>", "<!--", "-->", "&amp;", "\"", "'", "<", ">", "\r\n", ",", "url,title", "{", "}", "[",
                "]", ":", "\"href\"", "\"lists\"", "\"bookmarks\"", "\"collections\"", "\"links\"",
                "\"url\"", "\"id\"", "1", "null", "\\", "\u{feff}", "PK\x03\x04", "<xbel>", "<folder>",
                "<title>", "</title>", "</folder>", "<bookmark href='u:'/>", "\"uri\"", "\"children\"",
                "https://a", "\n", "\t", ";", "<![CDATA[", "TAGS=\"",
            ]),
            0..60,
        )
    ) {
        read_all(parts.concat().as_bytes());
    }

    #[test]
    fn changed_files_give_finitely_many_rows(
        (format, name) in prop::sample::select(FILES.to_vec()),
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let mut bytes = file(name);
        for (index, byte) in changes {
            let index = index.index(bytes.len());
            bytes[index] = byte;
        }
        let (rows, _) = read(format, &bytes, Limits::default());
        prop_assert!(rows.len() <= bytes.len());
    }
}

#[test]
fn rows_can_be_pulled_on_another_thread() {
    fn sends<T: Send>(_: &T) {}
    let rows =
        Bookmarks::open(Format::Netscape, Cursor::new(file("chrome.html")), Limits::default()).unwrap();
    sends(&rows);
    assert_eq!(std::thread::spawn(move || rows.count()).join().unwrap(), 4);
}

#[test]
fn an_error_of_the_source_ends_the_rows() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::new(io::ErrorKind::ConnectionReset, "gone"))
        }
    }
    impl Seek for Broken {
        fn seek(&mut self, _: SeekFrom) -> io::Result<u64> {
            Ok(0)
        }
    }
    for format in Format::ALL {
        let error = match Bookmarks::open(format, Broken, Limits::default()) {
            Ok(mut rows) => rows.next().unwrap().unwrap_err(),
            Err(error) => error,
        };
        let io = match error {
            FileError::Io(error) => error.kind() == io::ErrorKind::ConnectionReset,
            FileError::Archive(_) => matches!(format, Format::PocketZip | Format::Zip),
            _ => false,
        };
        assert!(io, "{format}");
    }
}
