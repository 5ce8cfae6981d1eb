//! Favorites of the model: short texts of a few words.

use std::collections::{BTreeMap, BTreeSet};

use crate::compaction::{Mention, Terms};
use crate::document::{Document, DocumentType, Live};
use crate::numbers::{FavoriteId, TagNumber, Version};
use crate::posting::Places;
use crate::term::Term;
use crate::text_slot::SlotEntry;

/// The words of all texts. Some are beginnings of others.
pub(crate) const WORDS: [&str; 8] = ["a", "ab", "abc", "b", "ba", "quarry", "quartz", "z"];

/// A change of a favorite: its new text, or its deletion.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    pub(crate) id: u128,
    pub(crate) text: Option<String>,
}

/// The documents that contain a term.
pub(crate) type Hits = BTreeMap<FavoriteId, Mention>;

impl Change {
    /// Returns what a text slot stores. Each change has a higher version than those before it.
    pub(crate) fn entry(&self, version: usize) -> SlotEntry {
        let live = self.text.as_ref().map(|text| Live {
            document_type: DocumentType::default(),
            tags: vec![TagNumber(u64::try_from(text.len()).expect("texts are short"))],
            expire_time: None,
        });
        let version = Version(u64::try_from(version).expect("there are few changes"));
        let document = Document { id: id(self.id), version, replaces_older: version.0 > 1, live };
        SlotEntry { document, text: self.text.clone().unwrap_or_default() }
    }
}

/// Returns the id with a number. The ids of two numbers have the same time.
pub(crate) fn id(number: u128) -> FavoriteId {
    FavoriteId(number << 79)
}

pub(crate) fn term(word: &str) -> Term {
    Term::new(word).expect("words are short")
}

/// Returns the terms of a text. The words before the comma are the title.
pub(crate) fn terms_of(text: &str) -> BTreeMap<Term, Mention> {
    let mut terms: BTreeMap<Term, (bool, Vec<u32>)> = BTreeMap::new();
    let mut position = 0;
    for (part, is_title) in text.splitn(2, ',').zip([true, false]) {
        for word in part.split_whitespace() {
            let (in_title, positions) = terms.entry(term(word)).or_default();
            *in_title |= is_title;
            positions.push(position);
            position += 1;
        }
    }
    let mention = |(term, (in_title, positions))| (term, Mention { in_title, places: Places::of(positions) });
    terms.into_iter().map(mention).collect()
}

/// The words of the texts.
pub(crate) struct Words;

impl Terms for Words {
    fn terms(&self, entry: &SlotEntry) -> BTreeMap<Term, Mention> {
        terms_of(&entry.text)
    }
}

/// The favorites after these changes, and their terms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Truth {
    pub(crate) favorites: BTreeMap<FavoriteId, SlotEntry>,
}

impl Truth {
    pub(crate) fn apply(&mut self, change: &Change, version: usize) {
        let entry = change.entry(version);
        match change.text {
            Some(_) => self.favorites.insert(entry.document.id, entry),
            None => self.favorites.remove(&entry.document.id),
        };
    }

    pub(crate) fn hits(&self, term: &Term) -> Hits {
        let hit = |(id, entry): (&FavoriteId, &SlotEntry)| Some((*id, terms_of(&entry.text).remove(term)?));
        self.favorites.iter().filter_map(hit).collect()
    }

    pub(crate) fn with_prefix(&self, prefix: &str) -> BTreeSet<FavoriteId> {
        let has = |entry: &SlotEntry| {
            terms_of(&entry.text).keys().any(|term| term.as_bytes().starts_with(prefix.as_bytes()))
        };
        self.favorites.iter().filter(|(_, entry)| has(entry)).map(|(id, _)| *id).collect()
    }
}
