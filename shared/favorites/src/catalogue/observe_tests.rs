use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::entry::{Facet, Seen};
use crate::catalogue::samples::{data_id, entry, note};

fn sightings() -> impl Strategy<Value = Vec<Sighting>> {
    let seen = prop_oneof![
        entry(3_000).prop_map(|entry| Seen::Live(entry.live)),
        entry(0).prop_map(|entry| Seen::Trash(entry.trash)),
    ];
    let sighting = (0..50_u128, seen).prop_map(|(number, seen)| Sighting { data_id: data_id(number), seen });
    vec(sighting, 0..300)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn commits_have_everything_in_order_and_no_more_than_their_limit(sightings in sightings()) {
        let commits = commits(sightings.clone());
        for commit in &commits {
            let bytes: usize = commit.iter().map(Sighting::bytes).sum();
            prop_assert!(!commit.is_empty());
            prop_assert!(bytes <= COMMIT_BYTES || commit.len() == 1, "{} in {} bytes", commit.len(), bytes);
        }
        prop_assert_eq!(commits.concat(), sightings);
    }
}

#[test]
fn a_sighting_larger_than_a_commit_is_a_commit_of_its_own() {
    let sighting = |bytes| {
        let live = note(&"x".repeat(bytes)).live;
        Sighting { data_id: data_id(1), seen: Seen::Live(live) }
    };
    let given = [1, 2 * COMMIT_BYTES, 1].map(sighting);
    let lens: Vec<_> = commits(given.to_vec()).iter().map(Vec::len).collect();
    assert_eq!(lens, [1, 1, 1]);
    assert!(commits(Vec::new()).is_empty());
    let trashed = Sighting { data_id: data_id(1), seen: Seen::Trash(Facet::Unknown) };
    assert_eq!(commits(vec![trashed; 3]).len(), 1);
}
