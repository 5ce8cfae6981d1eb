//! Measures the cost of queries on the index.

use std::time::Instant;

use favorites_api::favorites::UserId;
use favorites_tests::figures::{median, say};
use favorites_tests::library::{Library, Planted};
use single_table::Store;
use single_table::capacity::Meter;

use crate::index::{PostingsTable, search};

/// The number of favorites on a page.
const PAGE: usize = 20;

/// The number of times that each query runs.
const ROUNDS: usize = 101;

/// Runs each query and prints its cost.
pub(crate) async fn measure(store: &Store<PostingsTable>, meter: &Meter, user: &UserId, library: &Library) {
    use Planted::{Absent, Frequent, Rare, TwoCharacters};
    say("  query                               found  requests  read units  median time");
    for planted in
        [&[Rare][..], &[Frequent], &[TwoCharacters], &[Absent], &[Frequent, Rare], &[Frequent, TwoCharacters]]
    {
        let terms: Vec<_> = planted.iter().map(|planted| planted.text()).collect();
        let found = search(store, user, &terms, PAGE).await;
        let usage = meter.take();
        let expected = library.with(planted);
        assert_eq!(found, expected[..expected.len().min(PAGE)], "{terms:?}");
        let units: f64 = usage.iter().map(|usage| usage.units.read).sum();
        let mut taken = Vec::new();
        for _ in 0..ROUNDS {
            let start = Instant::now();
            search(store, user, &terms, PAGE).await;
            taken.push(start.elapsed());
        }
        drop(meter.take());
        let name = format!("{planted:?}");
        say(&format!(
            "  {name:<34} {:>6}  {:>8}  {units:>10.1}  {:>11.2?}",
            found.len(),
            usage.len(),
            median(taken)
        ));
    }
}
