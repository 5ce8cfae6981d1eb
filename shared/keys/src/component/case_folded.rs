//! Text that compares and sorts without regard to case.

use std::fmt;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizer;
use serde::{Deserialize, Serialize};

use super::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent, TextComponent};

/// Case-folded text, for sorting and comparing names: `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` fold to the same text.
///
/// Folding applies Unicode normalization form NFKC, full case folding, and NFKC again, because the result of case
/// folding is not always normalized. Folding text a second time does not change it. Unicode guarantees that the
/// normalization and the case folding of assigned characters never change, so after an update of the Unicode tables
/// only names with newly assigned characters can fold differently.
///
/// Folded text sorts by code point, not by the rules of a language. Folding also loses the original spelling, so store
/// the name in an attribute of its own.
///
/// ```
/// use table_keys::CaseFolded;
///
/// assert_eq!(CaseFolded::new("Straße"), CaseFolded::new("STRASSE"));
/// assert_eq!(CaseFolded::new("Ｆｕｌｌ Width").as_str(), "full width");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct CaseFolded(String);

impl CaseFolded {
    /// Folds `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(fold(text, str::to_owned))
    }

    /// Returns the folded text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CaseFolded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Accepts only text that is already folded. To fold any other text, use [`CaseFolded::new`].
impl TryFrom<String> for CaseFolded {
    type Error = ComponentError;

    fn try_from(text: String) -> Result<Self, ComponentError> {
        if fold(&text, |folded| folded == text) {
            Ok(Self(text))
        } else {
            Err(ComponentError::unexpected("case-folded text", &text))
        }
    }
}

impl From<CaseFolded> for String {
    fn from(folded: CaseFolded) -> Self {
        folded.0
    }
}

impl EncodeComponent for CaseFolded {
    type Component = Self;

    fn encode(&self, key: &mut KeyBuilder<'_>) {
        self.0.encode(key);
    }

    fn encoded_len(&self) -> usize {
        self.0.encoded_len()
    }
}

impl KeyComponent for CaseFolded {
    fn decode(text: &str) -> Result<Self, ComponentError> {
        String::decode(text)?.try_into()
    }
}

impl TextComponent for CaseFolded {}

/// Passes the folded form of `text` to `take`. Text that is already folded is not copied.
fn fold<T>(text: &str, take: impl FnOnce(&str) -> T) -> T {
    let nfkc = ComposingNormalizer::new_nfkc();
    let normalized = nfkc.normalize(text);
    let folded = CaseMapper::new().fold_string(&normalized);
    take(&nfkc.normalize(&folded))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_fold_to_the_same_text() {
        let same = [
            ("ÄPFEL", "äpfel"),
            ("A\u{308}pfel", "äpfel"),
            ("ﬁle", "file"),
            ("Ⅷ", "viii"),
            ("ΌΣΟΣ", "όσοσ"),
            ("όσος", "όσοσ"),
            ("İ", "i\u{307}"),
            ("Ǆ", "dž"),
            ("ｶﾞ", "ガ"),
            ("收藏 A", "收藏 a"),
        ];
        for (written, folded) in same {
            assert_eq!(CaseFolded::new(written).as_str(), folded);
            assert_eq!(CaseFolded::new(written).to_string(), folded);
        }
    }

    #[test]
    fn folding_twice_changes_no_character() {
        // The planes in between are unassigned and the planes above are private use: they have nothing to fold.
        for character in ('\0'..='\u{3ffff}').chain('\u{e0000}'..='\u{effff}') {
            let alone = CaseFolded::new(character.encode_utf8(&mut [0; 4]));
            assert_eq!(CaseFolded::new(alone.as_str()), alone, "{character:?}");
            if alone.as_str().chars().eq([character]) {
                continue;
            }
            // Adjacent letters and marks can combine with the character.
            let among = CaseFolded::new(&format!("α\u{345}{character}\u{301},K{character}\u{327}\u{345}"));
            assert_eq!(CaseFolded::new(among.as_str()), among, "{character:?} among others");
        }
    }

    #[test]
    fn text_that_is_not_folded_is_refused() {
        for text in ["Tag", "ﬁle", "A\u{308}", "ß"] {
            let error = ComponentError::unexpected("case-folded text", text);
            assert_eq!(CaseFolded::decode(text), Err(error));
        }
    }

    #[test]
    fn json_contains_the_folded_text() {
        let folded = CaseFolded::new("Tag");
        assert_eq!(serde_json::to_string(&folded).unwrap(), "\"tag\"");
        assert_eq!(serde_json::from_str::<CaseFolded>("\"tag\"").unwrap(), folded);
        assert!(serde_json::from_str::<CaseFolded>("\"Tag\"").is_err());
    }
}
