//! The files of more services, lists and any CSV files.

use std::collections::BTreeMap;
use std::io::Cursor;

use bookmark_files::{
    Bookmarks, Entry, Field, FileError, FileLimit, Flag, Format, LimitUnit, Limits, Outcome, Reason, Remark,
};

use crate::archive::archive;
use crate::samples::{file, flags, invalid, link, millis, read, row, rows, seconds, text, texts};

fn csv(text: &str) -> Vec<bookmark_files::Row> {
    assert_eq!(Format::detect(text.as_bytes()), Ok(Format::Csv), "{text}");
    let (rows, error) = read(Format::Csv, text.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    rows
}

#[test]
fn instapapers_html_file_has_lists_that_are_states_and_folders() {
    let with = |flag| flags(&[flag]);
    let expected = [
        row(6, Entry { flags: with(Flag::Unread), ..link("https://a.example/1", "one") }),
        row(7, Entry { flags: with(Flag::Unread), ..link("https://a.example/2", "two") }),
        row(10, Entry { flags: with(Flag::Archived), ..link("https://a.example/3", "three") }),
    ];
    assert_eq!(rows(Format::InstapaperHtml, "instapaper.html"), expected);

    let more = "<html><head><title>Instapaper: Export</title></head><body>\
                <h1>Starred</h1><ol><li><a href=\"u:1\">1</a></ol>\
                <h1>Recipes</h1><ol><li><a href=\"u:2\">2</a><li><a href=\"u:3\">3</a></ol></body></html>";
    let (rows, _) = read(Format::InstapaperHtml, more.as_bytes(), Limits::default());
    let folders = vec![texts(&["Recipes"])];
    let expected = [
        row(1, Entry { flags: with(Flag::Favorite), ..link("u:1", "1") }),
        row(1, Entry { folders: folders.clone(), ..link("u:2", "2") }),
        row(1, Entry { folders, ..link("u:3", "3") }),
    ];
    assert_eq!(rows, expected);
}

#[test]
fn instapapers_csv_file_has_folders_that_are_states_and_tags_as_json() {
    let entry = |number: u64, title: &str| Entry {
        created: seconds(1_700_000_000 + number - 1),
        ..link(&format!("https://a.example/{number}"), title)
    };
    let expected = [
        row(
            2,
            Entry {
                excerpt: text("a, quote"),
                tags: texts(&["coding", "it's"]),
                flags: flags(&[Flag::Unread]),
                ..entry(1, "One")
            },
        ),
        row(3, Entry { flags: flags(&[Flag::Archived]), ..entry(2, "Two") }),
        row(4, Entry { flags: flags(&[Flag::Favorite]), ..entry(3, "Three") }),
        row(5, Entry { folders: vec![texts(&["Recipes / Pasta"])], ..entry(4, "Four") }),
    ];
    assert_eq!(rows(Format::InstapaperCsv, "instapaper.csv"), expected);
}

#[test]
fn readwises_file_has_tags_as_python_writes_them() {
    let created = seconds(1_667_709_230);
    let expected = [
        row(2, Entry { created, tags: texts(&["a b", "it's"]), ..link("https://a.example/1", "One") }),
        row(3, Entry { created, flags: flags(&[Flag::Archived]), ..link("https://a.example/2", "Two") }),
    ];
    assert_eq!(rows(Format::ReadwiseCsv, "readwise.csv"), expected);
}

#[test]
fn matters_file_has_tags_with_semicolons_and_a_queue() {
    let expected = [
        row(
            2,
            Entry {
                created: seconds(1_646_130_030),
                tags: texts(&["a", "b c"]),
                flags: flags(&[Flag::Favorite]),
                ..link("https://a.example/1", "One")
            },
        ),
        row(
            3,
            Entry {
                created: seconds(1_646_092_800),
                flags: flags(&[Flag::Archived]),
                ..link("https://a.example/2", "Two")
            },
        ),
    ];
    assert_eq!(rows(Format::MatterCsv, "matter.csv"), expected);
}

#[test]
fn omnivores_file_has_labels_as_texts_or_objects() {
    let created = millis(1_702_807_392_079);
    let entry = Entry {
        excerpt: text("d"),
        created,
        modified: millis(1_702_807_392_100),
        tags: texts(&["x"]),
        ..link("https://a.example/1", "One")
    };
    assert_eq!(rows(Format::Omnivore, "omnivore.json"), [row(1, entry)]);
    let entry = Entry {
        created,
        cover: text("https://a.example/2.png"),
        tags: texts(&["x", "y, z"]),
        flags: flags(&[Flag::Archived]),
        ..link("https://a.example/2", "Two")
    };
    assert_eq!(rows(Format::Omnivore, "omnivore-labels.json"), [row(1, entry)]);
}

#[test]
fn wallabags_file_has_states_as_numbers_and_offsets_without_a_colon() {
    let created = seconds(1_473_328_558);
    let expected = [
        row(
            1,
            Entry {
                created,
                modified: seconds(1_473_328_636),
                tags: texts(&["news", "two words"]),
                cover: text("https://a.example/1.png"),
                flags: flags(&[Flag::Archived]),
                ..link("https://a.example/1", "One")
            },
        ),
        row(
            2,
            Entry {
                created,
                tags: texts(&["api"]),
                flags: flags(&[Flag::Favorite]),
                ..link("https://a.example/2", "")
            },
        ),
    ];
    assert_eq!(rows(Format::Wallabag, "wallabag.json"), expected);
}

#[test]
fn firefoxs_backup_has_folders_without_the_roots_and_separators() {
    let time = millis(1_642_028_884_683);
    let entry = Entry {
        created: time,
        modified: time,
        tags: texts(&["a", "b"]),
        ..link("https://a.example/1", "One")
    };
    assert_eq!(rows(Format::FirefoxJson, "firefox.json"), [row(1, entry)]);

    let expected = [
        row(
            5,
            Entry {
                created: time,
                note: text("About it"),
                folders: vec![texts(&["Work", "Inner"])],
                ..link("https://a.example/deep", "Deep")
            },
        ),
        row(7, Entry { folders: vec![texts(&["Work"])], ..link("https://a.example/after", "After") }),
        row(9, link("place:sort=8", "Recent")),
        row(11, link("https://a.example/phone", "Phone")),
    ];
    assert_eq!(rows(Format::FirefoxJson, "firefox-tree.json"), expected);
}

#[test]
fn xbel_has_folders_and_descriptions() {
    let expected = [
        row(
            11,
            Entry {
                note: text("line 1\nline 2"),
                created: seconds(1_700_000_000),
                modified: seconds(1_700_006_400),
                folders: vec![texts(&["Tools & more", "Rust"])],
                ..link("https://a.example/?a=1&b=2", "One <b> é <raw>")
            },
        ),
        row(21, Entry { folders: vec![texts(&["Tools & more"])], ..link("https://a.example/?a=1&b=2", "") }),
        row(23, link("https://a.example/3", "at root")),
    ];
    assert_eq!(rows(Format::Xbel, "floccus.xbel"), expected);
}

#[test]
fn a_damaged_xbel_file_gives_its_rows_and_then_an_error() {
    let start = "<xbel>\n<bookmark href=\"u:1\"><title>1</title></bookmark>\n";
    let (rows, error) = read(Format::Xbel, format!("{start}<bookmark").as_bytes(), Limits::default());
    assert_eq!(rows, [row(2, link("u:1", "1"))]);
    assert!(matches!(error, Some(FileError::Malformed { line: 3, .. })), "{error:?}");
    let (rows, error) = read(Format::Xbel, start.as_bytes(), Limits::default());
    assert_eq!(rows.len(), 1);
    assert!(matches!(error, Some(FileError::Truncated { line: 3, .. })), "{error:?}");
    let (rows, error) = read(Format::Xbel, format!("{start}</a></xbel>").as_bytes(), Limits::default());
    assert_eq!(rows.len(), 1);
    let error = error.unwrap();
    assert!(matches!(error, FileError::Malformed { line: 3, .. }), "{error:?}");
    assert!(std::error::Error::source(&error).is_some());
    let deep = format!("{start}{}", "<folder>".repeat(1_000));
    let (rows, error) = read(Format::Xbel, deep.as_bytes(), Limits::default());
    assert_eq!(rows.len(), 1);
    assert!(matches!(error, Some(FileError::Limit(FileLimit { unit: LimitUnit::Depth, limit: 128 }))));
}

#[test]
fn a_list_has_an_address_and_perhaps_a_title_on_each_line() {
    let not_address = Entry {
        text: text("not an address"),
        remarks: vec![Remark::NotAddress { value: "not an address".to_owned() }],
        ..Entry::default()
    };
    let expected = [
        row(3, link("https://a.example/1", "")),
        row(4, link("http://a.example/2", "A title")),
        row(6, link("HTTPS://a.example/3", "")),
        row(7, not_address),
    ];
    assert_eq!(rows(Format::List, "addresses.txt"), expected);
    for other in ["words\nhttps://a.example/", "https://a.example/\nwords", "# only a comment"] {
        assert_ne!(Format::detect(other.as_bytes()), Ok(Format::List), "{other}");
    }
    let long = format!("https://a.example/{}\nhttps://a.example/2", "x".repeat(100_000));
    let (rows, error) = read(Format::List, long.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let Outcome::Entry(first) = &rows[0].outcome else { panic!("{rows:?}") };
    assert!(first.url.is_none() && first.text.is_some());
    assert_eq!(rows[1], row(2, link("https://a.example/2", "")));
}

#[test]
fn any_csv_file_with_a_column_of_addresses_is_read() {
    let entry = Entry { tags: texts(&["a", "b"]), ..link("https://a.example/1", "One") };
    assert_eq!(rows(Format::Csv, "plain.csv"), [row(2, entry)]);

    let full = Entry {
        note: text("n"),
        created: seconds(1_700_000_000),
        tags: texts(&["a", "b"]),
        folders: vec![texts(&["Work", "Rust"])],
        ..link("https://a.example/1", "One")
    };
    for (header, cells) in [
        ("url,title,notes,tags,folder,created", "https://a.example/1,One,n,\"a,b\",Work/Rust,1700000000"),
        (
            "Link;Name;Description;Labels;Category;Date Added",
            "https://a.example/1;One;n;a,b;Work / Rust;2023-11-14 22:13:20",
        ),
        (
            "HREF\tTITLE\tCOMMENT\tKEYWORDS\tCOLLECTION\tTIMESTAMP",
            "https://a.example/1\tOne\tn\ta;b\tWork/Rust\t1700000000",
        ),
        ("Uri|Title|Note|Tag|List|time_added", "https://a.example/1|One|n|\"a|b\"|Work/Rust|1700000000000"),
        (
            "\u{feff}\"Address\",\"Title\",\"Note\",\"Tags\",\"Folder\",\"saved-at\"",
            "https://a.example/1,One,n,\"['a', 'b']\",Work/Rust,2023-11-14T22:13:20Z",
        ),
    ] {
        assert_eq!(csv(&format!("{header}\r\n{cells}\r\n")), [row(2, full.clone())], "{header}");
    }
    assert_eq!(
        csv("sep=;\nurl;title\nhttps://a.example/?a,b;One"),
        [row(3, link("https://a.example/?a,b", "One"))]
    );
    assert_eq!(csv("URL\nhttps://a.example/1\n"), [row(2, link("https://a.example/1", ""))]);
    let entry = Entry {
        note: text("mine"),
        excerpt: text("page"),
        flags: flags(&[Flag::Unread, Flag::Favorite]),
        ..link("u:1", "One")
    };
    let file = "description,note,url,link,title,to read,Starred\npage,mine,u:1,u:2,One,yes,TRUE\n";
    assert_eq!(csv(file), [row(2, entry)]);
}

#[test]
fn the_user_can_name_the_columns_of_a_csv_file() {
    let open = |format, columns: &[(Field, &str)], bytes: &str| {
        let columns: BTreeMap<_, _> =
            columns.iter().map(|(field, name)| (*field, (*name).to_owned())).collect();
        let rows =
            Bookmarks::open_mapped(format, Cursor::new(bytes.to_owned()), Limits::default(), &columns)?;
        rows.collect::<Result<Vec<_>, _>>()
    };
    let file = "url,Adresse,Titel,Schlagwörter,tags\nu:no,u:1,One,a;b,no\n";
    let columns = [(Field::Url, "adresse"), (Field::Title, " Titel "), (Field::Tags, "SCHLAGWÖRTER")];
    let entry = Entry { tags: texts(&["a", "b"]), ..link("u:1", "One") };
    assert_eq!(open(Format::Csv, &columns, file).unwrap(), [row(2, entry)]);

    let entry = Entry { text: text("Milk"), ..Entry::default() };
    let notes = "Notiz\nMilk\n";
    assert_eq!(open(Format::Csv, &[(Field::Text, "Notiz")], notes).unwrap(), [row(2, entry)]);
    assert!(matches!(open(Format::Csv, &[], notes), Err(FileError::Missing { .. })));

    let error = open(Format::Csv, &[(Field::Url, "Link")], file).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file has no column \"Link\"; it has: url, adresse, titel, schlagwörter, tags"
    );
    let error = open(Format::Netscape, &[(Field::Url, "Link")], "<DL>").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the file has no column \"Link\"; it has: none, because it is a Netscape bookmarks HTML file"
    );
}

