//! Passes that stop in the middle of a user, however that comes, and those that continue them.

use std::collections::BTreeSet;

use favorites_api::favorites::limits::RECONCILED_AFTER;
use favorites_api::favorites::{DataId, DueUser, Reconciled, Repairs};
use favorites_tests::pause_when;
use serde_json::Value;
use single_table::testing::{Operation, Request};

use crate::account::{Account, LONG, SMALL_RANGE};

/// An account with a right catalogue, whose favorites need many ranges.
async fn account() -> Account {
    let account = Account::open().await;
    account.reconcile().await;
    account.with_small_ranges()
}

/// Returns the saved place: the first id that the pass has not reached.
async fn place(account: &Account) -> Option<DataId> {
    let items = account.items_of("Reconciliation").await;
    items.first().and_then(|item| item["next"].as_str()).map(|id| id.parse().expect("it is an id"))
}

/// Begins a pass that dies in the middle of the user. Returns the saved place.
pub(crate) async fn begin_and_die(account: &Account) -> DataId {
    let (dying, faults) = account.faulty();
    let mut pass = Box::pin(dying.reconcile_user(&account.user, Repairs::Confirmed, LONG));
    assert!(pause_when(&mut pass, || faults.requests().len() >= 40).await.is_none());
    drop(pass);
    place(account).await.expect("it was in the middle")
}

