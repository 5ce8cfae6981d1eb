//! Text in a form in which case, width and accents are gone.

use icu_normalizer::{ComposingNormalizer, DecomposingNormalizer};
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup, Script};
use icu_properties::script::ScriptWithExtensions;
use icu_properties::{CodePointMapData, CodePointSetData};
use single_table::keys::CaseFolded;

/// Accents: marks that stand on the letters of any script, and those that writers of these scripts leave out.
const OPTIONAL_MARKS_OF: [Script; 5] =
    [Script::Inherited, Script::Arabic, Script::Cyrillic, Script::Hebrew, Script::Syriac];

/// `text` as search compares it: without case, width and accents, its parts separated by one space each.
///
/// - Case and compatible forms go as in [`CaseFolded`].
/// - Accents go, also the vowel points of Arabic and Hebrew. Voicing marks of Japanese and the vowel signs of Indic
///   scripts stay, since without them it is another syllable.
/// - What nobody sees goes: variation selectors, soft hyphens, joiners.
/// - Punctuation but `#` and `@`, white space and controls become one space, and none at the ends.
/// - Symbols stay: `+`, `€`, emoji.
///
/// So it never holds a comma, a semicolon, a line break or a control character. What was folded stays as it is when
/// folded again.
pub(crate) fn fold(text: &str) -> String {
    let case_folded = CaseFolded::new(text);
    let decomposed = DecomposingNormalizer::new_nfd().normalize(case_folded.as_str());
    let mut folded = String::with_capacity(decomposed.len());
    let mut separated = false;
    for character in decomposed.chars() {
        let mut buffer = [0; 4];
        let kept = match fate(character) {
            Fate::Kept => character.encode_utf8(&mut buffer),
            Fate::Spelled(letters) => letters,
            Fate::Dropped => continue,
            Fate::Separator => {
                separated = true;
                continue;
            }
        };
        if separated && !folded.is_empty() {
            folded.push(' ');
        }
        separated = false;
        folded.push_str(kept);
    }
    ComposingNormalizer::new_nfc().normalize(&folded).into_owned()
}

enum Fate {
    Kept,
    Spelled(&'static str),
    Dropped,
    Separator,
}

/// What becomes of a character that is case-folded and decomposed.
fn fate(character: char) -> Fate {
    match character {
        // Japanese voicing marks (か is not が), and the colours of an emoji's skin, which count among the spacing
        // accents.
        '#' | '@' | '\u{3099}' | '\u{309a}' | '\u{1f3fb}'..='\u{1f3ff}' => return Fate::Kept,
        // Letters of their own for Unicode, while those who lack the key type the plain ones.
        'æ' => return Fate::Spelled("ae"),
        'đ' => return Fate::Spelled("d"),
        'ħ' => return Fate::Spelled("h"),
        'ı' => return Fate::Spelled("i"),
        'ł' => return Fate::Spelled("l"),
        'œ' => return Fate::Spelled("oe"),
        'ø' => return Fate::Spelled("o"),
        'ŧ' => return Fate::Spelled("t"),
        // Apostrophes that Unicode counts among the letters, what stands where text could not be read, and the
        // zero-width space and non-joiner, which part words, as in Khmer and Persian. What else is invisible does
        // not.
        'ʻ' | 'ʼ' | char::REPLACEMENT_CHARACTER | '\u{200b}' | '\u{200c}' => return Fate::Separator,
        // The Arabic stroke that only makes a word longer.
        'ـ' => return Fate::Dropped,
        _ => {}
    }
    let category = CodePointMapData::<GeneralCategory>::new().get(character);
    if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(character) {
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

#[cfg(test)]
#[path = "fold_tests.rs"]
mod tests;
