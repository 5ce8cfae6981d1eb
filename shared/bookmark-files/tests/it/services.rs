//! The files of more services, and lists of addresses.

use bookmark_files::{Entry, FileError, FileLimit, Flag, Format, LimitUnit, Limits, Outcome, Remark};

use crate::samples::{flags, link, millis, read, row, rows, seconds, text, texts};

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
fn a_bookmark_of_firefox_with_children_comes_before_them() {
    let json = "{\"root\":\"placesRoot\",\"children\":[\n\
                {\"title\":\"A\",\"uri\":\"u:1\",\"tags\":\"x\",\"children\":[\n{\"title\":\"B\",\"uri\":\"u:2\"},\n\
                {\"title\":\"C\",\"tags\":\"y\",\"children\":[],\"uri\":\"u:3\"}]}]}";
    let (rows, error) = read(Format::FirefoxJson, json.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let folders = vec![texts(&["A"])];
    let expected = [
        row(2, Entry { tags: texts(&["x"]), ..link("u:1", "A") }),
        row(3, Entry { folders: folders.clone(), ..link("u:2", "B") }),
        row(4, Entry { folders, tags: texts(&["y"]), ..link("u:3", "C") }),
    ];
    assert_eq!(rows, expected);
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
    let deep = |depth| format!("{start}{}{}</xbel>", "<folder>".repeat(depth), "</folder>".repeat(depth));
    let (rows, error) = read(Format::Xbel, deep(127).as_bytes(), Limits::default());
    assert!(rows.len() == 1 && error.is_none(), "{error:?}");
    let (rows, error) = read(Format::Xbel, deep(128).as_bytes(), Limits::default());
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
