//! Changes of entries in a commit, and the versions for the search index that follow from them.

use packed_index::SlotEntry;

use crate::catalogue::entry::{Entry, Facet, Seen};
use crate::catalogue::sighting::Sighting;
use crate::model::ids::DataId;
use crate::search_index::terms::{document, live};
use crate::search_text::SearchText;

/// The entry of a favorite before and after a commit.
pub(super) struct EntryChange {
    pub(super) before: Entry,
    pub(super) after: Entry,
    /// The text of the favorite as it is after the commit, if it is outside the trash and was sighted.
    text: SearchText,
    /// True if the search index may lack the favorite as it is.
    is_unindexed: bool,
}

impl EntryChange {
    pub(super) fn none(entry: Entry) -> Self {
        let (after, text) = (entry.clone(), SearchText::default());
        Self { before: entry, after, text, is_unindexed: false }
    }

    /// Adds a sighting.
    pub(super) fn see(&mut self, sighting: &Sighting) {
        if sighting.is_idle(&self.after) {
            return;
        }
        let Sighting { seen, text, .. } = sighting;
        // A favorite in the trash has another item, whose sighting has no text.
        let has_text = !matches!(seen, Seen::Trash(_));
        let is_as_known = matches!(seen, Seen::Unindexed(facet) if *facet == self.after.live);
        if (self.after.see(seen.clone()) && has_text) || is_as_known {
            self.text = text.clone();
            self.is_unindexed |= is_as_known;
        }
    }

    /// Returns true if the entry changes.
    pub(super) fn is_new(&self) -> bool {
        self.after != self.before
    }

    pub(super) fn is_unindexed(&self) -> bool {
        self.is_unindexed
    }

    /// Returns the version for the search index, if it needs one. `version` is the revision of the head that the commit puts.
    pub(super) fn version(&self, data_id: DataId, version: u64) -> Option<SlotEntry> {
        let Self { before, after, text, is_unindexed } = self;
        if before.live == after.live && !is_unindexed {
            return None;
        }
        let present = after.live.present();
        // A favorite that was never there needs no tombstone.
        if present.is_none() && before.live.present().is_none() {
            return None;
        }
        let facts =
            present.map(|known| live(known.data_type, known.tag_ids.iter().copied(), known.expire_time));
        let text = if present.is_some() { text.as_str().to_owned() } else { String::new() };
        let replaces_older = before.live != Facet::Unknown;
        Some(SlotEntry { document: document(data_id, version, replaces_older, facts), text })
    }
}
