//! Reads back the files that the writers have written.

use std::collections::BTreeSet;

use bookmark_files::{
    CsvWriter, Entry, Field, Flag, Format, Limits, NetscapeWriter, Outcome, Remark, Timestamp, WriteError,
};
use proptest::prelude::*;

use crate::samples::{flags, link, millis, read, seconds, text, texts};

fn netscape(entries: &[Entry]) -> Vec<u8> {
    let mut writer = NetscapeWriter::begin(Vec::new()).unwrap();
    for entry in entries {
        writer.entry(entry).unwrap();
    }
    writer.end().unwrap()
}

fn csv(entries: &[Entry]) -> Vec<u8> {
    let mut writer = CsvWriter::begin(Vec::new()).unwrap();
    for entry in entries {
        writer.entry(entry).unwrap();
    }
    writer.end().unwrap()
}

fn read_back(format: Format, bytes: &[u8]) -> Vec<Entry> {
    assert_eq!(Format::detect(bytes), Ok(format));
    let (rows, error) = read(format, bytes, Limits::default());
    assert!(error.is_none(), "{error:?}");
    let entry = |row: bookmark_files::Row| match row.outcome {
        Outcome::Entry(entry) => *entry,
        Outcome::Invalid(reason) => panic!("line {}: {reason}", row.position.line),
    };
    rows.into_iter().map(entry).collect()
}

/// An entry that has everything that both files can have.
fn full() -> Entry {
    Entry {
        note: text("a\n\tb\n\n<DD>&amp; \"c\""),
        excerpt: text("'excerpt' <b>"),
        created: seconds(1_700_000_000),
        modified: seconds(1_700_000_001),
        tags: texts(&["rust", "two words", "c++", "<&>"]),
        folders: vec![texts(&["A/B", "C\\"])],
        cover: text("https://example.com/?a&b"),
        kind: text("image"),
        id: text("01a21e61-db33-7676-9f0d-45d0df6a67c7"),
        flags: flags(&[Flag::Unread, Flag::Archived, Flag::Favorite, Flag::Private]),
        ..link("https://example.com/?a=1&b=\"2\"", "</A> & <script>")
    }
}

#[test]
fn an_entry_with_all_fields_is_read_back_equally() {
    assert_eq!(read_back(Format::Netscape, &netscape(&[full()])), [full()]);
    assert_eq!(read_back(Format::Csv, &csv(&[full()])), [full()]);
}

#[test]
fn files_without_entries_are_read_back() {
    assert_eq!(read_back(Format::Netscape, &netscape(&[])), []);
    assert_eq!(read_back(Format::Csv, &csv(&[])), []);
}

#[test]
fn a_text_without_an_address_is_refused_in_html_and_read_back_from_csv() {
    let note = Entry { text: text("Milk,\neggs"), ..Entry::default() };
    let mut writer = NetscapeWriter::begin(Vec::new()).unwrap();
    assert!(matches!(writer.entry(&note), Err(WriteError::NoUrl)));
    assert_eq!(writer.end().unwrap(), netscape(&[]));
    assert_eq!(read_back(Format::Csv, &csv(std::slice::from_ref(&note))), [note]);
}

#[test]
fn a_comma_in_a_tag_becomes_a_full_width_comma_and_more_folders_become_tags() {
    let entry = Entry {
        tags: texts(&["Paris, France"]),
        folders: vec![texts(&["a"]), texts(&["b", "c/d"]), texts(&["e, f"])],
        ..link("u:", "t")
    };
    let expected = Entry {
        tags: texts(&["Paris\u{ff0c} France", r"b/c\/d", "e\u{ff0c} f"]),
        folders: vec![texts(&["a"])],
        ..link("u:", "t")
    };
    let (entries, expected) = ([entry], [expected]);
    assert_eq!(read_back(Format::Netscape, &netscape(&entries)), expected);
    assert_eq!(read_back(Format::Csv, &csv(&entries)), expected);
}

#[test]
fn html_has_whole_seconds_an_excerpt_alone_as_a_note_and_no_nul() {
    let entry =
        Entry { created: millis(1_700_000_000_999), excerpt: text("About the page"), ..link("u:", "a\0b") };
    let expected = Entry {
        created: seconds(1_700_000_000),
        note: text("About the page"),
        remarks: vec![Remark::Undecoded { field: Field::Title }],
        ..link("u:", "a\u{fffd}b")
    };
    assert_eq!(read_back(Format::Netscape, &netscape(&[entry])), [expected]);
}

#[test]
fn the_csv_file_begins_with_a_byte_order_mark() {
    assert!(csv(&[]).starts_with("\u{feff}title,note,".as_bytes()));
    assert!(CsvWriter::resume(Vec::new()).end().unwrap().is_empty());
}

#[test]
fn a_guard_puts_an_apostrophe_before_formulas_and_stays_when_the_file_is_read() {
    for start in ["=", "+", "-", "@", "\t=", "\r="] {
        let entry = Entry { note: text(&format!("{start}1")), ..link("u:", "'quoted") };
        let mut writer = CsvWriter::begin(Vec::new()).unwrap().guarded();
        writer.entry(&entry).unwrap();
        let file = writer.end().unwrap();
        let note = format!("'{start}1").replace('\r', "\n");
        assert_eq!(read_back(Format::Csv, &file), [Entry { note: text(&note), ..entry }], "{start:?}");
    }
}

#[test]
fn the_kind_and_the_id_are_read_from_the_own_columns_only() {
    let file = "url,title,type,id\nu:1,t,image,1\n";
    assert_eq!(read_back(Format::Csv, file.as_bytes()), [link("u:1", "t")]);
}

