//! Limits that end a file.

use bookmark_files::{FileLimit, Format, LimitUnit, Limits, Reason};

use crate::samples::{file, invalid, limit, link, read, row};

#[test]
fn the_entry_after_the_last_allowed_one_is_an_error() {
    for (format, name) in [
        (Format::Netscape, "firefox.html"),
        (Format::RaindropCsv, "raindrop.csv"),
        (Format::Pinboard, "pinboard.json"),
        (Format::PocketZip, "pocket.zip"),
    ] {
        let limits = Limits { entries: 1, ..Limits::default() };
        let (rows, error) = read(format, &file(name), limits);
        assert_eq!(rows.len(), 1, "{name}");
        let limit = limit(error);
        assert_eq!(limit, FileLimit { unit: LimitUnit::Entries, limit: 1 }, "{name}");
        assert_eq!(
            limit.to_string(),
            "the file has more than 1 entries, which is the limit; split it into smaller files"
        );
    }
    let (rows, error) =
        read(Format::Pinboard, &file("pinboard.json"), Limits { entries: 2, ..Limits::default() });
    assert_eq!(rows.len(), 2);
    assert!(error.is_none());
}

#[test]
fn bytes_over_the_limit_are_an_error_and_a_file_of_exactly_the_limit_is_read() {
    for (format, name) in [
        (Format::Netscape, "firefox.html"),
        (Format::RaindropCsv, "raindrop.csv"),
        (Format::Karakeep, "karakeep.json"),
        (Format::Linkwarden, "linkwarden.json"),
        (Format::Pinboard, "pinboard.json"),
    ] {
        let bytes = file(name);
        let size = bytes.len() as u64;
        let (_, error) = read(format, &bytes, Limits { file_bytes: size, ..Limits::default() });
        assert!(error.is_none(), "{name}: {error:?}");
        let (_, error) = read(format, &bytes, Limits { file_bytes: size - 1, ..Limits::default() });
        assert_eq!(limit(error), FileLimit { unit: LimitUnit::FileBytes, limit: size - 1 }, "{name}");
    }
}

/// Readers count whole buffers, so an entry may have this many bytes more than the limit.
const PART: usize = 131_072;

#[test]
fn an_entry_over_the_limit_ends_the_file_and_one_at_the_limit_is_read() {
    let limits = Limits { entry_bytes: 300_000, ..Limits::default() };
    let files: [(Format, &dyn Fn(usize) -> String); 6] = [
        (Format::Netscape, &|bytes| {
            format!("<DL><DT><A HREF=\"u:\">t</A>{}<DT><A HREF=\"u:\">t</A></DL>", "<b>".repeat(bytes / 3))
        }),
        (Format::Netscape, &|bytes| {
            format!("<DL><DT><A HREF=\"u:\" ICON=\"{}\">t</A></DL>", "x".repeat(bytes))
        }),
        (Format::PocketCsv, &|bytes| {
            format!("title,url,time_added\n\"{}\",u:,\nt,u:,\n", "x\n".repeat(bytes / 2))
        }),
        (Format::Pinboard, &|bytes| format!("[{{\"href\":\"u:\",\"a\":[{}1]}}]", "1,".repeat(bytes / 2))),
        (Format::Karakeep, &|bytes| {
            format!(
                "{{\"bookmarks\":[{{\"content\":{{\"url\":\"u:\",\"html\":\"{}\"}}}}]}}",
                "x".repeat(bytes)
            )
        }),
        (Format::Linkwarden, &|bytes| {
            let text = "x".repeat(bytes);
            format!("{{\"collections\":[{{\"links\":[{{\"url\":\"u:\",\"textContent\":\"{text}\"}}]}}]}}")
        }),
    ];
    for (format, file) in files {
        let (rows, error) = read(format, file(299_000).as_bytes(), limits);
        assert!(error.is_none() && !rows.is_empty(), "{format}: {error:?}");
        let (_, error) = read(format, file(300_000 + PART).as_bytes(), limits);
        let limit = limit(error);
        assert_eq!(limit, FileLimit { unit: LimitUnit::EntryBytes, limit: 300_000 }, "{format}");
        assert_eq!(
            limit.to_string(),
            "the file has more than 300000 bytes in an entry, which is the limit; shorten the entry"
        );
    }
}

#[test]
fn many_entries_and_what_comes_after_them_may_have_more_bytes_than_one() {
    let limits = Limits { entry_bytes: 10_000, ..Limits::default() };
    let repeated = |value: &str| vec![value; 400].join(",");
    let text = "x".repeat(1_000);
    let html = format!("<DL>{}</DL>", format!("<DT><A HREF=\"u:\" ICON=\"{text}\">t</A>").repeat(400));
    let bookmark = format!("{{\"content\":{{\"url\":\"u:\",\"html\":\"{text}\"}}}}");
    let (bookmarks, others) = (repeated(&bookmark), repeated(&format!("{{\"id\":\"{text}\"}}")));
    let karakeep = format!("{{\"bookmarks\":[{bookmarks}],\"lists\":[{others}],\"tags\":[{others}]}}");
    let links = repeated(&format!("{{\"url\":\"u:\",\"textContent\":\"{text}\"}}"));
    let linkwarden = format!(
        "{{\"collections\":[{{\"links\":[{links}]}}],\"pinnedLinks\":[{links}],\"highlights\":[{others}]}}"
    );
    for (format, file) in
        [(Format::Netscape, html), (Format::Karakeep, karakeep), (Format::Linkwarden, linkwarden)]
    {
        let (rows, error) = read(format, file.as_bytes(), limits);
        assert!(error.is_none(), "{format}: {error:?}");
        assert_eq!(rows.len(), 400, "{format}");
    }
}

