use proptest::prelude::*;
use uuid::Uuid;

use super::*;
use crate::catalogue::signature::bits::Bits;
use crate::model::ids::UserId;

fn id(number: u64) -> DataId {
    DataId::from(Uuid::from_u64_pair(number, 0))
}

fn segments(numbers: impl IntoIterator<Item = u64>) -> Vec<DataId> {
    numbers.into_iter().map(id).collect()
}

/// Returns the coverage after a round.
fn signed(end: Option<DataId>) -> Coverage {
    let begun = Coverage::default().begun();
    begun.finished(&begun, end).unwrap()
}

/// Returns the signatures that a round makes.
fn made(plan: &Plan, signed: &Coverage) -> Vec<Signature> {
    let signature = |group: &Group| Signature {
        user_id: UserId::parse("ann").unwrap(),
        first_id: group.first_id,
        end_id: group.end_id,
        segments: group.segments,
        generation: signed.generation(),
        revision: 1,
        bits: Bits::pack(&[].into()),
    };
    plan.made.iter().map(signature).collect()
}

#[test]
fn few_segments_need_none() {
    for count in 0..20 {
        let plan = Plan::new(&segments(0..count), 4, &[], &Coverage::default());
        assert_eq!(plan, Plan::default(), "{count}");
    }
    let plan = Plan::new(&segments(0..20), 4, &[], &Coverage::default());
    assert_eq!(plan.made, [Group { first_id: id(0), end_id: id(4), segments: 4 }]);
    assert_eq!(plan.end, Some(id(4)));
}

#[test]
fn the_signatures_of_a_catalogue_that_became_small_are_deleted() {
    let plan = Plan::new(&segments(0..40), 4, &[], &Coverage::default());
    let signed = signed(plan.end);
    let stored = made(&plan, &signed);
    let plan = Plan::new(&segments(0..5), 4, &stored, &signed);
    assert_eq!(plan, Plan { removed: segments([0, 4, 8, 12, 16, 20]), ..Plan::default() });
    assert!(!plan.is_empty(&signed));
}

#[test]
fn a_cut_changes_the_signatures_around_it() {
    let before: Vec<u64> = (0..60).map(|number| 10 * number).collect();
    let plan = Plan::new(&segments(before.clone()), 4, &[], &Coverage::default());
    assert_eq!(plan.made.len(), 11);
    let mut signed = signed(plan.end);
    let stored = made(&plan, &signed);
    assert!(Plan::new(&segments(before.clone()), 4, &stored, &signed).is_empty(&signed));
    // The segment that begins at 90, in the third group, is split.
    signed.note(&[(id(95), id(99))]);
    let mut after = before;
    after.push(95);
    after.sort_unstable();
    let plan = Plan::new(&segments(after), 4, &stored, &signed);
    let group = |first, end, segments| Group { first_id: id(first), end_id: id(end), segments };
    assert_eq!(plan.made, [group(80, 110, 4), group(110, 120, 1)]);
    assert_eq!((plan.removed.len(), plan.end), (0, Some(id(440))));
}

#[test]
fn nothing_is_kept_of_another_generation() {
    let plan = Plan::new(&segments(0..40), 4, &[], &Coverage::default());
    let first = signed(plan.end);
    let stored = made(&plan, &first);
    let again = Plan::new(&segments(0..40), 4, &stored, &first.begun().begun());
    assert_eq!((again.made, again.removed), (plan.made, Vec::new()));
}

proptest! {
    /// After any additions, removals and changes of segments, a round's signatures follow each other from the first segment to
    /// the end.
    #[test]
    fn signatures_leave_no_gap(
        before in proptest::collection::btree_set(1..200_u64, 0..80),
        after in proptest::collection::btree_set(1..200_u64, 0..80),
        changed in proptest::collection::vec(0..200_u64, 0..6),
        group in 1..6_usize,
    ) {
        let with_lowest = |ids: std::collections::BTreeSet<u64>| segments([0].into_iter().chain(ids));
        let plan = Plan::new(&with_lowest(before), group, &[], &Coverage::default());
        let mut signed = signed(plan.end);
        let mut stored = made(&plan, &signed);
        for id_changed in changed {
            signed.note(&[(id(id_changed), id(id_changed))]);
        }
        let after = with_lowest(after);
        let plan = Plan::new(&after, group, &stored, &signed);
        let replaced: Vec<_> = plan.made.iter().map(|group| group.first_id).collect();
        stored.retain(|signature| !replaced.contains(&signature.first_id) && !plan.removed.contains(&signature.first_id));
        prop_assert!(stored.iter().all(|signature| signature.tells(&signed)), "a kept signature is out of date");
        stored.extend(made(&plan, &signed));
        stored.sort_by_key(|signature| signature.first_id);
        let mut reached = id(0);
        for signature in &stored {
            prop_assert_eq!(signature.first_id, reached);
            prop_assert!(signature.end_id > reached);
            reached = signature.end_id;
        }
        prop_assert_eq!(plan.end, (!stored.is_empty()).then_some(reached));
        let unsigned = after.iter().filter(|first_id| **first_id >= reached).count();
        prop_assert!(stored.is_empty() || unsigned >= UNSIGNED_GROUPS * group);
        prop_assert!(unsigned < (UNSIGNED_GROUPS + 2) * group + 1, "{} are not signed", unsigned);
    }
}
