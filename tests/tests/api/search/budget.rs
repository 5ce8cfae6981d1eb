//! The bytes and the time that a search may take for one page.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::Builder;
use aws_smithy_runtime_api::client::http::{HttpConnector as _, HttpConnectorFuture};
use favorites_api::Favorites;
use favorites_api::favorites::limits::SEARCH_TIME;
use favorites_api::favorites::{Busy, Error, SearchPage, SearchQuery, SearchRequest, UserId};
use favorites_local::{Environment, functions_on};
use favorites_tests::{Person, Service, before, sample};
use serde_json::{Value, json};

use super::{search, titled, titles};

/// More than any search needs.
const LONG: Duration = Duration::from_hours(1);
/// The number of favorites. They fill several runs.
const NOTES: i32 = 100;
/// Three characters of which all favorites have both pairs, so the search has to compare each of them. Only the oldest has them in this
/// order.
const CHARACTERS: &str = "手机壳";
/// The same, but no favorite has them.
const NOWHERE: &str = "机壳手";

/// A service whose search index has several runs of a few favorites.
fn in_small_pieces(favorites: Favorites) -> Favorites {
    favorites.with_small_index()
}

/// Starts a service whose searches have this budget.
async fn service(bytes: usize, time: Duration) -> Service {
    Service::start_with(move |environment| {
        functions_on(environment, |client| {
            in_small_pieces(Favorites::new(client, environment.table_name.clone()))
                .with_search_budget(bytes, time)
        })
    })
    .await
}

/// Creates notes, one for each day.
async fn create_notes(service: &Service) -> Person {
    let ann = service.person("ann");
    for day in 0..NOTES {
        let time = format!("20{:02}-01-{:02}T00:00:00.000Z", day / 30, day % 30 + 1);
        let text = if day == 0 { "手机壳 壳手" } else { "手机 机壳 壳手" };
        let members = json!({ "clipTime": time, "content": { "text": text } });
        ann.create(&sample::with(titled(&format!("Note {day}")), &members)).await;
    }
    service.settle().await;
    ann
}

/// Returns all pages of a search.
async fn pages(person: &Person, path: &str) -> Vec<Value> {
    let mut pages = vec![person.get(path).await.is(200)];
    while let Some(cursor) = pages.last().and_then(|page| page["nextCursor"].as_str()) {
        pages.push(person.get(&format!("{path}&cursor={cursor}")).await.is(200));
    }
    pages
}

#[tokio::test]
async fn a_search_that_has_read_enough_ends_the_page_and_the_next_one_continues() {
    let service = service(1, LONG).await;
    let ann = create_notes(&service).await;
    for (characters, expected) in [(NOWHERE, &[][..]), (CHARACTERS, &["Note 0"])] {
        let pages = pages(&ann, &format!("{}&limit=10", search(characters))).await;
        let items: Vec<Value> =
            pages.iter().flat_map(|page| page["items"].as_array().unwrap().clone()).collect();
        assert_eq!(titles(&items), expected, "{characters}");
        let (last, others) = pages.split_last().unwrap();
        assert!(others.len() > 1, "{pages:?}");
        assert_eq!(last.get("searchedTo"), None, "{last}");
        let reached: Vec<_> = others.iter().map(|page| page["searchedTo"].as_str().unwrap()).collect();
        assert!(reached.is_sorted_by(|newer, older| newer > older), "{reached:?}");
        let counts = json!({ "total": 0, "byType": {}, "byTag": {}, "complete": false });
        assert_eq!(pages[0]["counts"], counts, "{characters}");
    }
    service.end().await;
}

#[tokio::test]
async fn a_full_page_does_not_say_how_far_the_search_got() {
    let service = service(1, LONG).await;
    let ann = create_notes(&service).await;
    let page = ann.get(&format!("{}&limit=3", search("note"))).await.is(200);
    assert_eq!(titles(page["items"].as_array().unwrap()), ["Note 99", "Note 98", "Note 97"]);
    assert_eq!((page["nextCursor"].is_string(), page.get("searchedTo")), (true, None), "{page}");
    service.end().await;
}

