//! Folding: the form of a text without case, width and accents, in which search compares texts.

use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData};
use single_table::keys::CaseFolded;

use super::char_class::{CharClass, is_written_without_spaces};

/// The scripts whose marks folding drops: accents that any script can use (`Inherited`), and marks that writers of the others
/// usually leave out.
const OPTIONAL_MARKS_OF: [Script; 5] =
    [Script::Inherited, Script::Arabic, Script::Cyrillic, Script::Hebrew, Script::Syriac];

/// The character in folded text between two parts of a word, in place of a hyphen, an apostrophe or a full
/// stop.
pub(super) const JOINT: char = '-';

/// The full stop, which joins two parts of a word as a hyphen does, as in `Node.js` and `U.S.A.`, but not two
/// digits.
const DOT: char = '.';

/// Returns `text` as search compares it: without case, width and accents, and with one space between its words.
///
/// - Replaces case and compatible forms as [`CaseFolded`] does.
/// - Drops accents, including the vowel points of Arabic and Hebrew. Keeps the voicing marks of Japanese and the vowel signs of
///   Indic scripts, because a syllable without them is a different syllable.
/// - Replaces the decimal digits of all scripts by those of ASCII, and letters that some keyboards lack by
///   those that people type instead.
/// - Drops invisible characters: variation selectors, soft hyphens, joiners.
/// - Replaces punctuation (except `#` and `@`), white space and controls by one space, and drops them at both ends.
/// - Replaces a single hyphen, apostrophe, full stop, zero-width non-joiner or Hebrew mark of an abbreviation
///   inside a word by a [joint](JOINT).
/// - Drops white space and punctuation between a word and a character of a script without spaces: some people write `iPhone手机`,
///   and others `iPhone 手机`.
/// - Keeps symbols: `+`, `€`, emoji.
///
/// Folded text never contains a comma, a full stop, a slash, a line break or a control character. Folding it
/// again does not change it.
pub(crate) fn fold(text: &str) -> String {
    let case_folded = CaseFolded::new(text);
    let decomposed = DecomposingNormalizer::new_nfkd().normalize(case_folded.as_str());
    let mut folded = String::with_capacity(decomposed.len());
    // The separators since the last kept character, as the one character that replaces them.
    let mut separator = None;
    for character in decomposed.chars() {
        let mut buffer = [0; 4];
        let kept = match fate(character) {
            Fate::Kept => character.encode_utf8(&mut buffer),
            Fate::Spelled(letters) => letters,
            Fate::Dropped => continue,
            Fate::Joint(joint) if separator.is_none() => {
                separator = Some(joint);
                continue;
            }
            Fate::Joint(_) | Fate::Separator => {
                separator = Some(' ');
                continue;
            }
        };
        if let Some(separator) = separator.take()
            && !folded.is_empty()
        {
            folded.push(separator);
        }
        folded.push_str(kept);
    }
    with_needed_separators(&ComposingNormalizer::new_nfkc().normalize(&folded))
}

/// Returns the text without the separators between a word and a character of a script without spaces, and with a space for each
/// joint that is not inside a word.
fn with_needed_separators(text: &str) -> String {
    let mut needed = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if CharClass::of(character) != CharClass::Separator {
            needed.push(character);
            continue;
        }
        if let (Some(before), Some(after)) = (needed.chars().next_back(), characters.peek()) {
            needed.extend(needed_between(before, *after, character));
        }
    }
    needed
}

/// Returns the separator that folded text needs between two characters in place of `separator`.
pub(super) fn needed_between(before: char, after: char, separator: char) -> Option<char> {
    match (CharClass::of(before), CharClass::of(after)) {
        // Normalization would move a mark that begins a text of its own into the text before it.
        _ if is_mark(after) => Some(' '),
        (CharClass::Word, CharClass::Word) if separator == DOT => {
            Some(if before.is_ascii_digit() && after.is_ascii_digit() { ' ' } else { JOINT })
        }
        (CharClass::Word, CharClass::Word) => Some(separator),
        (CharClass::Word, CharClass::Free) if is_written_without_spaces(after) => None,
        (CharClass::Free, CharClass::Word) if is_written_without_spaces(before) => None,
        _ => Some(' '),
    }
}

