//! Lookups: each place is searched by itself, and the highest version of each favorite counts.

use std::collections::{BTreeMap, BTreeSet};

use packed_index::{Block, Document, FavoriteId, Fence, Occurrence, Term};

use crate::favorite::{Hits, terms_of};
use crate::head::{Head, Run};
use crate::job::{documents_of, text_slot};
use crate::store::{Key, SetPlace, Store};

/// A place of versions: a text slot or a run.
struct Place {
    documents: Vec<Document>,
    source: Found,
}

enum Found {
    Texts(Vec<String>),
    Run(SetPlace, Run),
}

/// A favorite, a term that it contains, whether the title contains it, and its positions.
type Hit = (FavoriteId, Term, (bool, Vec<u32>));

/// The visible index.
pub(crate) struct Index<'a> {
    store: &'a Store,
    head: &'a Head,
    places: Vec<Place>,
    /// The place of each favorite's highest version.
    newest: BTreeMap<FavoriteId, (usize, Document)>,
}

impl<'a> Index<'a> {
    pub(crate) fn read(store: &'a Store, head: &'a Head) -> Result<Self, String> {
        let mut places = Vec::new();
        for (tier, sets) in head.tiers.iter().enumerate() {
            for (set, runs) in sets.sets.iter().enumerate() {
                for run in &runs.runs {
                    let documents = documents_of(store, (tier, set), *run)?;
                    places.push(Place { documents, source: Found::Run((tier, set), *run) });
                }
            }
        }
        for slot in &head.texts {
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
        Ok(Self { store, head, places, newest })
    }

    /// Returns the favorites that exist.
    pub(crate) fn documents(&self) -> BTreeMap<FavoriteId, Document> {
        let live = self.newest.iter().filter(|(_, (_, document))| document.live.is_some());
        live.map(|(id, (_, document))| (*id, document.clone())).collect()
    }

    /// Returns the favorites that contain a term.
    pub(crate) fn hits(&self, term: &Term) -> Result<Hits, String> {
        let found = self.search(term.as_bytes(), |one| one == term)?;
        Ok(found.into_iter().map(|(id, _, details)| (id, details)).collect())
    }

    /// Returns the favorites that contain a term which begins with `prefix`.
    pub(crate) fn with_prefix(&self, prefix: &str) -> Result<BTreeSet<FavoriteId>, String> {
        let found = self.search(prefix.as_bytes(), |term| term.as_bytes().starts_with(prefix.as_bytes()))?;
        Ok(found.into_iter().map(|(id, ..)| id).collect())
    }

    fn search(&self, from: &[u8], is_wanted: impl Fn(&Term) -> bool) -> Result<Vec<Hit>, String> {
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
                Found::Run(set, run) => {
                    for (term, Occurrence { posting, positions }) in
                        self.in_run(*set, *run, from, &is_wanted)?
                    {
                        let index = usize::try_from(posting.document.0).map_err(|error| error.to_string())?;
                        add(index, term, (posting.in_title, positions))?;
                    }
                }
            }
        }
        Ok(found)
    }

    /// Reads the blocks of a run from a term on, while they may contain wanted terms.
    fn in_run(
        &self,
        set: SetPlace,
        run: Run,
        from: &[u8],
        is_wanted: impl Fn(&Term) -> bool,
    ) -> Result<Vec<(Term, Occurrence)>, String> {
        let from = Term::new(from).map_err(|error| error.to_string())?;
        let live: Vec<_> = self.head.set(set).runs.iter().map(|run| (run.slot, run.number)).collect();
        let begin = Fence { term: from.clone(), ..Fence::default() };
        // A single query finds the block for all runs of the set.
        let mut fence = self.store.fence_before(set, &begin, &live).ok_or("a set has no block")?;
        let mut found = Vec::new();
        loop {
            let bytes = self.store.get(&Key::Block(set, fence.clone(), run.slot), run.number)?;
            let block = Block::read(fence, bytes).map_err(|error| error.to_string())?;
            for entry in block.entries() {
                let entry = entry.map_err(|error| error.to_string())?;
                if is_wanted(&entry.term) {
                    found.extend(entry.list.occurrences().map(|occurrence| (entry.term.clone(), occurrence)));
                }
            }
            match block.next() {
                Some(next) if next.term <= from || is_wanted(&next.term) => fence = next.clone(),
                _ => return Ok(found),
            }
        }
    }
}
