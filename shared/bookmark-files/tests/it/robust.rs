//! Any bytes give finitely many rows and at most one error, without a panic.

use bookmark_files::{Format, Limits};
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
