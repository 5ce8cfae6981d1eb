//! Addresses of HTML files: unusual, incomplete, and those of notes in Shaarli.

use bookmark_files::{Entry, Field, Flag, Format, Reason, Remark};

use crate::samples::{flags, html, invalid, link, row, rows, seconds, text, texts};

#[test]
fn a_bookmarklet_with_tags_in_its_address_is_whole() {
    let address = "javascript:document.write('<a href=x>y</a>')";
    let file = format!("<DT><A HREF=\"{address}\" ADD_DATE=\"1\">t</A>");
    assert_eq!(html(&file), [row(1, Entry { created: seconds(1), ..link(address, "t") })]);
}

#[test]
fn an_address_without_quotes_is_read_and_has_a_remark_if_it_has_spaces() {
    assert_eq!(
        html("<DT><A HREF=https://a.example/?q=1>t</A>"),
        [row(1, link("https://a.example/?q=1", "t"))]
    );
    let entry = Entry {
        tags: texts(&["x"]),
        remarks: vec![Remark::Quotes { field: Field::Url }],
        ..link("https://a.example/one", "t")
    };
    assert_eq!(html("<DT><A HREF=https://a.example/one two TAGS=\"x\">t</A>"), [row(1, entry)]);
}

#[test]
fn shaarlis_notes_are_texts() {
    let expected = [
        row(
            6,
            Entry {
                text: text("milk\neggs"),
                created: seconds(1_414_176_161),
                modified: seconds(1_414_176_161),
                tags: texts(&["todo", "note"]),
                flags: flags(&[Flag::Private]),
                ..link("", "Note: shopping")
            },
        ),
        row(
            9,
            Entry {
                created: seconds(1_414_176_162),
                tags: texts(&["x"]),
                ..link("https://a.example/1", "link")
            },
        ),
    ];
    assert_eq!(rows(Format::Netscape, "shaarli-note.html"), expected);

    for address in ["?Ab3dEf", "./?Ab3dEf", "/shaare/Ab3dEf", "/links/shaare/Ab3-_f"] {
        let entry = Entry { text: text("title"), ..link("", "title") };
        assert_eq!(html(&format!("<DT><A HREF=\"{address}\">title</A>")), [row(1, entry)], "{address}");
    }
}

#[test]
fn an_incomplete_address_is_a_text_with_the_title() {
    for address in
        ["page.html", "/a/b?c=d", "//host/shaare/x", "https://exa mple.com/", "http://", "?a=b&c", "#x"]
    {
        let entry = Entry {
            text: text(&format!("title\n{address}")),
            note: text("note"),
            remarks: vec![Remark::NotAddress { value: address.to_owned() }],
            ..link("", "title")
        };
        let file = format!("<DT><A HREF=\"{address}\">title</A><DD>note");
        assert_eq!(html(&file), [row(1, entry)], "{address}");
    }
    let entry = Entry {
        text: text("page.html"),
        remarks: vec![Remark::NotAddress { value: "page.html".to_owned() }],
        ..link("", "page.html")
    };
    assert_eq!(html("<DT><A HREF=\"page.html\">page.html</A>"), [row(1, entry)]);
    assert_eq!(html("<DT><A>title</A><DD>note"), [invalid(1, Reason::Empty)]);
}
