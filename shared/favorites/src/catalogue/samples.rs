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
use crate::search_text::SearchText;

/// The tags that there are: few enough for entries to share some.
const TAGS: u128 = 40;

pub(super) fn data_id(number: u128) -> DataId {
    DataId::from(Uuid::from_u128(number))
}

pub(super) fn tag_id(number: u128) -> TagId {
    TagId::from(Uuid::from_u128(number))
}

/// A note with this text and no tags, at version 1.
pub(super) fn note(text: &str) -> Entry {
    let text = SearchText { text: text.to_owned(), cut: false };
    let item = Live { data_type: DataType::Note, tag_ids: BTreeSet::new(), expire_time: None, text };
    Entry { live: Facet::Present { version: 1, item }, trash: Facet::Unknown }
}

/// Up to `most` entries with texts of up to `bytes` bytes, in all states that there are.
pub(super) fn entries(most: usize, bytes: usize) -> impl Strategy<Value = Entries> {
    btree_map(any::<u128>().prop_map(data_id), entry(bytes), 0..=most)
}

/// An entry with a text of up to `bytes` bytes.
pub(super) fn entry(bytes: usize) -> impl Strategy<Value = Entry> {
    (facet(live(bytes)), facet(seconds())).prop_map(|(live, trash)| Entry { live, trash })
}

fn facet<T: Debug + Clone>(item: impl Strategy<Value = T>) -> impl Strategy<Value = Facet<T>> {
    prop_oneof![
        1 => Just(Facet::Unknown),
        4 => (any::<u64>(), item).prop_map(|(version, item)| Facet::Present { version, item }),
        1 => (any::<u64>(), seconds()).prop_map(|(version, since)| Facet::Removed { version, since }),
    ]
}

fn live(bytes: usize) -> impl Strategy<Value = Live> {
    let tags = btree_set((0..TAGS).prop_map(tag_id), 0..=20);
    let text = (text(bytes), any::<bool>()).prop_map(|(text, cut)| SearchText { text, cut });
    (select(DataType::ALL.to_vec()), tags, option::of(seconds()), text)
        .prop_map(|(data_type, tag_ids, expire_time, text)| Live { data_type, tag_ids, expire_time, text })
}

fn seconds() -> impl Strategy<Value = EpochSeconds> {
    any::<u64>().prop_map(EpochSeconds::new)
}

/// Anything but the separator, often nothing at all.
fn text(bytes: usize) -> impl Strategy<Value = String> {
    let long = (0..=bytes).prop_map(|bytes| "x".repeat(bytes));
    prop_oneof![Just(String::new()), "[^;]{0,12}", long]
}
