use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::count_tree::samples::{cell, deltas};

proptest! {
    #[test]
    fn equal_sums_have_equal_fingerprints(parts in vec(deltas(30), 0..6)) {
        let numbers = CellNumbers::default();
        let (mut sum, mut fingerprint) = (Deltas::default(), Fingerprint::default());
        for part in &parts {
            sum.add_all(part, 1);
            fingerprint.add(Fingerprint::of(part, &numbers));
        }
        prop_assert_eq!(fingerprint, Fingerprint::of(&sum, &numbers));
    }

    #[test]
    fn sums_that_differ_have_other_fingerprints(one in deltas(30), cell in cell(), change in 1..1_000_i64) {
        let numbers = CellNumbers::default();
        let mut other = one.clone();
        other.add(cell, change);
        prop_assert_ne!(Fingerprint::of(&one, &numbers), Fingerprint::of(&other, &numbers));
    }

    #[test]
    fn a_change_in_another_cell_has_another_fingerprint(one in cell(), other in cell(), change in 1..1_000_i64) {
        prop_assume!(one != other);
        let numbers = CellNumbers::default();
        let [one, other] = [one, other].map(|cell| Fingerprint::of(&[(cell, change)].into_iter().collect(), &numbers));
        prop_assert_ne!(one, other);
    }
}
