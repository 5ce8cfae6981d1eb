//! Tags by their names.

use single_table::keys::CaseFolded;

use crate::search_text::{Readings, fold};

/// The name of a tag in a query. It names each tag whose name differs only in case, width, accents, punctuation and spaces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TagNamed(String);

impl TagNamed {
    /// Returns `None` if the name is empty.
    pub(crate) fn of(name: &str) -> Option<Self> {
        let folded = fold(name);
        let named = if folded.is_empty() {
            // A name of punctuation only has nothing else to compare.
            CaseFolded::new(name.trim()).as_str().to_owned()
        } else {
            Readings::of(&folded).apart().to_owned()
        };
        (!named.is_empty()).then_some(Self(named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_named_without_regard_to_case_accents_and_punctuation() {
        for name in ["To-Read", "to read", " TO_READ! ", "tó read"] {
            assert_eq!(TagNamed::of(name), TagNamed::of("to read"), "{name:?}");
        }
        assert_ne!(TagNamed::of("toread"), TagNamed::of("to read"));
    }

    #[test]
    fn a_name_of_punctuation_is_compared_as_it_is() {
        assert!(TagNamed::of("?!").is_some() && TagNamed::of("?!") != TagNamed::of("..."));
        assert_eq!((TagNamed::of(""), TagNamed::of(" ")), (None, None));
    }
}
