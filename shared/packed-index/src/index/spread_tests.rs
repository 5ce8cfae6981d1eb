use proptest::prelude::*;

use super::*;

fn samples(times: &[u64]) -> Samples {
    let mut samples = Samples::default();
    (0..).zip(times).for_each(|(document, time)| samples.note(document, *time));
    samples
}

fn spread(times: &[u64]) -> Spread {
    samples(times).spread(u32::try_from(times.len()).unwrap()).unwrap()
}

#[test]
fn a_run_without_documents_has_no_spread() {
    assert_eq!(samples(&[]).spread(0), None);
}

#[test]
fn the_times_of_documents_at_the_same_distance_are_estimated_to_about_a_hundredth() {
    let times: Vec<u64> = (0..1_000).map(|document| 2_000_000 - 1_000 * document).collect();
    let spread = spread(&times);
    for (document, time) in (0..).zip(&times) {
        let estimate = spread.time_of(document, 1_000);
        assert!(estimate.abs_diff(*time) <= 20_000, "{document}: {estimate} instead of {time}");
    }
}

#[test]
fn most_documents_may_be_in_a_small_part_of_the_time() {
    // Nine of ten documents are of the last hundredth of the time.
    let times: Vec<u64> =
        (0..900).map(|new| 1_000_000 - 10 * new).chain((0..100).map(|old| 900_000 - 9_000 * old)).collect();
    let spread = spread(&times);
    assert!(spread.time_of(500, 1_000) > 980_000);
    assert!(spread.parts_after(980_000, 100) > 70);
    let even = Spread { depths: [63, 127, 191], ..spread };
    assert!(even.time_of(500, 1_000) < 600_000, "a line between the ends would give bad estimates");
}

proptest! {
    #[test]
    fn estimates_are_between_the_ends_and_in_order(
        mut times in prop::collection::vec(prop_oneof![0..1_u64 << 48, 1_000..1_100_u64], 1..400),
        document in 0..400_u32,
        time in 0..1_u64 << 48,
        parts in 0..u32::MAX,
    ) {
        times.sort_unstable_by(|one, other| other.cmp(one));
        let documents = u32::try_from(times.len()).unwrap();
        let spread = spread(&times);
        let (newest, oldest) = (times[0], times[times.len() - 1]);
        let estimate = spread.time_of(document, documents);
        prop_assert!((oldest..=newest).contains(&estimate));
        prop_assert!(spread.time_of(document + 1, documents) <= estimate);
        prop_assert_eq!(spread.time_of(0, documents), newest);
        prop_assert_eq!(spread.time_of(documents, documents), oldest);
        let after = spread.parts_after(time, parts);
        prop_assert!(after <= parts && spread.parts_after(time.saturating_sub(1), parts) >= after);
    }

    #[test]
    fn a_merge_keeps_few_times(count in 1..100_000_u32) {
        let mut samples = Samples::default();
        (0..count).for_each(|document| samples.note(document, u64::from(count - document)));
        prop_assert!(samples.times.len() <= MOST_SAMPLES);
        prop_assert!(samples.times.len() >= MOST_SAMPLES / 2 || samples.every == 1);
    }
}