#[tokio::test]
async fn counts_that_the_catalogue_knows_take_no_budget() {
    let service = service(1, LONG).await;
    let ann = create_notes(&service).await;
    for (query, total) in [("", 100), ("type:note", 100), ("-type:note", 0)] {
        let page = ann.get(&format!("{}&limit=1&counts=all", search(query))).await.is(200);
        assert_eq!(page["counts"]["total"], total, "{query}");
        assert_eq!(page["counts"]["complete"], true, "{query}");
    }
    service.end().await;
}

/// Returns a client whose reads of favorites are answered this number of times. The next one is not, and from
/// then on the runtime's clock jumps to the next timer whenever nothing else is left to do. `has_stalled` tells
/// whether that has happened.
fn stalling(environment: &Environment, reads: usize, has_stalled: Arc<AtomicBool>) -> Client {
    let config = Environment::as_function(&environment.sdk_config(), "search-favorites");
    let left = Arc::new(AtomicUsize::new(reads));
    let http =
        before(config.http_client().expect("the configuration has a client"), move |engine, request| {
            let body = request.body().bytes().unwrap_or_default();
            let is_read = String::from_utf8_lossy(body).contains("\"FavoriteData#ann\"");
            let take = |left: usize| left.checked_sub(1);
            if !is_read || left.fetch_update(Ordering::SeqCst, Ordering::SeqCst, take).is_ok() {
                return engine.call(request);
            }
            has_stalled.store(true, Ordering::SeqCst);
            tokio::time::pause();
            HttpConnectorFuture::new(std::future::pending())
        });
    Client::from_conf(Builder::from(&config).http_client(http).build())
}

/// Searches 100 notes with a client that [stalls](stalling) after this number of reads. Counts all matches if
/// `count_all` is set.
async fn search_stalling_after(reads: usize, query: &str, count_all: bool) -> Result<SearchPage, Error> {
    let (mut stalling_client, has_stalled) = (None, Arc::new(AtomicBool::new(false)));
    let service = Service::start_with(|environment| {
        stalling_client =
            Some((stalling(environment, reads, Arc::clone(&has_stalled)), environment.table_name.clone()));
        let table_name = environment.table_name.clone();
        functions_on(environment, move |client| in_small_pieces(Favorites::new(client, table_name.clone())))
    })
    .await;
    create_notes(&service).await;
    let (client, table_name) = stalling_client.expect("the service has made its functions");
    let favorites = in_small_pieces(Favorites::new(client, table_name));
    let request = SearchRequest {
        query: SearchQuery::parse(query).expect("it is a query"),
        count_all,
        ..SearchRequest::default()
    };
    let result = favorites.search(&UserId::parse("ann").expect("it is a user's id"), &request).await;
    if has_stalled.load(Ordering::SeqCst) {
        tokio::time::resume();
    }
    service.end().await;
    result
}

#[tokio::test]
async fn a_search_whose_time_ends_during_the_first_read_is_refused_as_slow() {
    let error = search_stalling_after(0, CHARACTERS, false).await.unwrap_err();
    assert!(matches!(error, Error::Busy(Busy::Slow(SEARCH_TIME))), "{error:?}");
}

#[tokio::test]
async fn a_search_whose_time_ends_keeps_what_it_has_searched() {
    let page = search_stalling_after(1, CHARACTERS, false).await.unwrap();
    assert!(page.next.is_some() && page.searched_to.is_some(), "{page:?}");
    assert_eq!((page.items.len(), page.counts.map(|counts| counts.complete)), (0, Some(false)));
}

#[tokio::test]
async fn frequent_words_are_counted_without_reading_their_favorites() {
    for (query, total) in [("note", 100), ("note -\"99\"", 99), ("note after:2001", 70)] {
        // The only read is that of the page.
        let page = search_stalling_after(1, query, true).await.expect("it doesn't stall");
        let counts = page.counts.expect("the first page has counts");
        assert_eq!((counts.by_type.total(), counts.complete), (total, true), "{query}");
        assert_eq!(page.items.len(), 50, "{query}");
    }
}
