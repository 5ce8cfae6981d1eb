//! The rule for characters that show something.

use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};

/// The blanks that Unicode counts as letters or symbols: in braille, musical notation, Egyptian and Khitan.
const BLANKS: [char; 5] = ['\u{2800}', '\u{1d159}', '\u{13441}', '\u{13442}', '\u{16fe4}'];

/// Returns true if `text` has a character that shows something.
///
/// The following show nothing: spaces, control characters, format characters, blank letters and symbols, and
/// the characters that Unicode declares invisible (`Default_Ignorable_Code_Point`), such as the zero-width
/// space and the Hangul filler.
///
/// ```
/// use bookmark_files::has_visible;
///
/// assert!(has_visible(" a\u{200b}"));
/// assert!(!has_visible(" \u{200b}\n"));
/// ```
#[must_use]
pub fn has_visible(text: &str) -> bool {
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
    !shows_nothing
        && !BLANKS.contains(&character)
        && !CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_and_ignorable_characters_show_nothing() {
        let invisible = "\0\n \u{7f}\u{85}\u{a0}\u{ad}\u{34f}\u{61c}\u{115f}\u{180e}\u{2003}\u{200b}\u{200d}\
                         \u{202e}\u{2028}\u{2060}\u{2800}\u{1d159}\u{13441}\u{13442}\u{16fe4}\u{3000}\u{3164}\
                         \u{fe0f}\u{feff}\u{ffa0}\u{1d173}\u{e0001}\u{e0100}";
        assert_eq!(invisible.chars().count(), 30);
        for character in invisible.chars() {
            assert!(!is_visible(character), "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn letters_marks_and_symbols_show_something() {
        for character in "a0!é\u{301}名ا🦀€\u{2801}\u{e000}\u{378}\u{10ffff}".chars() {
            assert!(is_visible(character), "U+{:04X}", u32::from(character));
        }
    }

    #[test]
    fn one_visible_character_makes_a_text_visible() {
        assert!(has_visible("\u{200b}x"));
        assert!(!has_visible("\u{200b} \u{3164}"));
        assert!(!has_visible(""));
    }
}