/// The ids that queries of a pass ask for, by entity: from the lowest on.
fn asked(requests: &[Request], entity: &str) -> Vec<String> {
    let queries = requests.iter().filter(|request| request.operation == Operation::Query);
    let values = queries.map(|query| {
        let values = query.body["ExpressionAttributeValues"].as_object().expect("a query has values");
        values.values().map(|value| value["S"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>()
    });
    let of_entity =
        values.filter(|values| values.iter().any(|value| value.starts_with(&format!("{entity}#"))));
    of_entity.filter_map(|values| values.into_iter().filter(|value| !value.contains('#')).min()).collect()
}

fn is_query_of_items(request: &Request) -> bool {
    let names = ["FavoriteData#", "Trash#", "Catalogue#"];
    request.operation == Operation::Query
        && request.body["ExpressionAttributeValues"].as_object().is_some_and(|values| {
            values
                .values()
                .filter_map(|value| value["S"].as_str())
                .any(|text| names.iter().any(|name| text.starts_with(name)))
        })
}

#[tokio::test]
async fn a_pass_that_died_in_the_middle_of_a_user_reads_the_rest_and_only_the_rest() {
    let account = account().await;
    for after in [20, 35, 50] {
        let (dying, faults) = account.faulty();
        let mut pass = Box::pin(dying.reconcile_user(&account.user, Repairs::Confirmed, LONG));
        assert!(
            pause_when(&mut pass, || faults.requests().len() >= after).await.is_none(),
            "it makes more requests"
        );
        drop(pass);
        let place = place(&account).await.expect("it was in the middle");
        let rest: BTreeSet<_> = account.notes.iter().filter(|note| **note >= place).collect();
        assert!((1..account.notes.len()).contains(&rest.len()), "{} are left", rest.len());

        let (next, faults) = account.faulty();
        let result = next.reconcile_user(&account.user, Repairs::Confirmed, LONG).await.unwrap();
        let expected = Reconciled { favorites: rest.len() as u64, finished: true, ..Reconciled::default() };
        assert_eq!(result, expected, "after {after} requests");
        for entity in ["FavoriteData", "Trash"] {
            let first = asked(&faults.requests(), entity);
            assert!(
                first.iter().all(|first| *first >= place.to_string()),
                "{entity}: {first:?}, not from {place} on"
            );
        }
    }
    account.check().await;
}

#[tokio::test]
async fn a_pass_that_is_killed_before_any_of_its_requests_still_leads_to_a_right_catalogue() {
    let account = account().await;
    let mut number = 1;
    for note in account.notes.iter().take(100) {
        // Something to repair: a tag on a favorite, whose record is lost.
        let (user, tag) = (&account.user, account.tag);
        account.favorites.tag_favorite(user, *note, None, tag).await.unwrap();
        let (dying, faults) = account.faulty();
        let mut pass = Box::pin(dying.reconcile_user(user, Repairs::AtOnce, LONG));
        let ended = pause_when(&mut pass, || faults.requests().len() >= number).await;
        // A pass that ended with an error has died as well: its client repeats no request.
        let survived = ended.is_some_and(|result| result.is_ok_and(|result| result.finished));
        drop(pass);
        // Users make changes while nobody reconciles.
        let other = account.keep(number, &[tag]).await;
        account.deliver(other).await;
        let rest = account.repair().await;
        assert!(rest.finished, "killed before request {number}: {rest:?}");
        account.check().await;
        assert_eq!(account.reconcile().await.repaired, 0, "killed before request {number}");
        if survived {
            break;
        }
        number += 7;
    }
    assert!(number > 60, "a pass makes more requests than {number}");
}

#[tokio::test]
async fn a_repair_at_once_does_not_leave_out_what_a_pass_under_way_has_only_noted() {
    let account = account().await;
    // The second note has no tag yet.
    let changed = account.notes[1];
    account.favorites.tag_favorite(&account.user, changed, None, account.tag).await.unwrap();
    assert!(begin_and_die(&account).await > changed);
    let repaired = account.repair().await;
    assert_eq!((repaired.repaired, repaired.suspects, repaired.finished), (1, 0, true), "{repaired:?}");
    account.check().await;
}

#[tokio::test]
async fn a_pass_that_was_under_way_when_its_user_became_due_is_followed_by_a_whole_one() {
    let account = account().await;
    let place = begin_and_die(&account).await;
    let rest = account.notes.iter().filter(|note| **note >= place).count();
    assert!(rest < account.notes.len());
    // The pass has compared the second note, which has no tag yet, and the record of this change is lost.
    account.favorites.tag_favorite(&account.user, account.notes[1], None, account.tag).await.unwrap();
    account.pass(RECONCILED_AFTER);
    let due = vec![account.favorites.now()];
    let user = DueUser { user_id: account.user.clone(), due, repairs: Repairs::Confirmed };
    let result = account.favorites.reconcile_due_user(&user, LONG).await.unwrap();
    let read = rest + account.notes.len();
    assert_eq!((result.favorites, result.suspects, result.finished), (read as u64, 1, true), "{result:?}");
}

#[tokio::test]
async fn a_pass_whose_head_was_lost_begins_again() {
    let account = account().await;
    begin_and_die(&account).await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.delete_item(&head).await;
    let result = account.reconcile().await;
    assert!(result.finished && result.repaired > 0, "{result:?}");
    account.check().await;
}

#[tokio::test]
async fn two_passes_over_one_user_at_once_do_no_harm() {
    let account = account().await;
    let one = account.favorites.reconcile_user(&account.user, Repairs::Confirmed, LONG);
    let other = account.favorites.reconcile_user(&account.user, Repairs::Confirmed, LONG);
    let (one, other) = tokio::join!(one, other);
    for result in [one.unwrap(), other.unwrap()] {
        assert_eq!((result.repaired, result.drift, result.finished), (0, 0, true), "{result:?}");
    }
    account.check().await;
}

#[tokio::test]
async fn a_pass_reads_no_more_than_a_range_before_it_saves_its_place() {
    let account = account().await;
    let (favorites, faults) = account.faulty();
    favorites.reconcile_user(&account.user, Repairs::Confirmed, LONG).await.unwrap();
    let requests = faults.requests();
    let (segments, items) = (u64::from(SMALL_RANGE.0.get()), u64::from(SMALL_RANGE.1.get()));
    let is_save = |request: &Request| {
        request.operation == Operation::PutItem && request.body["Item"]["type"]["S"] == "Reconciliation"
    };
    let last = requests.iter().rposition(is_save).expect("it saves its place");
    let mut since_saved = 0;
    for request in &requests[..last] {
        if is_save(request) {
            since_saved = 0;
        } else if is_query_of_items(request) {
            since_saved += 1;
            let limit =
                request.body["Limit"].as_u64().unwrap_or_else(|| panic!("no limit: {}", request.body));
            assert!(limit <= items.max(segments + 1), "{}", request.body);
        }
        // The segment that holds the place, those that follow it, the favorites, and the trash; each may need a second page.
        assert!(since_saved <= 8, "{since_saved} pages are read at once");
    }
    let saved = requests.iter().filter(|request| is_save(request)).count();
    assert!(saved >= 10, "it saves its place {saved} times");
}

#[tokio::test]
async fn unreadable_saved_state_begins_the_pass_again() {
    let account = account().await;
    begin_and_die(&account).await;
    let [state] = account.keys("Reconciliation").await.try_into().unwrap();
    let garbage = aws_sdk_dynamodb::primitives::Blob::new([255; 5]);
    account.set(&state, "state", aws_sdk_dynamodb::types::AttributeValue::B(garbage)).await;
    let result = account.reconcile().await;
    assert_eq!((result.favorites, result.repaired, result.finished), (120, 0, true), "{result:?}");
    let left: Vec<Value> = account.items_of("Reconciliation").await;
    assert!(left.is_empty(), "{left:?}");
    account.check().await;
}
