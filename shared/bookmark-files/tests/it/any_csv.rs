//! CSV files with any header.

use std::collections::BTreeMap;
use std::io::Cursor;

use bookmark_files::{Bookmarks, Entry, Field, FileError, Flag, Format, Limits, Reason, Remark};

use crate::samples::{flags, invalid, link, read, row, rows, seconds, text, texts};

fn csv(text: &str) -> Vec<bookmark_files::Row> {
    assert_eq!(Format::detect(text.as_bytes()), Ok(Format::Csv), "{text}");
    let (rows, error) = read(Format::Csv, text.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    rows
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
