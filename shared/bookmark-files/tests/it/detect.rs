//! Detecting formats.

use bookmark_files::{DetectError, Format};

use crate::samples::file;

#[test]
fn other_files_have_no_format_and_the_error_lists_the_ids_of_the_known_ones() {
    for name in ["wrong.pdf", "wrong.html", "wrong.json", "wrong.csv"] {
        assert_eq!(Format::detect(&file(name)), Err(DetectError::Unknown), "{name}");
    }
    assert_eq!(
        DetectError::Unknown.to_string(),
        "the file's format is not recognized; export it in a known format, or give it with --format: netscape, \
         pocket-html, pocket-csv, pocket-zip, raindrop-csv, csv, instapaper-html, instapaper-csv, readwise-csv, \
         matter-csv, karakeep, linkwarden, pinboard, omnivore, wallabag, firefox-json, xbel, list, zip"
    );
}

#[test]
fn empty_files_are_named() {
    for name in ["empty", "white-space"] {
        assert_eq!(Format::detect(&file(name)), Err(DetectError::Empty), "{name}");
    }
}

#[test]
fn the_beginning_of_a_file_is_enough() {
    for (name, format, bytes) in [
        ("firefox.html", Format::Netscape, 60),
        ("pocket.html", Format::PocketHtml, 250),
        ("pocket.csv", Format::PocketCsv, 40),
        ("raindrop.csv", Format::RaindropCsv, 90),
        ("karakeep.json", Format::Karakeep, 20),
        ("linkwarden.json", Format::Linkwarden, 150),
        ("pinboard.json", Format::Pinboard, 10),
        ("pocket.zip", Format::PocketZip, 60),
    ] {
        assert_eq!(Format::detect(&file(name)[..bytes]), Ok(format), "{name}");
    }
}

#[test]
fn files_of_users_without_bookmarks_have_a_format() {
    assert_eq!(Format::detect(b"[]"), Ok(Format::Pinboard));
    assert_eq!(Format::detect(b"{\"bookmarks\":[],\"lists\":[]}"), Ok(Format::Karakeep));
    assert_eq!(Format::detect(b"title,url,time_added,tags,status"), Ok(Format::PocketCsv));
}

#[test]
fn each_format_is_parsed_from_its_id_and_other_ids_are_an_error() {
    for format in Format::ALL {
        assert_eq!(format.id().parse(), Ok(format));
    }
    let error = "Netscape".parse::<Format>().unwrap_err();
    assert_eq!(
        error.to_string(),
        "\"Netscape\" is not a format; use one of netscape, pocket-html, pocket-csv, pocket-zip, raindrop-csv, csv, \
         instapaper-html, instapaper-csv, readwise-csv, matter-csv, karakeep, linkwarden, pinboard, omnivore, \
         wallabag, firefox-json, xbel, list, zip"
    );
}
