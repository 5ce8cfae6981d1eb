//! Compares the requests of each endpoint to DynamoDB, and their units, with the expected [`patterns`].
//!
//! The test writes `docs/access-patterns.md` if `UPDATE=1` is in the environment, and otherwise fails if the file
//! differs. On another engine than the embedded one it only compares the requests, because not every engine reports
//! units as DynamoDB does.

mod account;
mod capacity;
mod changes;
mod cost;
mod expected;
mod favorites;
mod jobs;
mod pattern;
mod prices;
mod report;
mod request;
mod search;
mod tags;

use std::collections::BTreeSet;

use favorites_local::template::Template;
use favorites_tests::is_embedded;

use self::account::{Account, Snapshot};
use self::pattern::{Action, Pattern};
use self::report::Row;

#[tokio::test]
async fn every_endpoint_asks_for_what_it_needs_and_no_more() {
    let account = Account::open().await;
    let patterns = patterns(&account);
    assert_eq!(endpoints(&patterns), routes(), "an endpoint without a pattern, or the other way round");
    let mut rows = Vec::new();
    let mut items = account.snapshot().await;
    for pattern in &patterns {
        rows.extend(measure(&account, pattern, &mut items).await);
    }
    let changes = changes::measure(&account).await;
    let jobs = jobs::measure(&account).await;
    account.close().await;
    if is_embedded() {
        report::check(&rows, &changes, &jobs);
        cost::check_prices();
    }
}

/// Returns the patterns of all endpoints, in an order in which each pattern finds the items that it needs.
fn patterns(account: &Account) -> Vec<Pattern> {
    [
        favorites::favorites(account),
        favorites::bulk(account),
        favorites::favorite_tags(account),
        favorites::trash(account),
        tags::tag_cleanup(account),
        tags::tags(account),
        search::search(account),
        tags::counts(),
        tags::change_consumer(account),
    ]
    .into_iter()
    .flatten()
    .map(with_check)
    .collect()
}

/// Adds the read with which each request that changes something finds out whether the account is being
/// erased.
fn with_check(mut pattern: Pattern) -> Pattern {
    if let Action::Http { method, .. } = &pattern.action
        && *method != reqwest::Method::GET
    {
        pattern.requests.insert(0, request::not_erased());
    }
    pattern
}

/// Runs a pattern and compares its requests with the expected ones. `items` must be the items in the table, and is
/// updated.
async fn measure(account: &Account, pattern: &Pattern, items: &mut Snapshot) -> Vec<Row> {
    let name = format!("{} ({})", pattern.endpoint, pattern.case);
    match &pattern.action {
        Action::Http { method, path, body, header } => {
            account.send(method, path, body.as_ref(), *header).await;
        }
        Action::Later(time, path) => {
            account.advance(*time);
            account.send(&reqwest::Method::GET, path, None, None).await;
        }
        Action::Consume(changes) => account.consume(changes.clone()).await,
        Action::Turn => account.turn().await,
    }
    let mut used = account.usage(pattern.requests.len()).await;
    let before = std::mem::replace(items, account.snapshot().await);
    let changes = expected::changes(&before, items);
    assert_eq!(changes.entities(), pattern.changed(), "{name} changed other items than it should");
    let mut rows = Vec::new();
    for request in &pattern.requests {
        let expected = expected::of(request, &before, &changes);
        let found = used.iter().position(|usage| expected.is_of(usage));
        let Some(found) = found else { panic!("{name}: no {expected:?} in {used:?}") };
        let usage = used.swap_remove(found);
        if is_embedded() {
            assert_eq!(usage.units, expected.units, "{name}: {expected:?}");
        }
        rows.push(Row::new(pattern, &expected, usage.units));
    }
    assert!(used.is_empty(), "{name}: it also asked for {used:?}");
    rows
}

fn endpoints(patterns: &[Pattern]) -> BTreeSet<String> {
    let patterns = patterns.iter().map(|pattern| pattern.endpoint);
    patterns
        .chain(jobs::ENDPOINTS)
        .chain(jobs::TRANSFERS)
        .chain([changes::ENDPOINT])
        .map(str::to_owned)
        .collect()
}

/// Returns the routes, and the functions of the template's mappings.
fn routes() -> BTreeSet<String> {
    let template = Template::project().expect("the project's template is well-formed");
    let mapped = template.mappings.iter().map(|mapping| mapping.function.name.clone());
    functions::ROUTES.iter().map(|route| route.key()).chain(mapped).collect()
}
