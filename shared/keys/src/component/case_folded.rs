//! Names in a form that is the same whatever their case.

use std::fmt;

use icu_casemap::CaseMapper;
use icu_normalizer::ComposingNormalizer;
use serde::{Deserialize, Serialize};

use super::{ComponentError, EncodeComponent, KeyBuilder, KeyComponent, TextComponent};

/// Text without case, to sort and compare names by: `Straße`, `STRASSE` and `ｓｔｒａｓｓｅ` are one.
///
/// It is Unicode's NFKC, then full case folding, then NFKC again, as the folding can leave text that is not
/// normalized. What was folded stays as it is when folded again. Unicode keeps both stable for all characters
/// that it has assigned, so only a name with a character from the future can fold differently after an update
/// of the tables.
///
/// The order is that of code points; it follows no language's rules.
///
/// Folding gives up the name as it was written. Keep that in an attribute of its own.
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
    /// The folded form of `text`.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self(fold(text, str::to_owned))
    }

    /// The folded text.
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

/// Takes text that is folded already, and no other. [`CaseFolded::new`] folds.
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

/// Lends out the folded form of `text`, which is `text` itself, not copied, where nothing is to fold.
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
    fn writings_of_one_name_fold_to_one() {
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
    fn every_character_folds_for_good() {
        // The planes in between are unassigned, those behind private: none has anything to fold.
        for character in ('\0'..='\u{3ffff}').chain('\u{e0000}'..='\u{effff}') {
            let alone = CaseFolded::new(character.encode_utf8(&mut [0; 4]));
            assert_eq!(CaseFolded::new(alone.as_str()), alone, "{character:?}");
            if alone.as_str().chars().eq([character]) {
                continue;
            }
            // Letters and marks around it may combine with it.
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
    fn stands_in_json_as_its_text() {
        let folded = CaseFolded::new("Tag");
        assert_eq!(serde_json::to_string(&folded).unwrap(), "\"tag\"");
        assert_eq!(serde_json::from_str::<CaseFolded>("\"tag\"").unwrap(), folded);
        assert!(serde_json::from_str::<CaseFolded>("\"Tag\"").is_err());
    }
}
