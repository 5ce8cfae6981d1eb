//! Lookups: each place is searched by itself, and the highest version of each favorite counts.

use std::collections::{BTreeMap, BTreeSet};

use super::actors::LIMITS;
use super::favorite::{Hits, terms_of};
use super::store::Store;
use crate::block::Block;
use crate::compaction::Mention;
use crate::document::{Document, documents_from_bytes};
use crate::index::{IndexState, ItemKey, Run, TextSlot};
use crate::numbers::FavoriteId;
use crate::posting::Occurrence;
use crate::term::Term;
use crate::text_slot::{SlotEntry, slot_from_bytes};

/// A place of versions: a text slot or a run.
struct Place {
    documents: Vec<Document>,
    source: Found,
}

enum Found {
    Texts(Vec<String>),
    Run(Run),
}

/// A favorite, and a term that it contains.
type Hit = (FavoriteId, Term, Mention);

/// The visible index.
pub(crate) struct Index<'a> {
    store: &'a Store,
    places: Vec<Place>,
    /// The place of each favorite's highest version.
    newest: BTreeMap<FavoriteId, (usize, Document)>,
}

impl<'a> Index<'a> {
    pub(crate) fn read(store: &'a Store, state: &IndexState) -> Result<Self, String> {
        let mut places = Vec::new();
        for run in state.runs() {
            let documents = documents_of(store, *run)?;
            places.push(Place { documents, source: Found::Run(*run) });
        }
        for slot in state.texts() {
            let (documents, texts) =
                text_slot(store, *slot)?.into_iter().map(|entry| (entry.document, entry.text)).unzip();
            places.push(Place { documents, source: Found::Texts(texts) });
        }
        let mut newest: BTreeMap<FavoriteId, (usize, Document)> = BTreeMap::new();
        for (place, Place { documents, .. }) in places.iter().enumerate() {
            for document in documents {
                let known = newest.entry(document.id).or_insert_with(|| (place, document.clone()));
                if known.1.version < document.version {
                    *known = (place, document.clone());
                }
            }
        }
        Ok(Self { store, places, newest })
    }

    /// Returns the favorites that exist.
    pub(crate) fn documents(&self) -> BTreeMap<FavoriteId, Document> {
        let live = self.newest.iter().filter(|(_, (_, document))| document.live.is_some());
        live.map(|(id, (_, document))| (*id, document.clone())).collect()
    }

    /// Returns the favorites that contain a term.
    pub(crate) fn hits(&self, term: &Term) -> Result<Hits, String> {
        let found = self.search(|one| one == term)?;
        Ok(found.into_iter().map(|(id, _, details)| (id, details)).collect())
    }

    /// Returns the favorites that contain a term which begins with `prefix`.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Result<BTreeSet<FavoriteId>, String> {
        let found = self.search(|term| term.as_bytes().starts_with(prefix.as_bytes()))?;
        Ok(found.into_iter().map(|(id, ..)| id).collect())
    }

    fn search(&self, is_wanted: impl Fn(&Term) -> bool) -> Result<Vec<Hit>, String> {
        let mut found = Vec::new();
        for (number, place) in self.places.iter().enumerate() {
            let mut add = |index: usize, term: Term, details| -> Result<(), String> {
                let id = place.documents.get(index).ok_or("a posting has no document")?.id;
                if self.newest[&id].0 == number {
                    found.push((id, term, details));
                }
                Ok(())
            };
            match &place.source {
                Found::Texts(texts) => {
                    for (index, text) in texts.iter().enumerate() {
                        for (term, details) in terms_of(text).into_iter().filter(|(term, _)| is_wanted(term))
                        {
                            add(index, term, details)?;
                        }
                    }
                }
                Found::Run(run) => {
                    for (term, Occurrence { posting, places }) in self.in_run(*run, &is_wanted)? {
                        let index = usize::try_from(posting.document.0).map_err(|error| error.to_string())?;
                        add(index, term, Mention { in_title: posting.in_title, places })?;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Reads all blocks of a run.
    fn in_run(&self, run: Run, is_wanted: impl Fn(&Term) -> bool) -> Result<Vec<(Term, Occurrence)>, String> {
        let mut found = Vec::new();
        for block in 0..run.blocks {
            let bytes = self.store.get(ItemKey::Block { run: run.slot, block }, run.number)?;
            let block =
                Block::read(&bytes).map_err(|error| format!("{error:?}: another form is expected"))?;
            for entry in block.entries() {
                let entry = entry.map_err(|error| format!("{error:?}: another entry is expected"))?;
                if is_wanted(&entry.term) {
                    found.extend(entry.list.occurrences().map(|occurrence| (entry.term.clone(), occurrence)));
                }
            }
        }
        Ok(found)
    }
}

/// Reads all documents of a run.
fn documents_of(store: &Store, run: Run) -> Result<Vec<Document>, String> {
    let mut documents: Vec<Document> = Vec::new();
    for item in 0..run.documents.div_ceil(LIMITS.documents_in_item) {
        let key = ItemKey::Documents { run: run.slot, item };
        let bytes = store.get(key, run.number)?;
        documents.extend(documents_from_bytes(&bytes).map_err(|error| error.to_string())?);
    }
    let ends = documents.first().map(|newest| newest.id).zip(documents.last().map(|oldest| oldest.id));
    if !ends.is_some_and(|(newest, oldest)| run.may_have(newest, newest) && run.may_have(oldest, oldest)) {
        return Err("a run doesn't have the ids that are expected".to_owned());
    }
    let count = u32::try_from(documents.len()).map_err(|error| error.to_string())?;
    if count == run.documents {
        Ok(documents)
    } else {
        Err("the documents are not as many as expected".to_owned())
    }
}

/// Reads a text slot.
fn text_slot(store: &Store, slot: TextSlot) -> Result<Vec<SlotEntry>, String> {
    let bytes = store.get(ItemKey::Text { slot: slot.slot }, slot.number)?;
    slot_from_bytes(&bytes).map_err(|error| error.to_string())
}
