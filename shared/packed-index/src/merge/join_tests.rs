use std::collections::BTreeMap;
use std::slice;

use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::merge::renumbering::Renumbering;
use crate::numbers::DocumentNumber;
use crate::samples::document;

fn live(id: u128, version: u64) -> Document {
    document(FavoriteId(id), version)
}

fn tombstone(id: u128, version: u64) -> Document {
    Document { live: None, ..live(id, version) }
}

/// Runs with favorites in common, and versions in any order.
fn runs() -> impl Strategy<Value = Vec<Vec<Document>>> {
    let run = proptest::collection::btree_map(0_u128..30, (0_u64..5, any::<bool>(), any::<bool>()), 0..20);
    let run = run.prop_map(|run| {
        let document = |(id, (version, is_live, replaces_older))| {
            let document = if is_live { live(id, version) } else { tombstone(id, version) };
            Document { replaces_older, ..document }
        };
        run.into_iter().rev().map(document).collect::<Vec<_>>()
    });
    vec(run, 1..5)
}

fn slices(runs: &[Vec<Document>]) -> Vec<&[Document]> {
    runs.iter().map(Vec::as_slice).collect()
}

fn tombstones() -> impl Strategy<Value = Tombstones> {
    prop_oneof![Just(Tombstones::Keep), Just(Tombstones::Drop)]
}

proptest! {
    #[test]
    fn the_highest_version_of_each_favorite_remains(runs in runs(), tombstones in tombstones()) {
        let mut expected = BTreeMap::new();
        for document in runs.iter().flatten() {
            let highest = expected.entry(document.id).or_insert(document.version);
            *highest = document.version.max(*highest);
        }
        let joined = join(&slices(&runs), tombstones).expect("the runs are in order");
        prop_assert!(joined.documents.is_sorted_by(|one, other| one.id > other.id));
        for document in &joined.documents {
            prop_assert_eq!(expected.remove(&document.id), Some(document.version));
        }
        for (id, version) in expected {
            let is_tombstone = |document: &&Document| (document.id, document.version) == (id, version) && document.live.is_none();
            prop_assert!(tombstones == Tombstones::Drop && runs.iter().flatten().any(|document| is_tombstone(&document)));
        }
    }

    #[test]
    fn the_map_leads_each_document_to_its_own_version(runs in runs(), tombstones in tombstones()) {
        let joined = join(&slices(&runs), tombstones).expect("the runs are in order");
        let renumbering = Renumbering::new(&joined.map);
        let mut reached = vec![0; joined.documents.len()];
        for (run, documents) in runs.iter().enumerate() {
            for (number, document) in (0..).map(DocumentNumber).zip(documents) {
                prop_assert!(renumbering.before(run, number) as usize <= joined.documents.len());
                if let Some(new) = renumbering.renumber(run, number) {
                    let found = &joined.documents[new.0 as usize];
                    prop_assert_eq!((found.id, found.version), (document.id, document.version));
                    prop_assert_eq!(renumbering.before(run, number), new.0);
                    // Documents that are left out may stand before it.
                    let first = renumbering.first_from(run, new);
                    let mut between = (first.0..number.0).map(DocumentNumber);
                    prop_assert!(first <= number && between.all(|one| renumbering.renumber(run, one).is_none()));
                    reached[new.0 as usize] += 1;
                }
            }
        }
        prop_assert!(reached.iter().all(|times| *times == 1), "{:?}", reached);
    }

    #[test]
    fn parts_make_the_same_as_the_whole(runs in runs(), tombstones in tombstones(), at in 0_u128..30) {
        let is_newer = |document: &Document| document.id.0 >= at;
        let parts = |newer: bool| {
            let part = |run: &'_ Vec<Document>| run.iter().filter(|one| is_newer(one) == newer).cloned().collect();
            let part: Vec<Vec<Document>> = runs.iter().map(part).collect();
            join(&slices(&part), tombstones).expect("the parts are in order")
        };
        let mut joined = parts(true);
        joined.append(parts(false));
        prop_assert_eq!(Ok(joined), join(&slices(&runs), tombstones));
    }
}

#[test]
fn a_tombstone_stays_while_an_older_run_exists() {
    let (older, newer) = ([live(1, 1)], [tombstone(1, 2)]);
    let runs = [&older[..], &newer[..]];
    assert_eq!(join(&runs, Tombstones::Keep).unwrap().documents, newer);
    assert_eq!(join(&runs, Tombstones::Drop).unwrap().documents, []);
}

#[test]
fn a_version_replaces_an_older_one_if_the_first_of_its_favorite_did() {
    let (older, newer) = (live(1, 2), Document { replaces_older: true, ..live(1, 3) });
    let replaces = |older: &Document, tombstones| {
        join(&[slice::from_ref(older), slice::from_ref(&newer)], tombstones).unwrap().documents[0]
            .replaces_older
    };
    assert!(!replaces(&older, Tombstones::Keep));
    let older = Document { replaces_older: true, ..older };
    assert!(replaces(&older, Tombstones::Keep));
    assert!(!replaces(&older, Tombstones::Drop));
}

#[test]
fn runs_that_do_not_descend_are_refused() {
    let run = [live(1, 1), live(2, 1)];
    assert_eq!(join(&[&run], Tombstones::Keep), Err(JoinError::Order(FavoriteId(2))));
}

#[test]
fn a_merge_of_more_runs_than_the_limit_is_refused() {
    let given = MERGED_RUNS + 1;
    assert_eq!(join(&vec![&[][..]; given], Tombstones::Keep), Err(JoinError::Runs { given }));
    assert_eq!(join(&vec![&[][..]; MERGED_RUNS], Tombstones::Keep), Ok(Joined::default()));
}
