//! HTML whose texts are not escaped.

use bookmark_files::{Entry, Field, Format, Limits, Remark};

use crate::samples::{html, link, read, row, rows, seconds, text, texts};

fn quotes(field: Field) -> Vec<Remark> {
    vec![Remark::Quotes { field }]
}

#[test]
fn marks_of_comments_in_titles_are_text() {
    let entry = |number: u64, title: &str| {
        let entry = link(&format!("https://a.example/{number}"), title);
        row(5 + number, Entry { created: seconds(1_700_000_000 + number), ..entry })
    };
    let expected = [
        entry(1, "HTML comments: the <!-- marker explained"),
        entry(2, "second"),
        entry(3, "third"),
        entry(4, "How --> closes one"),
        entry(5, "fifth"),
    ];
    assert_eq!(rows(Format::Netscape, "comment-two-titles.html"), expected);
}

#[test]
fn marks_of_declarations_in_texts_are_text() {
    for mark in [
        "<!-- x",
        "<!-- x -->",
        "<!",
        "<!DOCTYPE",
        "<![CDATA[ x ]]>",
        "<?php",
        "<?xml ?>",
        "</",
        "</ >",
        "< b",
        "<3",
    ] {
        let title = format!("a {mark} b");
        let expected = [
            row(1, Entry { folders: vec![texts(&[&title])], note: text(&title), ..link("u:1", &title) }),
            row(3, Entry { folders: vec![texts(&[&title])], ..link("u:2", "next") }),
        ];
        let file = format!(
            "<DT><H3>{title}</H3><DL><p><DT><A HREF=\"u:1\">{title}</A>\n<DD>{title}\n<DT><A HREF=\"u:2\">next</A></DL>"
        );
        assert_eq!(html(&file), expected, "{mark}");
        let attribute = format!("<DT><A HREF=\"u:1\" TAGS=\"{title}\">t</A><DT><A HREF=\"u:2\">next</A>");
        let expected =
            [row(1, Entry { tags: texts(&[&title]), ..link("u:1", "t") }), row(1, link("u:2", "next"))];
        assert_eq!(html(&attribute), expected, "{mark}");
    }
}

#[test]
fn comments_between_entries_are_comments() {
    let file = "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- one\n<DT><A HREF=\"u:no\">no</A> -->\n<!-->\n\
                <?xml version=\"1.0\"?>\
                <DL><p><!-- two --><DT><A HREF=\"u:1\">1</A><!-- three --><DT><A HREF=\"u:2\">2</A></DL>";
    assert_eq!(html(file), [row(5, link("u:1", "1")), row(5, link("u:2", "2"))]);
}

#[test]
fn a_comment_with_lines_of_its_own_after_a_note_is_not_of_the_note() {
    let file = "<DL>\n<DT><A HREF=\"u:1\">1</A>\n<DD>note\n  <!-- between\n entries -->\n\n<DT><A HREF=\"u:2\">2</A>\n\
                <DD>a\n<!-- b -->\nc <!-- d -->\n<DT><A HREF=\"u:3\">3</A>\n\
                <DD>e\n<!-- f\n<DT><A HREF=\"u:4\">4 --></A>\n</DL>";
    let expected = [
        row(2, Entry { note: text("note"), ..link("u:1", "1") }),
        row(7, Entry { note: text("a\n<!-- b -->\nc <!-- d -->"), ..link("u:2", "2") }),
        row(11, Entry { note: text("e\n<!-- f"), ..link("u:3", "3") }),
        row(14, link("u:4", "4 -->")),
    ];
    assert_eq!(html(file), expected);
}

#[test]
fn a_link_in_the_description_of_a_folder_is_no_entry() {
    let file = "<DL>\n<DT><H3>F</H3>\n<DD>see <a href=\"u:no\">no</a> too\n\
                <DL><p>\n<DT><A HREF=\"u:1\">1</A>\n</DL></DL>";
    assert_eq!(html(file), [row(5, Entry { folders: vec![texts(&["F"])], ..link("u:1", "1") })]);
}

