//! Characters that a text can't have.

use std::borrow::Cow;

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};

use crate::entry::field::Field;

/// Returns the text of a field without control characters, and whether it had any besides line breaks and tabs.
///
/// Notes, excerpts and texts keep tabs, and line breaks as line feeds. In titles, tags and names these become spaces, and addresses are
/// without them.
pub(crate) fn cleaned(field: Field, text: &str) -> (Cow<'_, str>, bool) {
    if !text.contains(char::is_control) {
        return (text.into(), false);
    }
    let mut had_control = false;
    let mut cleaned = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let character = match character {
            '\r' if characters.peek() == Some(&'\n') => continue,
            '\r' => '\n',
            other => other,
        };
        match (character, field) {
            ('\n' | '\t', Field::Note | Field::Excerpt | Field::Text) => cleaned.push(character),
            ('\n' | '\t', Field::Url | Field::Cover | Field::Kind | Field::Id) => {}
            ('\n' | '\t', _) => cleaned.push(' '),
            _ if character.is_control() => had_control = true,
            _ => cleaned.push(character),
        }
    }
    (cleaned.into(), had_control)
}

/// Whether a text has a character that shows something. Spaces, format characters and those that Unicode declares invisible, such as
/// the zero-width space, show nothing.
pub(crate) fn has_visible(text: &str) -> bool {
    text.chars().any(is_visible)
}

fn is_visible(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_graphic();
    }
    let shows_nothing = GeneralCategoryGroup::Separator
        .union(GeneralCategoryGroup::Control)
        .union(GeneralCategoryGroup::Format)
        .contains(CodePointMapData::<GeneralCategory>::new().get(character));
    // U+2800 is a blank that Unicode counts among the symbols.
    !shows_nothing
        && character != '\u{2800}'
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}
