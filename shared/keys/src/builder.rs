//! The one writer that all encodings go through.

use std::fmt::{self, Write as _};

use crate::{ComponentError, EncodeComponent, text};

/// Takes the encoding of a key, one component after the other.
///
/// It is handed to [`EncodeComponent::encode`]. The only thing that can be written to it is text, which it
/// escapes; so a component, also one of your own, cannot put a separator into a key.
#[derive(Debug)]
pub struct KeyBuilder<'a> {
    output: Output<'a>,
    mirrored: bool,
    separator_due: bool,
    index: usize,
    rejected: Option<(usize, ComponentError)>,
}

/// Where the encoding goes. Counting and comparing spare an allocation.
#[derive(Debug)]
enum Output<'a> {
    Write(&'a mut String),
    Count(&'a mut usize),
    /// What is still to come of the text compared with, `None` once it differed.
    Compare(Option<&'a str>),
}

impl KeyBuilder<'_> {
    /// Appends text, with its low characters escaped.
    pub fn push_text(&mut self, text: &str) {
        text::escape(text, |run| self.push_run(run));
    }

    /// Appends what a value displays, escaped like text, without an allocation of its own.
    pub fn push_display(&mut self, value: impl fmt::Display) {
        if write!(Text(self), "{value}").is_err() {
            self.reject(ComponentError::refused("the value's `Display` failed"));
        }
    }

    /// Refuses the value that is being encoded: the key is not built and its caller gets the error.
    ///
    /// For the rare type that has values without an encoding, as `f64` has NaN. The first error counts.
    pub fn reject(&mut self, error: ComponentError) {
        let index = self.index;
        self.rejected.get_or_insert((index, error));
    }

    /// Runs `encode` with each character it appends turned over, so that a later one becomes an earlier one.
    pub(crate) fn mirror(&mut self, encode: impl FnOnce(&mut Self)) {
        self.mirrored = !self.mirrored;
        encode(self);
        self.mirrored = !self.mirrored;
    }

    /// Appends a whole component, after a separator unless it opens the key.
    pub(crate) fn push_component(&mut self, component: &(impl EncodeComponent + ?Sized)) {
        self.push_due_separator();
        component.encode(self);
        self.separator_due = true;
        self.index += 1;
    }

    /// Appends the separator that the components so far call for.
    pub(crate) fn push_due_separator(&mut self) {
        if std::mem::take(&mut self.separator_due) {
            self.push_run("#");
        }
    }

    /// Appends what is known to need no escape and is no component.
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
    pub(crate) fn new(key: &'a mut String) -> Self {
        Self::with_output(Output::Write(key))
    }

    /// The first rejected component with its place, if there was one.
    pub(crate) fn finish(self) -> Result<(), (usize, ComponentError)> {
        self.rejected.map_or(Ok(()), Err)
    }

    fn with_output(output: Output<'a>) -> Self {
        Self { output, mirrored: false, separator_due: false, index: 0, rejected: None }
    }
}

/// Lets formatted values through to a builder as text.
struct Text<'k, 'a>(&'k mut KeyBuilder<'a>);

impl fmt::Write for Text<'_, '_> {
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

/// The bytes that `component` takes in a key.
pub(crate) fn count(component: &(impl EncodeComponent + ?Sized)) -> usize {
    let mut bytes = 0;
    component.encode(&mut KeyBuilder::with_output(Output::Count(&mut bytes)));
    bytes
}

/// Whether `text` is exactly what `component` writes to a key.
pub(crate) fn is_encoding_of(text: &str, component: &(impl EncodeComponent + ?Sized)) -> bool {
    let mut builder = KeyBuilder::with_output(Output::Compare(Some(text)));
    component.encode(&mut builder);
    builder.rejected.is_none() && matches!(builder.output, Output::Compare(Some("")))
}

/// The first and the last ASCII character that stands for itself, added up.
const MIRROR: u8 = b'%' + b'~';

/// Turns the order of the printable ASCII characters from `%` on round and leaves all other bytes. Its own
/// inverse.
pub(crate) fn mirrored(byte: u8) -> u8 {
    if matches!(byte, b'%'..=b'~') { MIRROR - byte } else { byte }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EncodeTuple as _;

    #[test]
    fn the_bytes_counted_are_the_bytes_written() {
        for text in ["", "a", "a#b $", "收藏", "\u{0}\u{24}%"] {
            let key = crate::sort_key(&(1_u8, text)).unwrap();
            assert_eq!(count(text), key.len() - "001#".len(), "{text:?}");
            assert_eq!((1_u8, text).encoded_len(), key.len(), "{text:?}");
        }
    }

    #[test]
    fn the_length_of_every_type_is_told_before_it_is_written() {
        let time = crate::Timestamp::MIN;
        let components =
            (7_u16, -7_i64, true, 1.5_f64, uuid::Uuid::nil(), Some("a#"), None::<u8>, crate::Desc(time));
        assert_eq!(components.encoded_len(), crate::sort_key(&components).unwrap().len());
        let owned = ("a#b".to_owned(), crate::CaseFolded::new("A"));
        assert_eq!(owned.encoded_len(), crate::sort_key(&owned).unwrap().len());
    }

    #[test]
    fn a_named_sort_key_begins_with_the_name() {
        const TRACK: crate::EntityName = crate::EntityName::new("Track");
        assert_eq!(TRACK.to_string(), "Track");
        let key = crate::named_sort_key(&TRACK, &(7_u8, "a#")).unwrap();
        assert_eq!(key, "Track#007#a$S");
        assert_eq!(crate::parse_named_sort_key(&TRACK, &key), Ok((7_u8, "a#".to_owned())));
        assert_eq!(crate::named_sort_key(&TRACK, &()).unwrap(), "Track");
        assert!(crate::parse_named_sort_key::<(u8, String)>(&TRACK, "Trac#007#a").is_err());
    }
    use crate::{KeyError, sort_key};

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
    fn what_is_displayed_is_escaped() {
        let mut key = String::new();
        KeyBuilder::new(&mut key).push_display(format_args!("{}#{}", 1, "a b"));
        assert_eq!(key, "1$Sa$Pb");
    }

    #[test]
    fn a_mirror_turns_the_order_round_and_back() {
        for (a, b) in (b'%'..=b'~').zip(b'&'..=b'~') {
            assert!(mirrored(a) > mirrored(b));
            assert_eq!(mirrored(mirrored(a)), a);
        }
        for byte in (0..b'%').chain(0x7f..=0xff) {
            assert_eq!(mirrored(byte), byte);
        }
    }
}
