//! Finds the quotes that end the values of attributes.

/// Returns whether the name of an attribute can have the byte.
pub(crate) fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-')
}

/// Returns whether a quote before these bytes ends a value: the tag ends or another attribute follows.
pub(crate) fn ends_value(after: &[u8]) -> bool {
    let next = after.trim_ascii_start();
    let name = next.iter().take_while(|byte| is_name(**byte)).count();
    let value = next[name..].trim_ascii_start();
    match next {
        [] | [b'>', ..] => true,
        [b'/', rest @ ..] => rest.trim_ascii_start().starts_with(b">"),
        _ if name == 0 => false,
        // `HREF="a"ADD_DATE="1"`
        _ if next.len() == after.len() => value
            .strip_prefix(b"=")
            .is_some_and(|value| matches!(value.trim_ascii_start(), [b'"' | b'\'', ..])),
        _ => matches!(value, [] | [b'=' | b'>', ..]),
    }
}

/// Returns the end of a value if these bytes end with the name and `=` of the next attribute.
pub(crate) fn next_attribute(value: &[u8]) -> Option<usize> {
    let name = value.trim_ascii_end().strip_suffix(b"=")?.trim_ascii_end();
    let length = name.iter().rev().take_while(|byte| is_name(**byte)).count();
    let before = &name[..name.len() - length];
    let is_attribute = length > 1 && before.last().is_some_and(u8::is_ascii_whitespace);
    is_attribute.then(|| before.trim_ascii_end().len())
}

/// Returns the end of a value if it has tags of a bookmark, so that its closing quote is missing. An address
/// ends at a space.
pub(crate) fn unclosed(value: &[u8], name: &[u8]) -> Option<usize> {
    const TAGS: [&[u8]; 5] = [b"/a>", b"dt>", b"/dl>", b"dd>", b"dl>"];
    let is_tag = |place: usize| {
        let tag = &value[place + 1..];
        TAGS.iter().any(|name| tag.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)))
    };
    let tag = memchr::memchr_iter(b'<', value).find(|place| is_tag(*place))?;
    let ends = |byte: &u8| *byte == b'>' || name == b"href" && byte.is_ascii_whitespace();
    Some(value[..tag].iter().position(ends).unwrap_or(tag))
}
