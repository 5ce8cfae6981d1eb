//! Made-up changes, for tests.

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;
use single_table::EpochSeconds;
use uuid::Uuid;

use crate::catalogue::count_tree::cell::{Cell, Counter, Scope};
use crate::catalogue::count_tree::deltas::Deltas;
use crate::model::data_type::DataType;
use crate::model::ids::TagId;

pub(super) fn cell() -> impl Strategy<Value = Cell> {
    let tag = option::of((0..5_u128).prop_map(|number| TagId::from(Uuid::from_u128(number))));
    let second = prop_oneof![Just(0), 1_800_000_000..1_800_000_100_u64, any::<u64>()];
    let counters = DataType::ALL.map(Counter::Type).into_iter().chain([Counter::Trash]);
    (tag, second, select(counters.collect::<Vec<_>>())).prop_map(|(tag, second, counter)| Cell {
        scope: tag.map_or(Scope::Account, Scope::Tag),
        second: EpochSeconds::new(second),
        counter,
    })
}

/// Fewer than `most` changes.
pub(super) fn deltas(most: usize) -> impl Strategy<Value = Deltas> {
    let change = prop_oneof![-3..3_i64, -1_000_000..1_000_000_i64];
    vec((cell(), change), 0..most).prop_map(|changes| changes.into_iter().collect())
}
