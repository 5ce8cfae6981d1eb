//! Entries for the catalogue's own tests.

use std::collections::BTreeSet;
use std::fmt::Debug;

use proptest::collection::{btree_map, btree_set};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use single_table::EpochSeconds;
use uuid::Uuid;

use super::entry::{Entries, Entry, Facet, Live};
use crate::model::data_type::DataType;
use crate::model::ids::{DataId, TagId};

/// The tags that there are: few enough for entries to share some.
const TAGS: u128 = 40;

pub(super) fn data_id(number: u128) -> DataId {
    DataId::from(Uuid::from_u128(number))
}

pub(super) fn tag_id(number: u128) -> TagId {
    TagId::from(Uuid::from_u128(number))
}

/// A note without tags, at version 1.
pub(super) fn note() -> Entry {
    let item = Live { data_type: DataType::Note, tag_ids: BTreeSet::new(), expire_time: None };
    Entry { live: Facet::Present { version: 1, item }, trash: Facet::Unknown }
}

/// A note with this number of tags, each of which takes 18 bytes.
pub(super) fn tagged(tags: u128) -> Entry {
    let mut entry = note();
    if let Facet::Present { item, .. } = &mut entry.live {
        item.tag_ids = (0..tags).map(tag_id).collect();
    }
    entry
}

/// Up to `most` entries in all states that there are.
pub(super) fn entries(most: usize) -> impl Strategy<Value = Entries> {
    btree_map(any::<u128>().prop_map(data_id), entry(), 0..=most)
}

/// An entry.
pub(super) fn entry() -> impl Strategy<Value = Entry> {
    (facet(live()), facet(seconds())).prop_map(|(live, trash)| Entry { live, trash })
}

fn facet<T: Debug + Clone>(item: impl Strategy<Value = T>) -> impl Strategy<Value = Facet<T>> {
    prop_oneof![
        1 => Just(Facet::Unknown),
        4 => (any::<u64>(), item).prop_map(|(version, item)| Facet::Present { version, item }),
        1 => (any::<u64>(), seconds()).prop_map(|(version, since)| Facet::Removed { version, since }),
    ]
}

fn live() -> impl Strategy<Value = Live> {
    let tags = btree_set((0..TAGS).prop_map(tag_id), 0..=20);
    (select(DataType::ALL.to_vec()), tags, option::of(seconds()))
        .prop_map(|(data_type, tag_ids, expire_time)| Live { data_type, tag_ids, expire_time })
}

fn seconds() -> impl Strategy<Value = EpochSeconds> {
    any::<u64>().prop_map(EpochSeconds::new)
}
