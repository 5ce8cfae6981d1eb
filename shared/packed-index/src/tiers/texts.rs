//! The text slots of a merge: their texts become lists of terms.

use std::collections::BTreeMap;

use super::item::{ItemKey, Items};
use super::reader::{ReadError, Reader};
use super::state::TextSlot;
use super::step::WorkError;
use super::terms::{Mention, Terms};
use crate::document::Document;
use crate::lists::Lists;
use crate::merge::{JoinError, Joined, Tombstones, join};
use crate::numbers::{DocumentNumber, FavoriteId, Version};
use crate::posting::{Occurrence, Posting};
use crate::text_slot::{SlotEntry, slot_from_bytes};

/// The content of text slots.
pub(super) struct Texts(Vec<Vec<SlotEntry>>);

impl Texts {
    pub(super) async fn read<I: Items>(
        reader: &mut Reader<'_, I>,
        slots: &[TextSlot],
    ) -> Result<Self, ReadError<I::Error>> {
        let key = |slot: &TextSlot| ItemKey::Text { slot: slot.slot };
        reader.load(slots.iter().map(|slot| (key(slot), slot.number)).collect()).await?;
        let entries = slots.iter().map(|slot| reader.get(&key(slot), slot_from_bytes));
        Ok(Self(entries.collect::<Result<_, _>>()?))
    }

    /// Joins the documents of the slots.
    pub(super) fn joined(&self, tombstones: Tombstones) -> Result<Joined, JoinError> {
        let documents = |slot: &Vec<SlotEntry>| slot.iter().map(|entry| entry.document.clone()).collect();
        let slots: Vec<Vec<Document>> = self.0.iter().map(documents).collect();
        let slots: Vec<&[Document]> = slots.iter().map(Vec::as_slice).collect();
        join(&slots, tombstones)
    }

    /// Returns the lists of the documents that remain when the slots are joined.
    pub(super) fn lists<E: std::error::Error>(
        &self,
        joined: &[Document],
        terms: &impl Terms,
    ) -> Result<Lists, WorkError<E>> {
        // If two slots have the same version, it is the same favorite.
        let entries: BTreeMap<(FavoriteId, Version), &SlotEntry> = self
            .0
            .iter()
            .flatten()
            .map(|entry| ((entry.document.id, entry.document.version), entry))
            .collect();
        let mut lists = Lists::default();
        for (number, document) in (0..).map(DocumentNumber).zip(joined) {
            if document.live.is_none() {
                continue;
            }
            let Some(entry) = entries.get(&(document.id, document.version)) else {
                return Err(WorkError::Entry(document.id));
            };
            for (term, Mention { in_title, places }) in terms.terms(entry) {
                lists.add(term, Occurrence { posting: Posting { document: number, in_title }, places });
            }
        }
        Ok(lists)
    }
}
