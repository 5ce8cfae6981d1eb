//! Compares random searches with a scan that compares each favorite with the query separately.
//!
//! The environment variable `SEARCH_QUERIES` sets the number of searches, and `SEARCH_SEED` the seed. The test prints
//! the seed.

mod asked;
mod kept;
mod library;
mod records;
mod text;
mod vocabulary;
mod wish;

use std::collections::BTreeMap;
use std::str::FromStr;

use favorites_api::favorites::limits::SEARCHED_CHARS;
use favorites_api::favorites::{MatchCounts, PageSize, SearchPage, SearchQuery, SearchRequest};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use self::asked::Asked;
use self::kept::Kept;
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
    let mut partly = partly_searched(&kept);
    let mut finding = 0;
    for number in 0..searches {
        // The second half of the searches meets signatures, and favorites that have changed since these were made.
        if number == searches / 2 {
            library.reconcile().await;
            library.change(&mut random).await;
            (kept, tag_ids) = library.kept().await;
            partly = partly_searched(&kept);
        }
        let asked = Asked::draw(&mut random, &kept, &tag_ids);
        let size = if number % 5 == 0 { random.random_range(1..=30) } else { 100 };
        let expected: Vec<&Kept> = kept.iter().filter(|kept| asked.finds(kept)).collect();
        finding += u64::from(!expected.is_empty());
        let place = format!("SEARCH_SEED={seed}, search {number} by {size}: {asked:?}");
        let counts_all = number % 2 == 0;
        let pages = follow(&library, &asked, size, counts_all).await;
        assert_eq!(found(&pages), wanted(&expected), "{place}");
        for page in &pages {
            assert!(page.items.len() <= usize::try_from(size).unwrap(), "{place}");
            assert_eq!(page.partly_searched, u64::try_from(partly).unwrap(), "{place}");
        }
        // If the page was full before everything was read, the counts are incomplete.
        if counts_all || counts(&pages).complete {
            assert_counts(&pages, &expected, &place);
        }
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
        let expected: Vec<&Kept> = kept.iter().filter(|kept| asked.finds(kept)).collect();
        for count_all in [false, true] {
            let place = format!("SEARCH_SEED={seed}, search {number}, all counted: {count_all}: {asked:?}");
            let pages = follow(&library, &asked, random.random_range(40..=100), count_all).await;
            assert_eq!(found(&pages), wanted(&expected), "{place}");
            let counts = counts(&pages);
            if counts.complete {
                assert_counts(&pages, &expected, &place);
            } else {
                assert!(!count_all, "{place}");
                assert!(counts.by_type.total() <= u64::try_from(expected.len()).unwrap(), "{place}");
                incomplete += 1;
            }
        }
    }
    assert!(incomplete > 0, "no page was full before everything was read");
    library.close().await;
}

/// Returns the number of favorites with more text than search reads.
#[track_caller]
fn partly_searched(kept: &[Kept]) -> usize {
    let partly = kept.iter().filter(|kept| kept.written > SEARCHED_CHARS).count();
    assert!(partly > 0 && partly < kept.len(), "{partly} of {} are partly searched", kept.len());
    partly
}

/// Returns all pages of a search.
async fn follow(library: &Library, asked: &Asked, size: u32, count_all: bool) -> Vec<SearchPage> {
    let mut request = SearchRequest {
        query: SearchQuery::parse(&asked.query).unwrap_or_else(|error| panic!("{asked:?}: {error}")),
        data_type: asked.data_type,
        tag_id: asked.tag_id.as_ref().map(|tag_id| tag_id.parse().expect("ids are ids")),
        size: PageSize::new(size).expect("a page may have so many"),
        after: None,
        count_all,
    };
    let mut pages = Vec::new();
    loop {
        let page = library.favorites.search(&library.user, &request).await.expect("the table answers");
        request.after.clone_from(&page.next);
        pages.push(page);
        if request.after.is_none() {
            return pages;
        }
        assert!(pages.len() < 2 * (FAVORITES + LONG_NOTES), "{asked:?} has no end");
    }
}

fn found(pages: &[SearchPage]) -> Vec<String> {
    pages.iter().flat_map(|page| &page.items).map(|favorite| favorite.data_id.to_string()).collect()
}

fn wanted(expected: &[&Kept]) -> Vec<String> {
    expected.iter().map(|kept| kept.data_id.clone()).collect()
}

/// Returns the counts, which only the first page may have.
#[track_caller]
fn counts(pages: &[SearchPage]) -> &MatchCounts {
    assert!(pages[1..].iter().all(|page| page.counts.is_none()));
    pages[0].counts.as_ref().expect("the first page has counts")
}

#[track_caller]
fn assert_counts(pages: &[SearchPage], expected: &[&Kept], place: &str) {
    let counts = counts(pages);
    let (mut by_type, mut by_tag) = (BTreeMap::new(), BTreeMap::new());
    for kept in expected {
        *by_type.entry(kept.data_type.clone()).or_insert(0) += 1;
        for tag_id in &kept.tag_ids {
            *by_tag.entry(tag_id.clone()).or_insert(0) += 1;
        }
    }
    let types = counts.by_type.iter().map(|(data_type, count)| (data_type.as_str().to_owned(), count));
    let tags = counts.by_tag.iter().map(|(tag_id, count)| (tag_id.to_string(), *count));
    assert!(counts.complete, "{place}");
    assert_eq!((types.collect(), tags.collect()), (by_type, by_tag), "{place}");
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
