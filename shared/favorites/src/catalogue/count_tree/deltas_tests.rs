use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalogue::count_tree::cell::NEVER;
use crate::catalogue::count_tree::samples::{cell, deltas};
use crate::model::data_type::DataType;
use crate::model::ids::TagId;

proptest! {
    #[test]
    fn what_was_stored_comes_back_in_about_as_many_bytes_as_it_said(deltas in deltas(60)) {
        let stored = postcard::to_allocvec(&deltas).unwrap();
        let scopes = deltas.iter().map(|(cell, _)| cell.scope).collect::<std::collections::BTreeSet<_>>().len();
        prop_assert!(stored.len() <= deltas.bytes() + 3, "{} and {}", stored.len(), deltas.bytes());
        prop_assert!(deltas.bytes() <= stored.len() + 4 * scopes, "{} and {}", stored.len(), deltas.bytes());
        prop_assert_eq!(postcard::from_bytes::<Deltas>(&stored).unwrap(), deltas);
    }

    #[test]
    fn parts_have_all_cells_in_their_order_and_fit(deltas in deltas(200), most in 60..400_usize) {
        let parts = deltas.clone().parts(most);
        prop_assert!(parts.iter().all(|part| part.bytes() <= most));
        let joined: Vec<_> = parts.iter().flat_map(Deltas::iter).collect();
        prop_assert_eq!(joined, deltas.iter().collect::<Vec<_>>());
    }

    #[test]
    fn cells_of_many_tags_are_divided_into_no_more_parts_than_need_be(tags in 60..400_u128, most in 1_600..4_000_usize) {
        let cells = (0..tags).flat_map(|tag| DataType::ALL.map(|data_type| {
            let scope = Scope::Tag(TagId::from(Uuid::from_u128(tag)));
            (Cell { scope, second: EpochSeconds::new(0), counter: Counter::Type(data_type) }, 1)
        }));
        let deltas = cells.collect::<Deltas>();
        let enough = deltas.bytes().div_ceil(most * 3 / 4);
        prop_assert!(deltas.parts(most).len() <= enough);
    }

    #[test]
    fn a_count_is_the_sum_of_the_changes_up_to_its_moment(deltas in deltas(60), until in cell()) {
        let Cell { scope, second, .. } = until;
        let mut expected = Sums::default();
        for (cell, change) in deltas.iter().filter(|(cell, _)| cell.scope == scope && cell.second <= second) {
            expected.add(cell.counter, change);
        }
        prop_assert_eq!(deltas.sums(scope, second), expected);
    }

    #[test]
    fn what_is_added_and_taken_away_leaves_nothing(one in deltas(30), other in deltas(30)) {
        let mut sum = one.clone();
        sum.add_all(&other, 1);
        sum.add_all(&one, -1);
        prop_assert_eq!(&sum, &other);
        sum.add_all(&other, -1);
        prop_assert_eq!(sum, Deltas::default());
    }
}

#[test]
fn a_number_that_names_no_counter_is_refused() {
    for counter in DataType::ALL.map(Counter::Type).into_iter().chain([Counter::Trash]) {
        assert_eq!(Counter::try_from(u8::from(counter)).unwrap(), counter);
    }
    let error = Counter::try_from(9).unwrap_err().to_string();
    assert_eq!(error, "counter number 9 is not known to this version of the program");
}

#[test]
fn cells_of_one_scope_say_so() {
    let cell = |scope| (Cell { scope, second: NEVER, counter: Counter::Trash }, 1);
    let tag = Scope::Tag(TagId::from(Uuid::from_u128(1)));
    let scope = |cells: &[(Cell, i64)]| cells.iter().copied().collect::<Deltas>().scope();
    assert_eq!(scope(&[]), None);
    assert_eq!(scope(&[cell(tag)]), Some(tag));
    assert_eq!(scope(&[cell(Scope::Account), cell(tag)]), None);
}
