//! The role of a character in word boundaries.

use icu_properties::CodePointMapData;
use icu_properties::props::{GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;

/// Scripts that put no space between words, and Hangul, since Korean appends particles to words and nobody searches for those.
const WRITTEN_WITHOUT_SPACES: [Script; 11] = [
    Script::Bopomofo,
    Script::Han,
    Script::Hangul,
    Script::Hiragana,
    Script::Katakana,
    Script::Khmer,
    Script::Lao,
    Script::Myanmar,
    Script::Thai,
    Script::Tibetan,
    Script::Yi,
];

/// The role of a character of [folded](super::fold::fold) text in word boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CharClass {
    /// A letter, mark or digit of a script that is written with spaces. A run of such characters is a word.
    Word,
    /// A character that search finds in any place: a symbol, or a character of a script without spaces.
    Free,
    /// A character between words: the space, the joint of two parts of a word, the dot and the slash in an
    /// address, and the comma that joins folded texts.
    Separator,
}

impl CharClass {
    pub(super) fn of(character: char) -> Self {
        if character.is_ascii() {
            return match character {
                'a'..='z' | '0'..='9' => Self::Word,
                ' ' | '-' | '.' | '/' | ',' => Self::Separator,
                _ => Self::Free,
            };
        }
        let category = CodePointMapData::<GeneralCategory>::new().get(character);
        let written = GeneralCategoryGroup::Letter
            .union(GeneralCategoryGroup::Mark)
            .union(GeneralCategoryGroup::Number)
            .contains(category);
        if written && !is_written_without_spaces(character) { Self::Word } else { Self::Free }
    }
}

/// Returns true for characters of scripts that put no space between words, and for marks that such scripts share, for example the Japanese mark of a long vowel.
pub(super) fn is_written_without_spaces(character: char) -> bool {
    let scripts = ScriptWithExtensions::new().get_script_extensions_val(character);
    scripts.iter().any(|script| WRITTEN_WITHOUT_SPACES.contains(&script))
}

/// Returns true if the byte position `position` of folded `text` lies between two characters of the same word.
pub(super) fn is_inside_a_word(text: &str, position: usize) -> bool {
    let (before, after) = text.split_at(position);
    before.chars().next_back().is_some_and(is_word) && after.chars().next().is_some_and(is_word)
}

/// Returns the length in bytes of the word (or the rest of a word) at the beginning of folded `text`.
pub(super) fn leading_word(text: &str) -> usize {
    text.find(|character| !is_word(character)).unwrap_or(text.len())
}

fn is_word(character: char) -> bool {
    CharClass::of(character) == CharClass::Word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn assert_class(class: CharClass, characters: &str) {
        for character in characters.chars() {
            assert_eq!(CharClass::of(character), class, "{character:?}");
        }
    }

    #[test]
    fn letters_of_scripts_with_spaces_make_words() {
        assert_class(CharClass::Word, "az09ßжאعकীறაᎠ²٣");
    }

    #[test]
    fn marks_belong_to_the_words_of_their_script() {
        assert_class(CharClass::Word, "\u{93f}\u{94d}\u{bbf}");
        assert_class(CharClass::Free, "\u{e31}\u{3099}");
    }

    #[test]
    fn characters_of_scripts_without_spaces_are_free() {
        assert_class(CharClass::Free, "我々〇〆あァーヽ한ᄒㄅꀀไາកမཀ\u{20000}");
    }

    #[test]
    fn symbols_are_free() {
        assert_class(CharClass::Free, "#@+=<$€🎉🏽→\u{e000}");
    }

    #[test]
    fn joined_texts_are_separate() {
        assert_class(CharClass::Separator, " -./,");
    }
}
