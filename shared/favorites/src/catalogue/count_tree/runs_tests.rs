use proptest::collection::vec;
use proptest::prelude::*;

use super::*;
use crate::catalogue::count_tree::samples::cell;
use crate::limits::COUNT_RUNS_BYTES;

fn run(branch: Branch, bytes: usize) -> Run {
    Run::sorted(branch, bytes)
}

fn branch() -> impl Strategy<Value = Branch> {
    (cell(), any::<u32>(), 0..1_u64 << 40).prop_map(|(first, node, written_for)| Branch {
        first,
        node,
        written_for,
        sums: None,
    })
}

fn pile_up(runs: &mut Vec<Run>) {
    if let Some(level) = level_of_a_pile(runs) {
        let (piled, others): (Vec<_>, Vec<_>) =
            std::mem::take(runs).into_iter().partition(|run| run.level == level);
        *runs = others;
        runs.push(Run::pile(piled[0].branch.clone(), &piled));
    }
}

/// The bytes of runs in a head.
fn stored(runs: &[Run]) -> usize {
    let branches: Vec<_> = runs.iter().map(|run| &run.branch).collect();
    let sizes: Vec<_> = runs.iter().map(Run::size).collect();
    postcard::to_allocvec(&(branches, sizes)).unwrap().len()
}

proptest! {
    // A case has thousands of runs.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn runs_that_nobody_merges_stay_small_in_the_head(branch in branch(), bytes in 1..2_000_usize) {
        let mut runs = Vec::new();
        for number in 0..20_000 {
            runs.push(run(branch.clone(), bytes + number % 7));
            pile_up(&mut runs);
            prop_assert!(runs.len() <= 8 * 5 && stored(&runs) <= COUNT_RUNS_BYTES);
        }
    }

    #[test]
    fn runs_that_are_merged_are_few_and_written_a_logarithmic_number_of_times(
        branch in branch(),
        sizes in vec(200..1_000_usize, 1..2_000),
    ) {
        let mut runs: Vec<Run> = Vec::new();
        let (mut all, mut written) = (0, 0);
        for bytes in sizes {
            let kept = runs.len() - merged_with(&mut runs, bytes, usize::MAX);
            let merged: usize = runs.drain(kept..).map(|run| run.bytes as usize).sum();
            runs.push(run(branch.clone(), bytes + merged));
            all += bytes;
            written += bytes + merged;
            let doublings = (all / 200).ilog2() as usize;
            prop_assert!(runs.len() <= doublings + MERGED, "{} runs of {all} bytes", runs.len());
        }
        let doublings = (all / 200).ilog2() as usize;
        prop_assert!(written <= all * (1 + 2 * doublings), "{written} bytes were written for {all}");
    }

    #[test]
    fn a_merge_keeps_to_its_limit(branch in branch(), sizes in vec(1..5_000_usize, 0..30), most in 0..20_000_usize) {
        let mut runs: Vec<_> = sizes.into_iter().map(|bytes| run(branch.clone(), bytes)).collect();
        let kept = runs.len() - merged_with(&mut runs, 500, most);
        let merged: usize = runs[kept..].iter().map(|run| run.bytes as usize).sum();
        prop_assert!(merged == 0 || merged + 500 <= most);
    }
}

#[test]
fn a_pile_is_merged_as_soon_as_its_runs_would_be() {
    let branch = Branch { first: samples_cell(), node: 1, written_for: 1, sums: None };
    let small: Vec<_> = (0..8).map(|_| run(branch.clone(), 700)).collect();
    let mut runs = vec![Run::pile(branch, &small)];
    assert_eq!(merged_with(&mut runs, 400, usize::MAX), 1);
    assert_eq!(merged_with(&mut runs, 300, usize::MAX), 0);
    assert_eq!(merged_with(&mut runs, 400, 5_999), 0);
}

fn samples_cell() -> crate::catalogue::count_tree::Cell {
    use crate::catalogue::count_tree::{ALWAYS, Cell, Counter, Scope};
    Cell { scope: Scope::Account, second: ALWAYS, counter: Counter::Trash }
}
