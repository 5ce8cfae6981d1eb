//! Links that were saved under an earlier rule get their records by the present one.

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::Favorites;
use favorites_api::favorites::ClaimedLinks;
use favorites_tests::consistency::scan;
use favorites_tests::{Person, Service, data_id, sample};
use serde_json::{Value, json};

fn link(url: &str) -> Value {
    sample::with(sample::favorite("link", "A link"), &json!({ "contentUrl": url }))
}

/// Returns the records of links.
async fn records(service: &Service) -> Vec<Value> {
    let mut items = scan(&service.dynamodb(), service.table_name()).await;
    items.retain(|item| item["type"] == "UniqueLink");
    items
}

fn text(value: &Value) -> AttributeValue {
    AttributeValue::S(value.as_str().expect("it is text").to_owned())
}

/// Moves all records to keys as they had before keys named their rule.
async fn turn_back(service: &Service) {
    let (client, table) = (service.dynamodb(), service.table_name());
    for record in records(service).await {
        let old = json!(
            record["link"].as_str().and_then(|link| link.split_once('-')).expect("it names its rule").1
        );
        let put = client.put_item().table_name(table).item("pk", text(&record["pk"])).item("sk", text(&old));
        let put = put.item("link", text(&old)).item("type", text(&record["type"]));
        let put = put.item("userId", text(&record["userId"])).item("dataId", text(&record["dataId"]));
        put.send().await.expect("the old record is put");
        let delete = client.delete_item().table_name(table);
        delete
            .key("pk", text(&record["pk"]))
            .key("sk", text(&record["sk"]))
            .send()
            .await
            .expect("the record is deleted");
    }
}

/// Gives a favorite another address without its record, as if the two addresses had been two links when it
/// was saved.
async fn readdress(service: &Service, favorite: &Value, url: &str) {
    let update = service.dynamodb().update_item().table_name(service.table_name());
    let user = favorite["userId"].as_str().expect("it is text");
    let update = update.key("pk", AttributeValue::S(format!("FavoriteData#{user}")));
    let update = update.key("sk", text(&favorite["dataId"])).update_expression("SET contentUrl = :url");
    update
        .expression_attribute_values(":url", AttributeValue::S(url.to_owned()))
        .send()
        .await
        .expect("the favorite is changed");
}

async fn claim(service: &Service) -> ClaimedLinks {
    let favorites = Favorites::new(service.dynamodb(), service.table_name());
    let mut reports = Vec::new();
    let claimed = favorites.claim_links(|so_far| reports.push(*so_far)).await.expect("the table answers");
    assert_eq!(reports.last(), Some(&claimed));
    claimed
}

async fn kept_as(user: &Person, url: &str) -> Value {
    user.post("/favorites", &link(url)).await.is(200)["dataId"].clone()
}

#[tokio::test]
async fn links_of_an_earlier_rule_are_claimed_and_their_old_records_go() {
    let service = Service::start().await;
    let (ann, bob) = (service.person("ann"), service.person("bob"));
    let mut kept = Vec::new();
    for user in [&ann, &bob] {
        for number in 0..30 {
            kept.push(user.create(&link(&format!("https://example.com/{number}"))).await);
        }
    }
    ann.create(&sample::favorite("note", "No link")).await;
    let records_before = records(&service).await;
    turn_back(&service).await;
    assert!(ann.all("/favorites?url=https://example.com/7").await.is_empty(), "no record is found");

    let claimed = claim(&service).await;
    assert_eq!(claimed, ClaimedLinks { favorites: 61, claimed: 60, doubles: 0, deleted: 60 });
    assert_eq!(records(&service).await, records_before);
    assert_eq!(kept_as(&ann, "http://example.com/7/").await, kept[7]["dataId"]);
    assert_eq!(kept_as(&bob, "http://example.com/7/").await, kept[37]["dataId"]);
    assert_eq!(claim(&service).await, ClaimedLinks { favorites: 61, ..ClaimedLinks::default() });
    service.end().await;
}

#[tokio::test]
async fn links_that_have_become_the_same_both_stay_and_one_is_found() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let first = ann.create(&link("https://example.com/")).await;
    let second = ann.create(&link("https://example.com/second")).await;
    turn_back(&service).await;
    readdress(&service, &second, "http://example.com/").await;
    let both = ann.all("/favorites").await;

    let claimed = claim(&service).await;
    assert_eq!(claimed, ClaimedLinks { favorites: 2, claimed: 1, doubles: 1, deleted: 2 });
    assert_eq!(ann.all("/favorites").await, both, "nothing is lost");
    let found = kept_as(&ann, "https://example.com/?fbclid=7").await;
    let (owner, double) = if found == first["dataId"] { (&first, &second) } else { (&second, &first) };
    assert_eq!(found, owner["dataId"]);

    // The double can be changed and deleted. It takes over the link once the link is free.
    let path = |favorite: &Value| format!("/favorites/{}", data_id(favorite));
    ann.patch(&path(double), &json!({ "title": "Another" })).await.is(200);
    assert_eq!(kept_as(&ann, "https://example.com/").await, owner["dataId"]);
    ann.delete(&path(owner)).await.is(200);
    assert_eq!(claim(&service).await, ClaimedLinks { favorites: 1, claimed: 1, doubles: 0, deleted: 0 });
    assert_eq!(kept_as(&ann, "https://example.com/").await, double["dataId"]);
    ann.delete(&path(double)).await.is(200);
    assert!(records(&service).await.is_empty());
    service.end().await;
}

/// Until its link is claimed, a favorite can be changed and deleted like any other.
#[tokio::test]
async fn a_link_of_an_earlier_rule_is_changed_and_deleted_before_it_is_claimed() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let kept = ann.create(&link("https://example.com/")).await;
    turn_back(&service).await;
    let path = format!("/favorites/{}", data_id(&kept));
    ann.patch(&path, &json!({ "title": "Another" })).await.is(200);
    ann.patch(&path, &json!({ "contentUrl": "https://example.com/moved" })).await.is(200);
    assert_eq!(kept_as(&ann, "https://example.com/moved").await, kept["dataId"]);
    ann.delete(&path).await.is(200);
    assert_eq!(claim(&service).await, ClaimedLinks { deleted: 1, ..ClaimedLinks::default() });
    ann.create(&link("https://example.com/")).await;
    assert_eq!(records(&service).await.len(), 1);
    service.end().await;
}
