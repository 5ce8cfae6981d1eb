//! Lost records, and the damage that they may leave.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::record::Record;

/// The losses of a history.
#[derive(Debug, Default)]
pub(crate) struct Losses {
    /// The users whose catalogues reconciliation has not repaired since.
    pub(crate) users: BTreeSet<String>,
    /// The deleted tags whose clean-up has lost a record.
    tags: BTreeSet<String>,
}

impl Losses {
    /// Notes lost records.
    pub(crate) fn note(&mut self, lost: &[Record]) {
        for record in lost {
            self.users.insert(record.attribute("userId").to_owned());
            if record.attribute("type") == "TagCleanup" {
                self.tags.insert(record.attribute("tagId").to_owned());
            }
        }
    }

    /// Removes the items of clean-ups whose record was lost, if no favorite has the tag any more: nothing is left to clean up, and nobody
    /// continues them.
    pub(crate) fn forgive(&self, items: &mut Vec<Value>) {
        let favorites = items.iter().filter(|item| item["type"] == "FavoriteData");
        let tags = favorites.flat_map(|item| item["tagIds"].as_array().into_iter().flatten());
        let given: BTreeSet<String> = tags.filter_map(Value::as_str).map(str::to_owned).collect();
        items.retain(|item| {
            let tag_id = item["tagId"].as_str().unwrap_or_default();
            item["type"] != "TagCleanup" || !self.tags.contains(tag_id) || given.contains(tag_id)
        });
    }
}