#[test]
fn an_unclosed_comment_between_entries_hides_none() {
    for mark in ["<!--", "<!-- x", "<!", "<![CDATA[", "<?"] {
        let file = format!(
            "<DL><p>\n<DT><A HREF=\"u:1\">1</A>\n{mark}\n\
             <DT><A HREF=\"u:2\">How --> closes one</A>\n<DT><A HREF=\"u:3\">3</A></DL>"
        );
        let expected =
            [row(2, link("u:1", "1")), row(4, link("u:2", "How --> closes one")), row(5, link("u:3", "3"))];
        assert_eq!(html(&file), expected, "{mark}");
    }
    let file =
        "<DL><!-- unclosed\n<DT><A HREF=\"u:1\">1</A>\n<!-- closed -->\n<DT><A HREF=\"u:2\">2</A></DL>";
    assert_eq!(html(file), [row(2, link("u:1", "1")), row(4, link("u:2", "2"))]);
    // A comment has at most 65,536 bytes, of which these are 30, and a few more that are read at once.
    for (bytes, count) in [(65_506, 1), (65_536 + 8_192, 2)] {
        let file = format!("<!--{}<DT><A HREF=\"u:1\">1</A>--><DT><A HREF=\"u:2\">2</A>", " ".repeat(bytes));
        assert_eq!(html(&file).len(), count, "{bytes}");
    }
}

#[test]
fn many_unclosed_comments_are_each_looked_at_once() {
    let link = "<DT><A HREF=\"u:1\">1</A>";
    for part in ["<!--", "<!", "\n<!--", "<!-- <a "] {
        for place in ["", "<DT><A HREF=\"u:0\">0</A><DD>"] {
            // Looking ahead for each of them would take minutes.
            let file = format!("{place}{}{link}<!-- -->{link}", part.repeat(100_000));
            let limits = Limits { entry_bytes: u64::MAX, ..Limits::default() };
            let (rows, error) = read(Format::Netscape, file.as_bytes(), limits);
            assert!(error.is_none(), "{error:?}");
            assert!(rows.len() >= 2, "{part:?} {place:?}: {}", rows.len());
        }
    }
}

#[test]
fn only_tags_of_formatted_texts_in_a_title_are_tags() {
    for title in [
        "x <y and z",
        "vector<int> v",
        "if a<b && c>d",
        "x <a && y> z",
        "</vector>",
        "the <script> tag",
        "<A> and <p q>",
    ] {
        let expected = [row(1, link("u:1", title)), row(1, link("u:2", "next"))];
        assert_eq!(
            html(&format!("<DT><A HREF=\"u:1\">{title}</A><DT><A HREF=\"u:2\">next</A>")),
            expected,
            "{title}"
        );
    }
    let file = "<DT><A HREF=\"u:1\"><b>bold</b>, <span class=\"x\">red</span><br/>and <IMG SRC=x></A>";
    assert_eq!(html(file), [row(1, link("u:1", "bold, red and"))]);
}

#[test]
fn a_link_in_a_description_is_text_with_its_address() {
    let file = "<DL><p>\n<DT><A HREF=\"u:1\">1</A>\n<DD>see <a href=\"https://b.example/\">this</a> and more\n\
                <a href=\"https://c.example/\">https://c.example/</a>\n<a href='https://d.example/'></a>, \
                <a href=\"https://e.example/\">unclosed\n<DT><A HREF=\"u:2\">2</A></DL>";
    let note = "see this (https://b.example/) and more\nhttps://c.example/\nhttps://d.example/, unclosed\n \
                (https://e.example/)";
    assert_eq!(
        html(file),
        [row(2, Entry { note: text(note), ..link("u:1", "1") }), row(6, link("u:2", "2"))]
    );
}

#[test]
fn a_link_after_a_description_is_an_entry_without_dt_if_it_has_its_own_line_or_a_date() {
    let file = "<DL>\n<A HREF=\"u:1\">1</A>\n<DD>see <a href=\"u:x\">x</a>\n<A HREF=\"u:2\">2</A><DD>note \
                <A HREF=\"u:3\" ADD_DATE=\"1\">3</A></DL>";
    let expected = [
        row(2, Entry { note: text("see x (u:x)"), ..link("u:1", "1") }),
        row(4, Entry { note: text("note"), ..link("u:2", "2") }),
        row(4, Entry { created: seconds(1), ..link("u:3", "3") }),
    ];
    assert_eq!(html(file), expected);
}