/// Chrome finds links and folders in lines of the file, and each attribute by its name and quotes.
#[test]
fn each_link_and_folder_has_a_line_as_chrome_reads_them() {
    let entry = Entry {
        tags: texts(&["two\nlines"]),
        folders: vec![texts(&["a\r\nb"])],
        cover: text("https://example.com/?HREF=\"x\""),
        ..link("https://example.com/?a\n=1&b=>\"2\"", "one\ntwo > three")
    };
    let file = String::from_utf8(netscape(&[full(), entry])).unwrap();
    let lines: Vec<_> = file.lines().map(str::trim).collect();
    let anchors: Vec<_> = lines.iter().filter(|line| line.starts_with("<DT><A ")).collect();
    assert_eq!(anchors.len(), 2);
    for link in anchors {
        assert_eq!(link.matches("HREF=\"").count(), 1, "{link}");
        assert!(link.ends_with("</A>") && link.matches('>').count() == 3, "{link}");
    }
    let folders = lines.iter().filter(|line| line.starts_with("<DT><H3>") && line.ends_with("</H3>"));
    assert_eq!(folders.count(), 3);
    let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
    assert_eq!((count("<DL>"), count("</DL>")), (4, 4));
}

#[test]
fn entries_in_the_same_folder_share_it() {
    let inside = |url: &str, path: &[&str]| Entry { folders: vec![texts(path)], ..link(url, "t") };
    let entries = [
        inside("u:1", &["a", "b"]),
        inside("u:2", &["a", "b"]),
        inside("u:3", &["a", "c"]),
        link("u:4", "t"),
        inside("u:5", &["a", "b"]),
    ];
    let file = netscape(&entries);
    assert_eq!(String::from_utf8(file.clone()).unwrap().matches("<H3>").count(), 5);
    assert_eq!(read_back(Format::Netscape, &file), entries);
}

#[test]
fn cells_that_look_like_formulas_are_not_changed() {
    let entry = link("https://example.com/", "=HYPERLINK(\"https://evil.example/\")");
    let file = csv(std::slice::from_ref(&entry));
    assert!(
        String::from_utf8(file.clone()).unwrap().contains("\"=HYPERLINK(\"\"https://evil.example/\"\")\"")
    );
    assert_eq!(read_back(Format::Csv, &file), [entry]);
}

/// A text as the readers return it: trimmed, with something to see, without control characters. A note has
/// line breaks.
fn words(line_break: &'static str) -> impl Strategy<Value = String> {
    let any_text = prop_oneof![any::<String>(), "[ -~\n]{1,40}", r#"[<>&;"'/,=A-Z!\-\[\]#0-9 \n]{1,30}"#];
    (any_text, "[!-~]").prop_map(move |(text, visible)| {
        let text = text.replace('\n', line_break).replace(char::REPLACEMENT_CHARACTER, "");
        let text = text.replace(|c: char| c.is_control() && c != '\n', "");
        format!("{text}{visible}").trim().to_owned()
    })
}

fn name() -> impl Strategy<Value = String> {
    words(" ")
}

fn note() -> impl Strategy<Value = String> {
    words("\n")
}

fn tags() -> impl Strategy<Value = Vec<String>> {
    prop::collection::vec(name(), 0..5).prop_map(|tags| {
        let mut seen = BTreeSet::new();
        let tags = tags.into_iter().map(|tag| tag.replace(',', ".").trim().to_owned());
        tags.filter(|tag| seen.insert(tag.clone())).collect()
    })
}

fn entry() -> impl Strategy<Value = Entry> {
    let url = name().prop_map(|words| format!("u:x{words}"));
    let texts = (
        url,
        prop::option::of(name()),
        prop::option::of(note()),
        prop::option::of(note()),
        prop::option::of(name()),
    );
    let seconds = || prop::option::of((1..=Timestamp::MAX.as_seconds()).prop_map(|s| s * 1_000));
    let folders = prop::option::of(prop::collection::vec(name(), 1..4));
    let own = (prop::option::of(name()), prop::option::of(name()));
    let flags = prop::collection::btree_set(
        prop::sample::select(vec![Flag::Unread, Flag::Archived, Flag::Favorite, Flag::Private]),
        0..4,
    );
    (texts, tags(), seconds(), seconds(), folders, flags, own).prop_map(
        |((url, title, note, excerpt, cover), tags, created, modified, folder, flags, (kind, id))| Entry {
            url: Some(url),
            title,
            // HTML has an excerpt without a note as a note.
            excerpt: note.is_some().then_some(excerpt).flatten(),
            note,
            cover,
            kind,
            id,
            tags,
            created: created.and_then(Timestamp::from_millis),
            // An entry with only the time of its change was saved then.
            modified: created.and(modified).and_then(Timestamp::from_millis),
            folders: folder.into_iter().collect(),
            flags,
            ..Entry::default()
        },
    )
}

proptest! {
    #[test]
    fn entries_in_html_are_read_back_equally(entries in prop::collection::vec(entry(), 0..5)) {
        prop_assert_eq!(read_back(Format::Netscape, &netscape(&entries)), entries);
    }

    #[test]
    fn entries_in_csv_are_read_back_equally(
        entries in prop::collection::vec((entry(), prop::option::of(note()), 0..1_000_u64), 0..5)
    ) {
        let entries: Vec<_> = entries
            .into_iter()
            .map(|(entry, text, more)| Entry {
                created: entry.created.and_then(|time| Timestamp::from_millis(time.as_millis() + more)),
                text,
                ..entry
            })
            .collect();
        prop_assert_eq!(read_back(Format::Csv, &csv(&entries)), entries);
    }
}
