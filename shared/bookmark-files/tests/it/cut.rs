//! Texts, tags and folders over their limits, which don't cost the entry.

use bookmark_files::{Entry, Field, Format, Limits, Remark};

use crate::samples::{cut, link, read, row, text, texts};

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
fn only_the_first_of_many_bad_dates_has_a_remark() {
    let dates: Vec<_> = (0..100_000).map(|number| format!("\"time\":\"x{number}\"")).collect();
    let json = format!("[{{\"href\":\"u:\",\"description\":\"t\",{}}}]", dates.join(","));
    let (rows, error) = read(Format::Pinboard, json.as_bytes(), Limits::default());
    assert!(error.is_none(), "{error:?}");
    let remarks = vec![Remark::DateUnreadable { field: Field::Created, value: "x0".to_owned() }];
    assert_eq!(rows, [row(1, Entry { remarks, ..link("u:", "t") })]);
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
