//! Requests need a verified token, and reach only the data of the token's user.

use favorites_api::ProblemType;
use favorites_tests::{Answer, Person, Service, paths_with_id, sample};
use reqwest::Method;
use serde_json::{Value, json};

/// Returns each route with ids filled in.
fn routes() -> Vec<(Method, String)> {
    paths_with_id("019a0000-0000-7000-8000-000000000001")
}

fn refused(answer: &Answer) {
    assert_eq!(answer.is(401), json!({ "message": "Unauthorized" }));
    assert_eq!(answer.header("www-authenticate"), "Bearer");
}

#[tokio::test]
async fn the_gateway_lets_nobody_through_without_a_good_token() {
    let service = Service::start().await;
    let stranger = service.stranger();
    let other_service = Service::start().await;
    let token = service.running().tokens().issue("ann").unwrap();
    let (signed, _) = token.rsplit_once('.').unwrap();
    let authorizations = [
        format!("Basic {token}"),
        format!("Bearer {signed}."),
        format!("Bearer {}", other_service.running().tokens().issue("ann").unwrap()),
        format!("Bearer {token}x"),
        "Bearer".to_owned(),
        "x".to_owned(),
    ];
    for (method, path) in routes() {
        refused(&stranger.call(method.clone(), &path).await);
        for authorization in &authorizations {
            refused(&stranger.call(method.clone(), &path).header("authorization", authorization).await);
        }
    }
    service.end().await;
    other_service.end().await;
}

/// Without an authorizer, the gateway passes on events that nobody has verified. The functions must refuse them.
#[tokio::test]
async fn each_function_refuses_an_event_without_claims() {
    let service = Service::start_without_authorizer().await;
    let (stranger, ann) = (service.stranger(), service.person("ann"));
    for (method, path) in routes() {
        for person in [&stranger, &ann] {
            let call = person.call(method.clone(), &path).json(&sample::favorite("note", "x"));
            let answer = call.header("x-user-id", "ann").header("x-amzn-oidc-identity", "ann").await;
            answer.problem(ProblemType::Unauthenticated);
            assert_eq!(answer.header("www-authenticate"), "Bearer");
        }
    }
    service.end().await;
}

#[tokio::test]
async fn the_person_is_the_sub_claim_and_nothing_else() {
    let service = Service::start().await;
    let ann = service.person("ann");
    let claims = |call: favorites_tests::Call| {
        call.header("x-user-id", "bob")
            .header("sub", "bob")
            .header("cookie", "sub=bob")
            .header("x-amzn-oidc-identity", "bob")
    };
    let body = sample::favorite("note", "x");
    let kept = claims(ann.post("/favorites", &body)).await.is(201);
    assert_eq!(kept["userId"], "ann");
    // A user id in the body or the query is an unknown member. It does not select another user.
    let named = sample::with(body, &json!({ "userId": "bob" }));
    assert_eq!(ann.post("/favorites", &named).await.fault().0, "/userId");
    assert_eq!(ann.get("/favorites?userId=bob").await.fault().0, "?userId");
    assert_eq!(service.person("bob").all("/favorites").await, Vec::<Value>::new());
    service.end().await;
}

#[tokio::test]
async fn people_with_nasty_names_are_people_of_their_own() {
    let service = Service::start().await;
    let subs =
        ["a", "a#", "a#b", "#", "$S", "a$Sb", "A", " a", "é", "e\u{301}", "🦀", "a\u{0}", &"x".repeat(255)];
    let people: Vec<Person> = subs.iter().map(|sub| service.person(sub)).collect();
    for (person, sub) in people.iter().zip(subs) {
        person.create_tag("Same").await;
        assert_eq!(person.create(&sample::favorite("link", "same")).await["userId"], sub);
    }
    for person in &people {
        assert_eq!((person.all("/favorites").await.len(), person.all("/tags").await.len()), (1, 1));
    }
    service.person(&"x".repeat(256)).get("/favorites").await.problem(ProblemType::Unauthenticated);
    service.end().await;
}
