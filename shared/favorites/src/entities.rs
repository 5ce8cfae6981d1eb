//! The entities that the table holds. Listed apart from [the table](crate::table), because each of them names the table.

use single_table::entities;

use crate::catalogue::count_tree::CountNode;
use crate::catalogue::{ChangeRow, ErasedAccount, Head, ReconciliationDue, Segment};
use crate::due::Due;
use crate::jobs::{Job, JobPace, JobPlan};
use crate::model::favorite::{FavoriteData, TrashedFavorite};
use crate::model::favorite_data_tag::FavoriteDataTag;
use crate::model::tag::{Tag, TagQuota};
use crate::reconcile::{ListingProgress, Reconciliation};
use crate::search_index::{SearchBlock, SearchDirectory, SearchDocuments, SearchTextSlot};
use crate::table::FavoritesTable;
use crate::transfer::ImportReport;
use crate::use_cases::chosen_ids::ChosenIdRecord;
use crate::use_cases::idempotency::IdempotencyRecord;
use crate::use_cases::merged_tag::MergedTag;
use crate::use_cases::tag_changes::TagChange;
use crate::use_cases::tag_cleanup::TagCleanup;

entities!(FavoritesTable: [
    ChangeRow, ChosenIdRecord, CountNode, Due, ErasedAccount, FavoriteData, FavoriteDataTag, Head,
    IdempotencyRecord, ImportReport, Job, JobPace, JobPlan, ListingProgress, MergedTag, Reconciliation,
    ReconciliationDue, SearchBlock, SearchDirectory, SearchDocuments, SearchTextSlot, Segment, Tag,
    TagChange, TagCleanup, TagQuota, TrashedFavorite,
]);
