//! Tells tags from text that is not escaped.

/// The longest name of a tag in [`OF_TEXTS`].
pub(crate) const LONGEST_NAME: usize = 10;
/// The tags of bookmarks, and the tags that break lines in a note.
const OF_BOOKMARKS: [&[u8]; 10] = [b"a", b"br", b"dd", b"dl", b"dt", b"h1", b"h3", b"hr", b"li", b"p"];
/// The tags of formatted texts and of whole pages. Readers drop them.
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

/// Returns whether a `<` starts a tag of bookmarks or of formatted texts, with only attributes after its
/// name.
///
/// `vector<int>` and `a<b && c>d` have no tags, and `x <y and z</A>` has only the last one. `ends` is true
/// for an end tag. `attributes` is the text before the next `<` or `>`, and `is_closed` is true if a `>`
/// comes next. A tag of bookmarks can have both characters in its values.
pub(crate) fn is_tag(name: &[u8], attributes: &[u8], ends: bool, is_closed: bool) -> bool {
    let is_known = OF_BOOKMARKS.contains(&name) || is_closed && OF_TEXTS.contains(&name);
    is_known
        && match attributes.trim_ascii() {
            [] | [b'/'] => ends || name != b"a",
            attributes => attributes.contains(&b'='),
        }
}
