//! The terms by which the index finds favorites.

use std::collections::BTreeMap;

use packed_index::{
    Document, DocumentType, FavoriteId, Live, Mention, Places, SlotEntry, TERM_BYTES, TagNumber, Term, Terms,
};
use uuid::Uuid;

use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};
use crate::search_text::{Part, Token};

/// The version of the analysis: of the way in which texts become terms. Raise it with every change of
/// [`search_text`](crate::search_text) or of a dependency that makes other terms of some text. Indexes of
/// other versions are then rebuilt, and searched without their words until that is done.
pub(crate) const ANALYSIS: u32 = 1;

/// The first characters of terms. Terms of one kind are neighbors in the index.
const FREE: char = 'f';
const TAG: char = 't';
const WORD: char = 'w';
const TYPE: char = 'y';

/// The terms of favorites: their words, characters and pairs of characters, their types and their tags.
pub(super) struct FavoriteTerms;

impl Terms for FavoriteTerms {
    fn terms(&self, SlotEntry { document, text }: &SlotEntry) -> BTreeMap<Term, Mention> {
        let mut terms: BTreeMap<Term, (bool, Vec<u32>)> = BTreeMap::new();
        for (token, positions) in Token::of_text(text) {
            // Long words may share a term.
            terms.entry(of_token(&token)).or_default().1.extend(positions);
        }
        for token in Token::of_text(Part::Title.of(text)).keys() {
            terms.entry(of_token(token)).or_default().0 = true;
        }
        let mention =
            |(term, (in_title, positions))| (term, Mention { in_title, places: Places::of(positions) });
        let facts = document.live.iter().flat_map(facts).map(|term| (term, Mention::default()));
        terms.into_iter().map(mention).chain(facts).collect()
    }
}

/// Returns the terms for the type and the tags of a favorite.
fn facts(Live { document_type, tags, .. }: &Live) -> impl Iterator<Item = Term> + '_ {
    tags.iter().copied().map(tag_term).chain([type_term(*document_type)])
}

/// Returns the term of a token.
pub(crate) fn of_token(token: &Token) -> Term {
    match token {
        Token::Word(word) => of_word(word),
        Token::Free(part) => cut(FREE, part),
    }
}

/// Returns the term of a word.
pub(crate) fn of_word(word: &str) -> Term {
    cut(WORD, word)
}

/// Returns the beginning of the terms of all words that begin with this text.
pub(crate) fn of_beginning(beginning: &str) -> Term {
    cut(WORD, beginning)
}

/// Returns true if the term of a word is the whole word. Longer words share a term if they begin with the same characters.
pub(crate) fn is_whole(word: &str) -> bool {
    WORD.len_utf8() + word.len() <= TERM_BYTES
}

/// Returns the term of a type.
pub(crate) fn of_type(data_type: DataType) -> Term {
    type_term(document_type(data_type))
}

/// Returns the term of a tag.
pub(crate) fn of_tag(tag_id: TagId) -> Term {
    tag_term(tag_number(tag_id))
}

/// Returns true if this is the term of a tag.
pub(crate) fn is_of_tag(term: &Term) -> bool {
    term.as_bytes().first().is_some_and(|first| char::from(*first) == TAG)
}

fn type_term(document_type: DocumentType) -> Term {
    cut(TYPE, &document_type.get().to_string())
}

fn tag_term(tag: TagNumber) -> Term {
    cut(TAG, &format!("{:016x}", tag.0))
}

/// Returns a term that begins with `kind`. Of a long text, it has as many characters as fit.
fn cut(kind: char, text: &str) -> Term {
    let end = text.floor_char_boundary(TERM_BYTES - kind.len_utf8());
    Term::new(format!("{kind}{}", &text[..end])).expect("the text is cut to the bytes of a term")
}

/// Returns the number of a tag in the index: the last 62 random bits of its id, which differ for all tags of a user. They follow two
/// bits that all ids of this version have in common (RFC 9562, section 5.7).
pub(crate) fn tag_number(tag_id: TagId) -> TagNumber {
    TagNumber(tag_id.as_uuid().as_u64_pair().1)
}

/// Returns the id of a favorite in the index.
pub(crate) fn favorite_id(data_id: DataId) -> FavoriteId {
    FavoriteId(data_id.as_uuid().as_u128())
}

/// Returns the favorite with an id in the index.
pub(crate) fn data_id(id: FavoriteId) -> DataId {
    DataId::from(Uuid::from_u128(id.0))
}

/// Returns the type of a document. `None` for a type that this version does not know.
pub(crate) fn data_type(document_type: DocumentType) -> Option<DataType> {
    DataType::ALL.into_iter().find(|data_type| self::document_type(*data_type) == document_type)
}

/// Returns the number of a type in the index. Stored documents have these numbers, so a new type gets a new one.
pub(crate) fn document_type(data_type: DataType) -> DocumentType {
    let number = match data_type {
        DataType::Image => 0,
        DataType::Video => 1,
        DataType::Link => 2,
        DataType::File => 3,
        DataType::Music => 4,
        DataType::ChatRecord => 5,
        DataType::Voice => 6,
        DataType::Note => 7,
        DataType::Location => 8,
    };
    DocumentType::new(number).expect("there are at most 15 types")
}

/// Returns the data of a favorite in the index.
pub(crate) fn live(
    data_type: DataType,
    tags: impl Iterator<Item = TagId>,
    expire_time: Option<single_table::EpochSeconds>,
) -> Live {
    let mut tags: Vec<_> = tags.map(tag_number).collect();
    tags.sort_unstable();
    tags.dedup();
    let expire_time = expire_time.map(|time| packed_index::EpochSeconds(time.get()));
    Live { document_type: document_type(data_type), tags, expire_time }
}

/// Returns the document of a tombstone or of a favorite.
pub(crate) fn document(data_id: DataId, version: u64, replaces_older: bool, live: Option<Live>) -> Document {
    Document { id: favorite_id(data_id), version: packed_index::Version(version), replaces_older, live }
}

#[cfg(test)]
mod tests {
    use sha2::{Digest as _, Sha256};

    use super::*;
    use crate::search_text::fold;

    /// Texts whose words depend on more than single characters.
    const SAMPLES: &str = "Don't e-mail U.S.A. about Node.js, c++ #rust @ann 🎉 iPhone手机 カナ ｶﾅ Straße ΑΣ Σίσυφος می‌خواهم \
                           צה״ל ג׳ירפה مدرسة ١٢٣ नमस्ते สวัสดี";

    /// The digest of all terms of this version of the analysis.
    const TERMS: &str = "a9d8a33c70f4a7b4";

    #[test]
    fn all_characters_make_the_same_terms_as_when_the_version_of_the_analysis_was_chosen() {
        let mut terms = Sha256::new();
        let characters = (0..0x2_0000).filter_map(char::from_u32).map(|character| format!("a{character}b"));
        for text in characters.chain([SAMPLES.to_owned()]) {
            for (token, positions) in Token::of_text(&fold(&text)) {
                terms.update(of_token(&token).as_bytes());
                terms.update(format!("{positions:?}"));
            }
        }
        let terms = hex::encode(terms.finalize());
        assert_eq!(&terms[..16], TERMS, "raise `ANALYSIS`, and put the new digest here");
    }
}
