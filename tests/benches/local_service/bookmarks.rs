//! A file of bookmarks, as a browser writes it.

const TAGS: usize = 300;

const WORDS: [&str; 16] = [
    "rust", "table", "stream", "query", "index", "cache", "memory", "graph", "photo", "travel", "recipe",
    "music", "essay", "design", "garden", "river",
];

/// The time of the first bookmark, in seconds, and the seconds between two of them.
const FIRST: usize = 1_300_000_000;
const BETWEEN: usize = 7_000;

/// Returns a file with `count` links of different addresses, with one to three tags each.
pub(crate) fn netscape(count: usize) -> String {
    let mut lines = vec!["<!DOCTYPE NETSCAPE-Bookmark-file-1>".to_owned(), "<DL><p>".to_owned()];
    lines.extend((0..count).map(bookmark));
    lines.push("</DL><p>".to_owned());
    lines.join("\n")
}

fn bookmark(number: usize) -> String {
    let (url, title, tags) = link(number);
    let added = FIRST + number * BETWEEN;
    format!("<DT><A HREF=\"{url}\" ADD_DATE=\"{added}\" TAGS=\"{}\">{title}</A>", tags.join(","))
}

/// Returns the address, the title and the tags of a bookmark.
pub(crate) fn link(number: usize) -> (String, String, Vec<String>) {
    let word = |place: usize| WORDS[(number * (2 * place + 1) + number / 16 + place) % WORDS.len()];
    let title: Vec<_> = (0..5).map(word).collect();
    let tags = (0..=number % 3).map(|place| format!("tag{}", (number * 7 + place * 101) % TAGS)).collect();
    let url = format!("https://example{}.com/articles/{number}/{}", number % 977, word(1));
    (url, format!("{} {number}", title.join(" ")), tags)
}
