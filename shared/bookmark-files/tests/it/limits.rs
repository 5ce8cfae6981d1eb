//! Limits, and files that try to take too much.

use std::io::{self, Cursor, Read, Seek, SeekFrom};

use bookmark_files::{
    Bookmarks, Entry, Field, FileError, FileLimit, Format, LimitUnit, Limits, Outcome, Reason, Remark,
};

use crate::archive::archive;
use crate::samples::{file, invalid, link, read, row, text, texts};

fn limit(error: Option<FileError>) -> FileLimit {
    match error {
        Some(FileError::Limit(limit)) => limit,
        other => panic!("{other:?}"),
    }
}

fn cut(field: Field, size: u64) -> Remark {
    Remark::Cut { field, limit: 65_536, size }
}

#[test]
fn a_text_over_the_limit_is_cut_with_a_remark() {
    let long = "x".repeat(65_537);
    let fits = "x".repeat(65_536);
    let tags = format!("a,b,{long}");
    let html = format!(
        "<DT><A HREF=\"u:\">{long}</A>\n<DT><A HREF=\"u:\">{fits}</A>\n\
         <DT><A HREF=\"u:\" TAGS=\"{tags}\">t</A>\n<DT><A HREF=\"u:\" DATA-COVER=\"{long}\">t</A><DD>{long}\n\
         <DT><A HREF=\"u:\">t</A>\n<DT><H3>{long}</H3><DL><DT><A HREF=\"u:\">t</A></DL>"
    );
    let (rows, error) = read(Format::Netscape, html.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let folder_cut = Remark::FoldersCut { limit: 65_536, size: 65_538 };
    assert_eq!(
        rows,
        [
            row(1, Entry { remarks: vec![cut(Field::Title, 65_537)], ..link("u:", &fits) }),
            row(2, link("u:", &fits)),
            row(
                3,
                Entry {
                    tags: texts(&["a", "b"]),
                    remarks: vec![cut(Field::Tags, 65_541)],
                    ..link("u:", "t")
                }
            ),
            row(
                4,
                Entry {
                    note: text(&fits),
                    remarks: vec![cut(Field::Cover, 65_537), cut(Field::Note, 65_538)],
                    ..link("u:", "t")
                }
            ),
            row(5, link("u:", "t")),
            row(
                6,
                Entry {
                    folders: vec![vec![fits.clone()]],
                    remarks: vec![cut(Field::Folder, 65_537), folder_cut],
                    ..link("u:", "t")
                }
            ),
        ]
    );
    assert_eq!(
        cut(Field::Title, 65_537).to_string(),
        "the title has 65537 bytes and the limit is 65536, so its end is left out"
    );

    let csv = format!("title,url,time_added,tags,status\n{long},u:,,,\nt,u:,,,\n");
    let (rows, error) = read(Format::PocketCsv, csv.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let first = Entry { remarks: vec![cut(Field::Title, 65_537)], ..link("u:", &fits) };
    assert_eq!(rows, [row(2, first.clone()), row(3, link("u:", "t"))]);

    let json =
        format!("[{{\"href\":\"u:\",\"description\":\"{long}\"}},{{\"href\":\"u:\",\"description\":\"t\"}}]");
    let (rows, error) = read(Format::Pinboard, json.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    assert_eq!(rows, [row(1, first), row(1, link("u:", "t"))]);
}

#[test]
fn a_cut_text_ends_with_a_whole_character() {
    let limits = Limits { text_bytes: 8, ..Limits::default() };
    let (rows, _) = read(Format::Netscape, "<DT><A HREF=\"u:\">收藏夹</A>".as_bytes(), limits);
    let remarks = vec![Remark::Cut { field: Field::Title, limit: 8, size: 9 }];
    assert_eq!(rows, [row(1, Entry { remarks, ..link("u:", "收藏") })]);
}

#[test]
fn an_address_over_the_limit_is_a_text() {
    let html = format!("<DT><A HREF=\"u:{}\">t</A>", "x".repeat(65_536));
    let (rows, error) = read(Format::Netscape, html.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let begins = format!("u:{}", "x".repeat(65_534));
    let entry = Entry {
        text: text(&format!("t\n{begins}")),
        title: text("t"),
        remarks: vec![cut(Field::Url, 65_538), Remark::NotAddress { value: begins[..64].to_owned() }],
        ..Entry::default()
    };
    assert_eq!(rows, [row(1, entry)]);
}

#[test]
fn all_folders_of_an_entry_are_one_text_of_which_the_innermost_stay() {
    let name = |index: usize| format!("{index}{}", "x".repeat(32_766));
    let open = |index: usize| format!("<DT><H3>{}</H3><DL>", name(index));
    let html = format!("{}{}<DT><A HREF=\"u:\">t</A>{}<DT><A HREF=\"u:\">t</A>", open(1), open(2), open(3));
    let (rows, error) = read(Format::Netscape, html.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let folders = |first: usize| vec![vec![name(first), name(first + 1)]];
    let remarks = vec![Remark::FoldersCut { limit: 65_536, size: 98_304 }];
    assert_eq!(
        rows,
        [
            row(1, Entry { folders: folders(1), ..link("u:", "t") }),
            row(1, Entry { folders: folders(2), remarks, ..link("u:", "t") }),
        ]
    );

    let json = format!(
        "{{\"bookmarks\":[{{\"content\":{{\"url\":\"u:\"}},\"title\":\"t\",\"lists\":[1,2,3]}}],\
         \"lists\":[{{\"id\":1,\"name\":\"{0}\"}},{{\"id\":2,\"name\":\"{1}\"}},{{\"id\":3,\"name\":\"{2}\"}}]}}",
        name(1),
        name(2),
        name(3)
    );
    let (rows, error) = read(Format::Karakeep, json.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let folders = vec![vec![name(1)], vec![name(2)]];
    let remarks = vec![Remark::FoldersCut { limit: 65_536, size: 98_304 }];
    assert_eq!(rows, [row(1, Entry { folders, remarks, ..link("u:", "t") })]);
}

#[test]
fn of_too_many_tags_the_first_ones_stay() {
    let limits = Limits { tags: 2, ..Limits::default() };
    let json = br#"[{"href":"u:","description":"t","tags":"a b a b"},{"href":"u:","tags":"a b c c d"}]"#;
    let (rows, error) = read(Format::Pinboard, json, limits);
    assert!(error.is_none(), "{error:?}");
    let tags = texts(&["a", "b"]);
    let remarks = vec![Remark::TooManyTags { limit: 2, count: 5 }];
    assert_eq!(
        rows,
        [
            row(1, Entry { tags: tags.clone(), ..link("u:", "t") }),
            row(1, Entry { tags, remarks, ..link("u:", "") }),
        ]
    );
}

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

/// An entry may have a little more bytes than the limit, because files are read in parts.
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
fn columns_over_the_limit_are_an_error_in_the_header_and_an_invalid_row_elsewhere() {
    let csv = format!("url{}\n", ",x".repeat(64));
    let (_, error) = read(Format::RaindropCsv, csv.as_bytes(), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::Columns, limit: 64 });

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
}

#[test]
fn a_list_of_files_that_is_too_large_is_not_read() {
    let names: Vec<_> = (0..100).map(|number| format!("{number}{}", "x".repeat(60_000))).collect();
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), &b""[..])).collect();
    let (_, error) = read(Format::PocketZip, &archive(&files), Limits::default());
    assert_eq!(limit(error), FileLimit { unit: LimitUnit::ArchiveIndexBytes, limit: 4_000_000 });
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