#[test]
fn folders_and_json_over_the_depth_are_an_error_after_the_rows_before_them() {
    let nested = |depth: usize| {
        let folders = "<DT><H3>f</H3><DL><p>".repeat(depth);
        format!("<DT><A HREF=\"u:\">t</A>{folders}<DT><A HREF=\"v:\">t</A>")
    };
    let (rows, error) = read(Format::Netscape, nested(128).as_bytes(), Limits::default());
    assert_eq!(rows.len(), 2);
    assert!(error.is_none());
    let (rows, error) = read(Format::Netscape, nested(100_000).as_bytes(), Limits::default());
    assert_eq!(rows.len(), 1);
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::Depth, limit: 128 });

    let nested =
        |depth: usize| format!("[{{\"href\":\"u:\",\"x\":{}{}}}]", "[".repeat(depth), "]".repeat(depth));
    let (rows, error) = read(Format::Pinboard, nested(126).as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows.len(), 1);
    let (_, error) = read(Format::Pinboard, nested(127).as_bytes(), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::Depth, limit: 128 });
    let json = format!("[{{\"href\":\"u:\"}},{{\"href\":\"v:\",\"x\":{}", "[".repeat(100_000));
    let (rows, error) = read(Format::Pinboard, json.as_bytes(), Limits::default());
    assert_eq!(rows.len(), 1);
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::Depth, limit: 128 });
}

#[test]
fn a_long_name_in_a_json_object_is_an_error_after_the_rows_before_it() {
    let json =
        |size: usize| format!("[{{\"href\":\"u:\"}},\n{{\"{}\":1,\"href\":\"v:\"}}]", "x".repeat(size));
    let (rows, error) = read(Format::Pinboard, json(65_536).as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [row(1, link("u:", "")), row(2, link("v:", ""))]);
    let (rows, error) = read(Format::Pinboard, json(65_537).as_bytes(), Limits::default());
    assert_eq!(rows, [row(1, link("u:", ""))]);
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::NameBytes, limit: 65_536 });
}

#[test]
fn a_long_name_of_an_xml_element_is_an_error_after_the_rows_before_it() {
    let xbel = |size: usize| {
        let name = "x".repeat(size);
        format!("<xbel><bookmark href=\"u:\"/><{name}><bookmark href=\"v:\"/></{name}></xbel>")
    };
    let (rows, error) = read(Format::Xbel, xbel(65_536).as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [row(1, link("u:", "")), row(1, link("v:", ""))]);
    let (rows, error) = read(Format::Xbel, xbel(65_537).as_bytes(), Limits::default());
    assert_eq!(rows, [row(1, link("u:", ""))]);
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::NameBytes, limit: 65_536 });
}

#[test]
fn columns_over_the_limit_are_an_error_in_the_header_and_an_invalid_row_elsewhere() {
    let csv = format!("url{}\n", ",x".repeat(64));
    let (_, error) = read(Format::RaindropCsv, csv.as_bytes(), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::Columns, limit: 64 });
    let csv = format!("url{0}\nu:{0}\n", ",x".repeat(63));
    let (rows, error) = read(Format::RaindropCsv, csv.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [row(2, link("u:", ""))]);

    let csv = format!("url,folder\nu:{}\n", ",x".repeat(100_000));
    let (rows, error) = read(Format::RaindropCsv, csv.as_bytes(), Limits::default());
    assert!(error.is_none());
    assert_eq!(rows, [invalid(2, Reason::CellCount { expected: 2, found: 100_001 })]);
}

#[test]
fn names_of_folders_over_the_limit_are_an_error() {
    let lists: Vec<_> = (0..100).map(|id| format!("{{\"id\":\"{id:04}\",\"name\":\"name\"}}")).collect();
    let karakeep = format!("{{\"bookmarks\":[],\"lists\":[{}]}}", lists.join(","));
    // Each list takes 64 bytes, 4 of its id and 4 of its name.
    let (_, error) =
        read(Format::Karakeep, karakeep.as_bytes(), Limits { folder_bytes: 7_200, ..Limits::default() });
    assert!(error.is_none(), "{error:?}");
    for (format, json) in [
        (Format::Karakeep, karakeep.clone()),
        (Format::Linkwarden, format!("{{\"collections\":[{}]}}", lists.join(","))),
        (
            Format::Linkwarden,
            format!("{{\"collections\":[],\"pinnedLinks\":[{}]}}", vec![lists.join(","); 18].join(",")),
        ),
    ] {
        let (_, error) = read(format, json.as_bytes(), Limits { folder_bytes: 7_199, ..Limits::default() });
        assert_eq!(limit(error), FileLimit { unit: LimitUnit::FolderBytes, limit: 7_199 }, "{format}");
    }
}
