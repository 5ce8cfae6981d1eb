//! The encoding that a file declares.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252, X_USER_DEFINED};
use html5gum::{StartTag, Token, Tokenizer};

/// Returns the encoding that the beginning of an HTML or XML file declares.
pub(crate) fn declared(start: &[u8]) -> Option<&'static Encoding> {
    let start = start.trim_ascii_start();
    if let Some(declaration) = start.strip_prefix(b"<?xml") {
        let end = memchr::memmem::find(declaration, b"?>")?;
        return known(&after(&declaration[..end], b"encoding")?);
    }
    if !start.starts_with(b"<") {
        return None;
    }
    for token in Tokenizer::new(start) {
        match token {
            Ok(Token::StartTag(tag)) if *tag.name == b"meta" => {
                if let Some(label) = of_meta(&tag) {
                    return known(&label);
                }
            }
            // The contents start here and can't declare an encoding.
            Ok(Token::StartTag(tag)) if matches!(tag.name.as_slice(), b"a" | b"body" | b"dl" | b"h1") => {
                break;
            }
            Ok(_) => {}
        }
    }
    None
}

/// Returns the label in `<META CHARSET="…">` or `<META HTTP-EQUIV="Content-Type" CONTENT="…; charset=…">`.
fn of_meta(tag: &StartTag<()>) -> Option<Vec<u8>> {
    let value = |name: &[u8]| {
        let found = tag.attributes.iter().find(|(attribute, _)| attribute.as_slice() == name);
        found.map(|(_, value)| value.to_ascii_lowercase())
    };
    value(b"charset").or_else(|| after(&value(b"content")?, b"charset"))
}

/// Returns the value after `name =` in a text, with or without quotes.
fn after(text: &[u8], name: &[u8]) -> Option<Vec<u8>> {
    let text = text.to_ascii_lowercase();
    let place = memchr::memmem::find(&text, name)? + name.len();
    let value = text[place..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
    let ends = |byte: &u8| matches!(byte, b'"' | b'\'' | b';') || byte.is_ascii_whitespace();
    let value = value.strip_prefix(b"\"").or_else(|| value.strip_prefix(b"'")).unwrap_or(value);
    let end = value.iter().position(ends).unwrap_or(value.len());
    Some(value[..end].to_vec())
}

/// Returns the encoding with this label by the rules of the HTML standard. A declaration that could be read
/// as ASCII can't be in UTF-16.
fn known(label: &[u8]) -> Option<&'static Encoding> {
    let encoding = Encoding::for_label_no_replacement(label)?;
    Some(if encoding == UTF_16LE || encoding == UTF_16BE {
        UTF_8
    } else if encoding == X_USER_DEFINED {
        WINDOWS_1252
    } else {
        encoding
    })
}
