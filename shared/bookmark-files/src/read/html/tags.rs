//! Tags in texts that are not escaped.

/// The longest name of a tag in [`OF_TEXTS`].
pub(crate) const LONGEST_NAME: usize = 10;
/// The tags of bookmarks, and those that break the lines of a note.
const OF_BOOKMARKS: [&[u8]; 10] = [b"a", b"br", b"dd", b"dl", b"dt", b"h1", b"h3", b"hr", b"li", b"p"];
/// The tags of formatted texts and of the whole file, which are left out.
const OF_TEXTS: [&[u8]; 43] = [
    b"abbr",
    b"b",
    b"big",
    b"blockquote",
    b"body",
    b"center",
    b"cite",
    b"code",
    b"del",
    b"div",
    b"em",
    b"font",
    b"h2",
    b"h4",
    b"h5",
    b"h6",
    b"html",
    b"i",
    b"img",
    b"ins",
    b"kbd",
    b"mark",
    b"ol",
    b"pre",
    b"q",
    b"s",
    b"samp",
    b"small",
    b"span",
    b"strike",
    b"strong",
    b"sub",
    b"sup",
    b"table",
    b"tbody",
    b"td",
    b"th",
    b"thead",
    b"tr",
    b"tt",
    b"u",
    b"ul",
    b"wbr",
];

/// Whether something in a text is a tag: one of bookmarks or of formatted texts, with nothing but attributes after its name.
///
/// `vector<int>`, `x <y and z</A>` and `a<b && c>d` have no tags besides the last one. `attributes` are what comes before the next `<`
/// or `>`, and `is_closed` says whether that is a `>`. A tag of bookmarks can have both in its values.
pub(crate) fn is_tag(name: &[u8], attributes: &[u8], ends: bool, is_closed: bool) -> bool {
    let is_known = OF_BOOKMARKS.contains(&name) || is_closed && OF_TEXTS.contains(&name);
    is_known
        && match attributes.trim_ascii() {
            [] | [b'/'] => ends || name != b"a",
            attributes => attributes.contains(&b'='),
        }
}
