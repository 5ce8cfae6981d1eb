//! The partitions of a user, by the kinds of their items.

use single_table::keys::{EncodeTuple, EntityName, KeyTuple, parse_sort_key, partition_key};

use crate::error::Error;
pub(super) use crate::model::tag::UNIQUE_TAG_NAME;

pub(super) const CHANGE_ROW: EntityName = EntityName::new("CatalogueChange");
pub(super) const CHOSEN_ID: EntityName = EntityName::new("ChosenId");
pub(super) const COUNT_NODE: EntityName = EntityName::new("CatalogueCounts");
pub(super) const FAVORITE: EntityName = EntityName::new("FavoriteData");
pub(super) const FAVORITE_TAG: EntityName = EntityName::new("FavoriteDataTag");
pub(super) const HEAD: EntityName = EntityName::new("CatalogueHead");
pub(super) const IDEMPOTENCY: EntityName = EntityName::new("Idempotency");
pub(super) const IMPORT_REPORT: EntityName = EntityName::new("ImportReport");
pub(super) const JOB: EntityName = EntityName::new("Job");
pub(super) const JOB_PLAN: EntityName = EntityName::new("JobPlan");
pub(super) const MERGED_TAG: EntityName = EntityName::new("MergedTag");
pub(super) const RECONCILIATION: EntityName = EntityName::new("Reconciliation");
pub(super) const SEARCH_TEXT: EntityName = EntityName::new("SearchText");
pub(super) const SEARCH_DIRECTORY: EntityName = EntityName::new("SearchDirectory");
/// The kinds of items that have a partition for each run of the search index.
pub(super) const SEARCH_RUNS: [EntityName; 2] =
    [EntityName::new("SearchDocuments"), EntityName::new("SearchBlock")];
pub(super) const SEGMENT: EntityName = EntityName::new("Catalogue");
pub(super) const TAG: EntityName = EntityName::new("Tag");
pub(super) const TAG_CHANGE: EntityName = EntityName::new("TagChange");
pub(super) const TAG_CLEANUP: EntityName = EntityName::new("TagCleanup");
pub(super) const TAG_QUOTA: EntityName = EntityName::new("TagQuota");
pub(super) const TRASH: EntityName = EntityName::new("Trash");
pub(super) const UNIQUE_LINK: EntityName = EntityName::new("UniqueLink");

/// Returns the key of a partition.
pub(super) fn partition(kind: &EntityName, components: &impl EncodeTuple) -> Result<String, Error> {
    Ok(partition_key(kind, components).map_err(single_table::Error::from)?)
}

/// Reads the components of a sort key.
pub(super) fn sort<T: KeyTuple>(sk: &str) -> Result<T, Error> {
    Ok(parse_sort_key(sk).map_err(single_table::Error::from)?)
}

#[cfg(test)]
mod tests {
    use single_table::Table as _;

    use super::*;
    use crate::table::FavoritesTable;

    /// The kinds of items in the partitions of a user.
    const OF_USERS: [EntityName; 22] = [
        CHANGE_ROW,
        CHOSEN_ID,
        COUNT_NODE,
        FAVORITE,
        FAVORITE_TAG,
        HEAD,
        IDEMPOTENCY,
        IMPORT_REPORT,
        JOB,
        JOB_PLAN,
        MERGED_TAG,
        RECONCILIATION,
        SEARCH_DIRECTORY,
        SEARCH_TEXT,
        SEGMENT,
        TAG,
        TAG_CHANGE,
        TAG_CLEANUP,
        TAG_QUOTA,
        TRASH,
        UNIQUE_LINK,
        UNIQUE_TAG_NAME,
    ];

    /// Entities that an erasure finds otherwise, or leaves. [`account`](crate::account) says how.
    const ELSEWHERE: [&str; 5] = ["Due", "ErasedAccount", "JobPace", "ListingProgress", "ReconciliationDue"];

    #[test]
    fn every_entity_and_every_record_is_a_kind_or_is_found_otherwise() {
        let mut names: Vec<_> = FavoritesTable::MODELS
            .iter()
            .flat_map(|model| model.records.iter().map(|record| record.name).chain([model.name]))
            .map(|name| name.as_str())
            .collect();
        names.sort_unstable();
        let kinds = OF_USERS.iter().chain(&SEARCH_RUNS).map(EntityName::as_str);
        let mut known: Vec<_> = kinds.chain(ELSEWHERE).collect();
        known.sort_unstable();
        assert_eq!(names, known);
    }
}
