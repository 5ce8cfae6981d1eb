//! No method, path, query, header or body leads to a 5xx answer or to a half-written item.
//!
//! The environment variable `PROPTEST_CASES` sets the number of cases.

mod body;
mod raw;
mod request;

use favorites_tests::{Person, Service, data_id, sample, tag_id};
use proptest::collection::vec;
use proptest::test_runner::{Config, TestCaseError, TestRunner};
use serde_json::json;
use tokio::runtime::Runtime;

use self::request::Request;

/// Returns a runner with the number of cases in `PROPTEST_CASES`, or with `cases` if the variable is not set.
fn runner(cases: u32) -> TestRunner {
    let default = Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { default.cases } else { cases };
    TestRunner::new(Config {
        cases,
        // Proptest prints a failing case. Turn it into a test instead of keeping a file of seeds.
        failure_persistence: None,
        max_shrink_time: 60_000,
        ..default
    })
}

/// The names in generated requests, each with its value: the ids of existing things, and the cursor of a list.
struct World {
    names: Vec<(&'static str, String)>,
}

impl World {
    async fn make(person: &Person) -> Self {
        let tags = [person.create_tag("One").await, person.create_tag("Two").await];
        let tags = tags.map(|tag| tag_id(&tag).to_owned());
        let tagged = json!({ "tagIds": tags });
        let link = person.create(&sample::with(sample::favorite("link", "one"), &tagged)).await;
        let note = person.create(&sample::favorite("note", "two")).await;
        let trashed = person.create(&sample::with(sample::favorite("link", "three"), &tagged)).await;
        person.delete(&format!("/favorites/{}", data_id(&trashed))).await.is(200);
        let page = person.get("/favorites?limit=1").await.is(200);
        let cursor = page["nextCursor"].as_str().expect("there are two favorites").to_owned();
        let [one, two] = tags;
        let ids = [("{link}", &link), ("{note}", &note), ("{trashed}", &trashed)];
        let ids = ids.map(|(name, favorite)| (name, data_id(favorite).to_owned()));
        let names = [("{one}", one), ("{two}", two), ("{cursor}", cursor)];
        Self { names: ids.into_iter().chain(names).collect() }
    }

    /// Replaces the names in `text` by their values.
    fn fill(&self, text: &str) -> String {
        self.names.iter().fold(text.to_owned(), |text, (name, id)| text.replace(name, id))
    }
}

#[test]
fn no_request_breaks_the_service_or_leaves_half_an_item() {
    let runtime = Runtime::new().expect("a runtime");
    let result = runner(24).run(&vec(request::requests(), 1..48), |requests| {
        runtime.block_on(async {
            let service = Service::start().await;
            let person = service.person("ann");
            let world = World::make(&person).await;
            for request in &requests {
                send(&person, &world, request).await?;
            }
            service.end().await;
            Ok(())
        })
    });
    assert!(result.is_ok(), "{}", result.unwrap_err());
}

async fn send(person: &Person, world: &World, request: &Request) -> Result<(), TestCaseError> {
    let method = request.method.as_bytes().try_into().expect("the method is a token");
    let mut call = person.call(method, &world.fill(&request.path()));
    for (name, value) in &request.headers {
        call = call.header(name, value);
    }
    let body = match std::str::from_utf8(&request.body) {
        Ok(text) => world.fill(text).into_bytes(),
        Err(_) => request.body.clone(),
    };
    if !body.is_empty() {
        call = call.body(body);
    }
    let answer = call.await;
    if answer.status() < 500 { Ok(()) } else { Err(TestCaseError::fail(answer.to_string())) }
}
