//! Compares random searches with a scan that compares each favorite with the query separately.
//!
//! The environment variable `SEARCH_QUERIES` sets the number of searches, and `SEARCH_SEED` the seed. The test prints
//! the seed.

mod library;
mod records;

use std::str::FromStr;

use favorites_tests::search_oracle::{Asked, Pages};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use self::library::Library;

/// The number of favorites in the library.
const FAVORITES: usize = 400;

/// A number of long notes that exceeds the megabyte that DynamoDB reads at once.
const LONG_NOTES: usize = 700;

#[tokio::test]
async fn random_searches_find_what_a_scan_finds() {
    let seed = chosen("SEARCH_SEED", 20_261_121);
    let searches = chosen("SEARCH_QUERIES", 500);
    let mut random = StdRng::seed_from_u64(seed);
    let mut library = Library::open().await;
    library.fill(&mut random, FAVORITES).await;
    library.change(&mut random).await;
    library.pass();
    let (mut kept, mut tag_ids) = library.kept().await;
    let mut finding = 0;
    for number in 0..searches {
        // The second half of the searches meets favorites that have changed after a reconciliation.
        if number == searches / 2 {
            library.reconcile().await;
            library.change(&mut random).await;
            (kept, tag_ids) = library.kept().await;
        }
        let asked = Asked::draw(&mut random, &kept, &tag_ids);
        let size = if number % 5 == 0 { random.random_range(1..=30) } else { 100 };
        let expected = asked.expected(&kept);
        finding += u64::from(!expected.is_empty());
        let pages = follow(&library, &asked, size, number % 2 == 0).await;
        assert_eq!(pages.fault(&expected), None, "SEARCH_SEED={seed}, search {number} by {size}: {asked:?}");
    }
    // The comparison proves little if hardly any or all of the searches find something. Check this if there are enough
    // of them.
    assert!(
        searches < 100 || (finding > searches / 3 && finding < searches),
        "{finding} of {searches} find something"
    );
    library.close().await;
}

#[tokio::test]
async fn a_library_of_more_than_a_megabyte_is_searched_to_its_end() {
    let seed = chosen("SEARCH_SEED", 20_261_121);
    let mut random = StdRng::seed_from_u64(seed);
    let mut library = Library::open().await;
    library.fill_with_long_notes(&mut random, LONG_NOTES).await;
    let (kept, _) = library.kept().await;
    let mut incomplete = 0;
    for number in 0..chosen("SEARCH_QUERIES", 500) / 50 {
        let asked = Asked::draw(&mut random, &kept, &[]);
        let expected = asked.expected(&kept);
        for count_all in [false, true] {
            let pages = follow(&library, &asked, random.random_range(40..=100), count_all).await;
            let place = format!("SEARCH_SEED={seed}, search {number}, all counted: {count_all}: {asked:?}");
            assert_eq!(pages.fault(&expected), None, "{place}");
            incomplete += u32::from(pages.counts().is_some_and(|counts| !counts.complete));
        }
    }
    assert!(incomplete > 0, "no page was full before everything was read");
    library.close().await;
}

/// Returns all pages of a search.
async fn follow(library: &Library, asked: &Asked, size: u32, count_all: bool) -> Pages {
    let pages = Pages::follow(&library.favorites, &library.user, asked.request(size, count_all));
    pages.await.expect("the table answers")
}

/// Returns the value of an environment variable, or else `default`. Prints it.
fn chosen(name: &str, default: u64) -> u64 {
    let given = std::env::var(name).ok();
    let given =
        given.map(|text| u64::from_str(&text).unwrap_or_else(|error| panic!("{name}={text}: {error}")));
    let chosen = given.unwrap_or(default);
    eprintln!("{name}={chosen}");
    chosen
}