#[test]
fn each_field_is_parsed_from_its_name_and_other_names_are_an_error() {
    for field in Field::ALL {
        assert_eq!(field.to_string().parse(), Ok(field));
    }
    assert_eq!(
        "link".parse::<Field>().unwrap_err().to_string(),
        "\"link\" is not a field; use one of url, title, note, excerpt, text, created, modified, tags, folder, cover"
    );
}

#[test]
fn a_csv_row_with_other_cells_than_the_header_keeps_what_is_known() {
    let count = |found| vec![Remark::CellCount { expected: 3, found }];
    let file = "url,title,note\nu:1\nu:2,Two\nu:3,Three,note,,\nA title, with a comma,https://a.example/4,note\n\
                https://a.example/5,Five, or https,https://a.example/6\nno,address,in,it\n";
    let expected = [
        row(2, Entry { remarks: count(1), ..link("u:1", "") }),
        row(3, Entry { remarks: count(2), ..link("u:2", "Two") }),
        row(4, Entry { note: text("note"), remarks: count(5), ..link("u:3", "Three") }),
        row(
            5,
            Entry {
                note: text("A title,  with a comma, note"),
                remarks: count(4),
                ..link("https://a.example/4", "")
            },
        ),
        invalid(6, Reason::CellCount { expected: 3, found: 4 }),
        invalid(7, Reason::CellCount { expected: 3, found: 4 }),
    ];
    assert_eq!(csv(file), expected);
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
