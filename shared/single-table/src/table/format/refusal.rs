//! Compile errors that name two entities.

/// The longest message, in bytes: two names of at most 64 bytes, and the text around them.
const LONGEST: usize = 512;

/// Fails the compilation of a table with two entities whose keys could be the same.
pub(super) const fn refuse_overlap(one: &str, other: &str) {
    let message = Message::new()
        .and("an item of `")
        .and(one)
        .and("` and an item of `")
        .and(other)
        .and("` could have the same primary key: begin their partition keys or their sort keys with literals of which none ")
        .and("begins with the other, or leave out the other's literal with `except(...)`");
    panic!("{}", message.text());
}

/// A text that is joined in a constant.
struct Message {
    bytes: [u8; LONGEST],
    len: usize,
}

impl Message {
    const fn new() -> Self {
        Self { bytes: [0; LONGEST], len: 0 }
    }

    const fn and(mut self, text: &str) -> Self {
        let text = text.as_bytes();
        let mut at = 0;
        while at < text.len() && self.len < LONGEST {
            self.bytes[self.len] = text[at];
            self.len += 1;
            at += 1;
        }
        self
    }

    const fn text(&self) -> &str {
        match std::str::from_utf8(self.bytes.split_at(self.len).0) {
            Ok(text) => text,
            Err(_) => "two entities of this table could have the same primary key",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "an item of `Album` and an item of `Playlist` could have the same primary key")]
    fn the_message_names_both_entities() {
        refuse_overlap("Album", "Playlist");
    }

    #[test]
    fn the_longest_names_fit() {
        let name = "N".repeat(64);
        let failed = std::panic::catch_unwind(|| refuse_overlap(&name, &name)).unwrap_err();
        let message = failed.downcast_ref::<String>().unwrap();
        assert!(message.ends_with("`except(...)`"), "{message}");
    }
}