#[test]
fn a_link_with_a_date_on_its_own_line_after_a_description_is_an_entry() {
    let file = "<DL>\n<DT><A HREF=\"u:1\">1</A>\n<DD>note\n\
                <A HREF=\"u:2\" ADD_DATE=\"1\">2</A>\n<A HREF=\"u:3\">3</A>\n</DL>";
    let expected = [
        row(2, Entry { note: text("note"), ..link("u:1", "1") }),
        row(4, Entry { created: seconds(1), ..link("u:2", "2") }),
        row(5, link("u:3", "3")),
    ];
    assert_eq!(html(file), expected);
}

#[test]
fn other_tags_in_a_description_break_its_lines() {
    let file = "<DT><A HREF=\"u:1\">1</A>\n<DD><h1>One</h1><h3>two</h3><ul><li>three<li>four</ul><p>five<br>\
                six <b>7</b>\n\
                <DT><A HREF=\"u:2\">2</A>";
    let note = "One\ntwo\nthree\nfour\nfive\nsix 7";
    assert_eq!(
        html(file),
        [row(1, Entry { note: text(note), ..link("u:1", "1") }), row(3, link("u:2", "2"))]
    );
}

#[test]
fn quotes_that_are_not_escaped_stay_in_the_value() {
    for (tags, expected) in [
        ("TAGS=\"a,\"b\",c\"", &["a", "\"b\"", "c"][..]),
        ("TAGS=\"a, \"b\" c, d\"", &["a", "\"b\" c", "d"]),
        ("TAGS='it's,B'", &["it's", "B"]),
    ] {
        let file = format!("<DT><A HREF=\"u:1\" {tags} ADD_DATE=\"1\">t</A>\n<DT><A HREF=\"u:2\">2</A>");
        let entry = Entry {
            tags: texts(expected),
            created: seconds(1),
            remarks: quotes(Field::Tags),
            ..link("u:1", "t")
        };
        assert_eq!(html(&file), [row(1, entry), row(2, link("u:2", "2"))], "{tags}");
    }
    // Quotes that end a value need no space after them.
    let file = "<DT><A HREF=\"u:1\"ADD_DATE = \"1\" TAGS='\"a\"'PRIVATE=\"0\" FEED>t</A>";
    assert_eq!(
        html(file),
        [row(1, Entry { tags: texts(&["\"a\""]), created: seconds(1), ..link("u:1", "t") })]
    );
}

#[test]
fn a_value_without_its_last_quote_hides_no_entry() {
    for (attributes, entry) in [
        (
            "HREF=\"https://a.example/ TAGS=\"a\"",
            Entry { tags: texts(&["a"]), ..link("https://a.example/", "t") },
        ),
        (
            "TAGS=\"a\" HREF=\"https://a.example/",
            Entry { tags: texts(&["a"]), ..link("https://a.example/", "t") },
        ),
        ("HREF='https://a.example/", link("https://a.example/", "t")),
    ] {
        let file = format!(
            "<DT><A {attributes}>t</A>\n<DT><A HREF=\"u:2\" ADD_DATE=\"1\">2</A>\n<DT><A HREF='u:3'>3</A>"
        );
        let expected = [
            row(1, Entry { remarks: quotes(Field::Url), ..entry }),
            row(2, Entry { created: seconds(1), ..link("u:2", "2") }),
            row(3, link("u:3", "3")),
        ];
        assert_eq!(html(&file), expected, "{attributes}");
    }
    let file = "<DT><A HREF=\"u:1\" TAGS=\"a b>t</A>\n<DT><A HREF=\"u:2\">2</A>";
    let entry = Entry { tags: texts(&["a b"]), remarks: quotes(Field::Tags), ..link("u:1", "t") };
    assert_eq!(html(file), [row(1, entry), row(2, link("u:2", "2"))]);
}
