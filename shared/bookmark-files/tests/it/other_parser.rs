//! The Netscape file with a parser of the HTML standard that is not ours.

use bookmark_files::{Entry, NetscapeWriter};
use html5ever::tendril::TendrilSink;
use markup5ever_rcdom::{Node, NodeData, RcDom};

use crate::samples::{link, seconds, text, texts};

/// What other services read of a link.
#[derive(Debug, PartialEq)]
struct Parsed {
    url: String,
    title: String,
    add_date: Option<String>,
    last_modified: Option<String>,
    tags: Vec<String>,
    folders: Vec<String>,
    note: Option<String>,
}

/// Returns the name of an element.
fn name(node: &Node) -> &str {
    match &node.data {
        NodeData::Element { name, .. } => &name.local,
        _ => "",
    }
}

fn attribute(node: &Node, wanted: &str) -> Option<String> {
    let NodeData::Element { attrs, .. } = &node.data else { return None };
    attrs
        .borrow()
        .iter()
        .find(|attribute| &*attribute.name.local == wanted)
        .map(|found| found.value.to_string())
}

fn text_of(node: &Node) -> String {
    match &node.data {
        NodeData::Text { contents } => contents.borrow().to_string(),
        _ => node.children.borrow().iter().map(|child| text_of(child)).collect(),
    }
}

/// Reads the items of a list: the links, the `<DD>` after each, and the lists after each `<H3>`.
fn read_list(list: &Node, folders: &[String], links: &mut Vec<Parsed>) {
    for child in list.children.borrow().iter() {
        match name(child) {
            "dd" => links.last_mut().unwrap().note = Some(text_of(child).trim().to_owned()),
            "dt" => read_item(child, folders, links),
            // `<DL><p>` makes some parsers put the items into the paragraph.
            _ => read_list(child, folders, links),
        }
    }
}

fn read_item(item: &Node, folders: &[String], links: &mut Vec<Parsed>) {
    let mut folders = folders.to_vec();
    for child in item.children.borrow().iter() {
        match name(child) {
            "h3" => folders.push(text_of(child)),
            "dl" => read_list(child, &folders, links),
            "a" => links.push(Parsed {
                url: attribute(child, "href").unwrap(),
                title: text_of(child),
                add_date: attribute(child, "add_date"),
                last_modified: attribute(child, "last_modified"),
                tags: attribute(child, "tags")
                    .iter()
                    .flat_map(|tags| tags.split(','))
                    .map(str::to_owned)
                    .collect(),
                folders: folders.clone(),
                note: None,
            }),
            _ => {}
        }
    }
}

fn parsed(file: &str) -> Vec<Parsed> {
    let dom = html5ever::parse_document(RcDom::default(), html5ever::ParseOpts::default()).one(file);
    let mut links = Vec::new();
    read_list(&dom.document, &[], &mut links);
    links
}

#[test]
fn an_independent_parser_reads_addresses_titles_dates_tags_folders_and_notes() {
    let inside = |url: &str, path: &[&str]| Entry { folders: vec![texts(path)], ..link(url, "t") };
    let entries = [
        Entry {
            created: seconds(1_700_000_000),
            modified: seconds(1_700_000_001),
            tags: texts(&["rust", "two words", "c++ & <d>", "\"q\"", "it's"]),
            note: text("line 1\n<DD> & </DL>\nline 3"),
            ..link("https://a.example/?a=1&b=\"2\"&amp;", "</A> & <script> <!-- 日本 😀")
        },
        inside("https://a.example/2", &["A & B", "C"]),
        inside("https://a.example/3", &["A & B", "<D>"]),
        inside("https://a.example/4", &["A & B"]),
        link("https://a.example/5", "last"),
    ];
    let mut writer = NetscapeWriter::begin(Vec::new()).unwrap();
    for entry in &entries {
        writer.entry(entry).unwrap();
    }
    let file = String::from_utf8(writer.end().unwrap()).unwrap();
    let expected: Vec<_> = entries
        .into_iter()
        .map(|entry| Parsed {
            url: entry.url.unwrap(),
            title: entry.title.unwrap(),
            add_date: entry.created.map(|time| time.as_seconds().to_string()),
            last_modified: entry.modified.map(|time| time.as_seconds().to_string()),
            tags: entry.tags,
            folders: entry.folders.into_iter().flatten().collect(),
            note: entry.note,
        })
        .collect();
    assert_eq!(parsed(&file), expected);
}