fn is_mark(character: char) -> bool {
    GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(character))
}

enum Fate {
    Kept,
    Spelled(&'static str),
    Dropped,
    /// A separator that joins two parts of a word if it stands alone between them: a [`JOINT`] or a [`DOT`].
    Joint(char),
    Separator,
}

/// Returns what folding does with a character that is case-folded and decomposed.
fn fate(character: char) -> Fate {
    match character {
        // Keep Japanese voicing marks (か is not が) and the skin colors of emoji, which are modifier symbols in Unicode.
        '#' | '@' | '\u{3099}' | '\u{309a}' | '\u{1f3fb}'..='\u{1f3ff}' => return Fate::Kept,
        // Unicode has no decomposition for these letters, but people without the key type the plain ones.
        'æ' => return Fate::Spelled("ae"),
        'đ' => return Fate::Spelled("d"),
        'ħ' => return Fate::Spelled("h"),
        'ı' => return Fate::Spelled("i"),
        'ł' => return Fate::Spelled("l"),
        'œ' => return Fate::Spelled("oe"),
        'ø' => return Fate::Spelled("o"),
        'ŧ' => return Fate::Spelled("t"),
        // Letters that Arabic, Persian and Urdu keyboards write differently, and the plain letters.
        'ٱ' => return Fate::Spelled("ا"),
        'ة' | 'ہ' => return Fate::Spelled("ه"),
        'ی' | 'ى' => return Fate::Spelled("ي"),
        'ک' => return Fate::Spelled("ك"),
        // Hyphens and apostrophes, also those that Unicode counts as letters; the zero-width non-joiner,
        // which parts the words of Persian compounds; and the marks of Hebrew abbreviations, which keyboards
        // write as quotes.
        '-' | '\u{2010}' | '\'' | '’' | '‘' | 'ʻ' | 'ʼ' | '\u{200c}' | '׳' | '״' | '"' | '”' => {
            return Fate::Joint(JOINT);
        }
        DOT => return Fate::Joint(DOT),
        // The replacement for unreadable text, and the zero-width space, which separates words, for example
        // in Khmer. Other invisible characters don't separate.
        char::REPLACEMENT_CHARACTER | '\u{200b}' => return Fate::Separator,
        // The Arabic stroke that only stretches a word.
        'ـ' => return Fate::Dropped,
        _ => {}
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    if category == GeneralCategory::DecimalNumber && !character.is_ascii() {
        Fate::Spelled(ascii_digit(character))
    } else if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character) {
        Fate::Dropped
    } else if GeneralCategoryGroup::Separator
        .union(GeneralCategoryGroup::Punctuation)
        .union(GeneralCategoryGroup::Control)
        .union(GeneralCategoryGroup::Format)
        .union(GeneralCategoryGroup::ModifierSymbol)
        .contains(category)
    {
        Fate::Separator
    } else if matches!(category, GeneralCategory::NonspacingMark | GeneralCategory::EnclosingMark)
        && OPTIONAL_MARKS_OF.contains(&ScriptWithExtensions::new().get_script_val(character))
    {
        Fate::Dropped
    } else {
        Fate::Kept
    }
}

/// Returns the ASCII digit of the same value as a decimal digit of any script. Unicode encodes the digits of
/// a script in ascending order without gaps (see "Numeric Properties" in chapter 4 of the Unicode Standard),
/// so the value is the number of digits before it.
fn ascii_digit(digit: char) -> &'static str {
    const DIGITS: &str = "0123456789";
    let category = CodePointMapData::<GeneralCategory>::new();
    let is_digit = |character: &char| category.get(*character) == GeneralCategory::DecimalNumber;
    let before = ('\0'..digit).rev().take_while(is_digit).count() % DIGITS.len();
    &DIGITS[before..=before]
}

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
