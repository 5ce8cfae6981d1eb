//! Removes control characters from texts.

use std::borrow::Cow;

use crate::entry::field::Field;

/// Returns a field's text without control characters, and whether it had any besides line breaks and tabs.
///
/// Notes, excerpts and texts keep tabs, and line breaks as line feeds. In titles, tags and names, both become
/// spaces. Addresses and ids lose both.
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
