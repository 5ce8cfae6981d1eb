//! The Netscape file with a parser of the HTML standard that is not ours.

use bookmark_files::{Entry, NetscapeWriter};
use scraper::{ElementRef, Html, Selector};

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

fn named<'a>(element: Option<ElementRef<'a>>, name: &str) -> Option<ElementRef<'a>> {
    element.filter(|element| element.value().name() == name)
}

/// Reads the links, the `<H3>` before each list around a link, and the `<DD>` after its `<DT>`.
fn parsed(file: &str) -> Vec<Parsed> {
    let document = Html::parse_document(file);
    let selector = Selector::parse("dt > a").unwrap();
    let links = document.select(&selector).map(|link| {
        let attribute = |name: &str| link.attr(name).map(str::to_owned);
        let lists =
            link.ancestors().filter_map(ElementRef::wrap).filter(|element| element.value().name() == "dl");
        let names = lists.filter_map(|list| named(list.prev_siblings().find_map(ElementRef::wrap), "h3"));
        let mut folders: Vec<_> = names.map(|name| name.text().collect::<String>()).collect();
        folders.reverse();
        let item = link.parent().unwrap();
        let note = named(item.next_siblings().find_map(ElementRef::wrap), "dd");
        Parsed {
            url: attribute("href").unwrap(),
            title: link.text().collect(),
            add_date: attribute("add_date"),
            last_modified: attribute("last_modified"),
            tags: attribute("tags")
                .map(|tags| tags.split(',').map(str::to_owned).collect())
                .unwrap_or_default(),
            folders,
            note: note.map(|note| note.text().collect::<String>().trim().to_owned()),
        }
    });
    links.collect()
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
