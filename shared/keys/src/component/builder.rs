//! The writer that every encoding goes through.

use std::fmt::{self, Write as _};

use super::ComponentError;
use super::escape::escape;
use super::mirror::mirrored;

/// A key under construction.
///
/// [`EncodeComponent::encode`](crate::EncodeComponent::encode) receives it and appends one component. Everything
/// appended is text and is escaped, so no component, including your own types, can write a separator into a key.
#[derive(Debug)]
pub struct KeyBuilder<'a> {
    output: Output<'a>,
    mirrored: bool,
    separator_due: bool,
    index: usize,
    rejected: Option<(usize, ComponentError)>,
}

/// The destination of an encoding. Counting and comparing need no allocation.
#[derive(Debug)]
enum Output<'a> {
    Write(&'a mut String),
    Count(&'a mut usize),
    /// Holds the rest of the expected text, or `None` after the first difference.
    Compare(Option<&'a str>),
}

impl KeyBuilder<'_> {
    /// Appends text, escaping its low characters.
    pub fn push_text(&mut self, text: &str) {
        escape(text, |run| self.push_run(run));
    }

    /// Appends the `Display` form of a value, escaped like text. It does not allocate.
    pub fn push_display(&mut self, value: impl fmt::Display) {
        if write!(EscapedText(self), "{value}").is_err() {
            self.reject(ComponentError::refused("the value's `Display` failed"));
        }
    }

    /// Refuses the value that is being encoded, so that building the key fails with `error`.
    ///
    /// Call it for a type that has values without an encoding, as `f64` has NaN. If several values of one key are
    /// refused, the caller gets the first error.
    pub fn reject(&mut self, error: ComponentError) {
        let index = self.index;
        self.rejected.get_or_insert((index, error));
    }

    /// Runs `encode` and reverses the order of each character that it appends.
    pub(super) fn mirror(&mut self, encode: impl FnOnce(&mut Self)) {
        self.mirrored = !self.mirrored;
        encode(self);
        self.mirrored = !self.mirrored;
    }

    /// Appends the component that `encode` writes, after a separator unless it is the first part of the key.
    pub(crate) fn push_component(&mut self, encode: impl FnOnce(&mut Self)) {
        self.push_due_separator();
        encode(self);
        self.separator_due = true;
        self.index += 1;
    }

    /// Appends a separator if the key has a part that no separator follows yet.
    pub(crate) fn push_due_separator(&mut self) {
        if std::mem::take(&mut self.separator_due) {
            self.push_run("#");
        }
    }

    /// Appends an entity's name. It has no characters to escape, and it does not count as a component.
    pub(crate) fn push_name(&mut self, name: &str) {
        self.push_run(name);
        self.separator_due = true;
    }

    fn push_run(&mut self, run: &str) {
        if self.mirrored {
            for character in run.chars() {
                let character = u8::try_from(character).map_or(character, |byte| char::from(mirrored(byte)));
                self.output.push(character.encode_utf8(&mut [0; 4]));
            }
        } else {
            self.output.push(run);
        }
    }
}

impl<'a> KeyBuilder<'a> {
    /// Returns a builder that appends to `key`.
    pub(crate) fn new(key: &'a mut String) -> Self {
        Self::with_output(Output::Write(key))
    }

    /// Fails with the first refused component and its index.
    pub(crate) fn finish(self) -> Result<(), (usize, ComponentError)> {
        self.rejected.map_or(Ok(()), Err)
    }

    /// Returns the number of bytes that `encode` writes.
    pub(super) fn count(encode: impl FnOnce(&mut KeyBuilder<'_>)) -> usize {
        let mut bytes = 0;
        encode(&mut KeyBuilder::with_output(Output::Count(&mut bytes)));
        bytes
    }

    /// Returns `true` if `encode` writes `text`, nothing else, and refuses no value.
    pub(super) fn writes_exactly(text: &'a str, encode: impl FnOnce(&mut Self)) -> bool {
        let mut builder = Self::with_output(Output::Compare(Some(text)));
        encode(&mut builder);
        builder.rejected.is_none() && matches!(builder.output, Output::Compare(Some("")))
    }

    fn with_output(output: Output<'a>) -> Self {
        Self { output, mirrored: false, separator_due: false, index: 0, rejected: None }
    }
}

/// Passes formatted text on to a builder.
struct EscapedText<'k, 'a>(&'k mut KeyBuilder<'a>);

impl fmt::Write for EscapedText<'_, '_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.push_text(text);
        Ok(())
    }
}

impl Output<'_> {
    fn push(&mut self, run: &str) {
        match self {
            Self::Write(key) => key.push_str(run),
            Self::Count(bytes) => **bytes += run.len(),
            Self::Compare(rest) => *rest = rest.and_then(|rest| rest.strip_prefix(run)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EncodeComponent, EncodeTuple as _, KeyError, sort_key};

    #[test]
    fn the_bytes_counted_are_the_bytes_written() {
        for text in ["", "a", "a#b $", "收藏", "\u{0}\u{24}%"] {
            let mut written = String::new();
            KeyBuilder::new(&mut written).push_text(text);
            assert_eq!(KeyBuilder::count(|key| key.push_text(text)), written.len(), "{text:?}");
        }
    }

    #[test]
    fn the_computed_length_of_every_type_is_the_length_of_its_encoding() {
        let time = crate::Timestamp::MIN;
        let components =
            (7_u16, -7_i64, true, 1.5_f64, uuid::Uuid::nil(), Some("a#"), None::<u8>, crate::Desc(time));
        assert_eq!(components.encoded_len(), sort_key(&components).unwrap().len());
        let owned = ("a#b".to_owned(), 1_u64);
        assert_eq!(owned.encoded_len(), sort_key(&owned).unwrap().len());
    }

    #[test]
    fn only_the_exact_text_compares_equal() {
        let writes = |text| KeyBuilder::writes_exactly(text, |key| key.push_text("a#"));
        assert!(writes("a$S"));
        for other in ["", "a", "a#", "a$Sb", "b$S"] {
            assert!(!writes(other), "{other:?}");
        }
        assert!(!KeyBuilder::writes_exactly("", |key| key.reject(ComponentError::NotANumber)));
    }

    struct CannotBeDisplayed;

    impl fmt::Display for CannotBeDisplayed {
        fn fmt(&self, _f: &mut fmt::Formatter<'_>) -> fmt::Result {
            Err(fmt::Error)
        }
    }

    impl EncodeComponent for CannotBeDisplayed {
        type Component = String;

        fn encode(&self, key: &mut KeyBuilder<'_>) {
            key.push_display(self);
        }
    }

    #[test]
    fn a_display_that_fails_is_refused() {
        let source = ComponentError::refused("the value's `Display` failed");
        assert_eq!(sort_key(&("a", CannotBeDisplayed)), Err(KeyError::BadComponent { index: 1, source }));
    }

    #[test]
    fn displayed_values_are_escaped() {
        let mut key = String::new();
        KeyBuilder::new(&mut key).push_display(format_args!("{}#{}", 1, "a b"));
        assert_eq!(key, "1$Sa$Pb");
    }
}
