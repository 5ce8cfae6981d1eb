//! Functions on texts that run while the crate that uses them compiles.

/// Returns the only element of a list, if there is one.
pub const fn first<T: Copy>(list: &[T]) -> Option<T> {
    match list {
        [first, ..] => Some(*first),
        [] => None,
    }
}

pub(crate) const fn is(maybe: Option<&str>, text: &str) -> bool {
    match maybe {
        Some(found) => equal(found, text),
        None => false,
    }
}

pub(crate) const fn contains(texts: &[&str], text: &str) -> bool {
    let mut at = 0;
    while at < texts.len() {
        if equal(texts[at], text) {
            return true;
        }
        at += 1;
    }
    false
}

pub(crate) const fn equal(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    // Names in one table often begin alike, so the last byte is compared first. The compiler interprets this code for each pair.
    let mut end = one.len();
    while end > 0 {
        end -= 1;
        if one[end] != other[end] {
            return false;
        }
    }
    true
}

/// A message of the compiler, joined while the crate compiles, where `panic!` takes nothing but a text.
pub(crate) struct Message {
    bytes: [u8; Self::MAX_BYTES],
    length: usize,
}

impl Message {
    const MAX_BYTES: usize = 1024;

    /// Joins the parts. A message of more than 1,024 bytes is cut off after the last part that fits.
    pub(crate) const fn of(parts: &[&str]) -> Self {
        let mut message = Self { bytes: [0; Self::MAX_BYTES], length: 0 };
        let mut at = 0;
        while at < parts.len() {
            let part = parts[at].as_bytes();
            if message.length + part.len() > Self::MAX_BYTES {
                break;
            }
            let (_, free) = message.bytes.split_at_mut(message.length);
            free.split_at_mut(part.len()).0.copy_from_slice(part);
            message.length += part.len();
            at += 1;
        }
        message
    }

    pub(crate) const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "the message can't be shown",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_joins_the_parts_that_fit() {
        assert_eq!(Message::of(&["the field `", "größe", "`"]).text(), "the field `größe`");
        assert_eq!(Message::of(&[]).text(), "");
        let long = "a".repeat(Message::MAX_BYTES);
        assert_eq!(Message::of(&[&long]).text(), long);
        assert_eq!(Message::of(&["b", &long, "c"]).text(), "b");
    }

    #[test]
    fn texts_are_equal_byte_by_byte() {
        assert!(equal("", "") && equal("abc", "abc"));
        assert!(!equal("abc", "abd") && !equal("abc", "ab") && !equal("", "a"));
    }
}
