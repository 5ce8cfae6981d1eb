use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::entry::{Facet, Seen};
use crate::catalogue::samples::{data_id, entry, note};
use crate::search_text::SearchText;

fn text(bytes: usize) -> SearchText {
    SearchText::folded("x".repeat(bytes))
}

fn sightings() -> impl Strategy<Value = Vec<Sighting>> {
    let seen = prop_oneof![
        entry().prop_map(|entry| Seen::Live(entry.live)),
        entry().prop_map(|entry| Seen::Trash(entry.trash)),
    ];
    let texts = prop_oneof![Just(0), 0..3_000_usize];
    let sighting = (0..50_u128, seen, texts)
        .prop_map(|(number, seen, bytes)| Sighting::new(data_id(number), seen, text(bytes)));
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
    let sighting = |bytes| Sighting::new(data_id(1), Seen::Live(note().live), text(bytes));
    let given = [1, 2 * COMMIT_BYTES, 1].map(sighting);
    let lens: Vec<_> = commits(given.to_vec()).iter().map(Vec::len).collect();
    assert_eq!(lens, [1, 1, 1]);
    assert!(commits(Vec::new()).is_empty());
    let trashed = Sighting::new(data_id(1), Seen::Trash(Facet::Unknown), text(0));
    assert_eq!(commits(vec![trashed; 3]).len(), 1);
}
