//! Tests a search index whose items are from another moment than the head that names them.

use std::time::Duration;

use favorites_api::Favorites;
use favorites_api::favorites::{Error, SearchRequest, Turn, UserId};
use favorites_local::functions_on;
use favorites_tests::{Service, data_id, lambda, sample};
use serde_json::json;
use single_table::Client;

use crate::backup::{Backup, records};
use crate::restored::{put, reconcile_everybody};

const LONG: Duration = Duration::from_mins(5);

/// The number of notes, which fill several runs.
const NOTES: usize = 60;

/// The items of the search index besides the head.
const INDEX: [&str; 4] = ["SearchText", "SearchDirectory", "SearchBlock", "SearchDocuments"];

fn small(client: Client, table: &str) -> Favorites {
    Favorites::new(client, table).with_small_index()
}

/// Applies the records of all changes since `before`, and returns the table after that.
async fn indexed(service: &Service, before: &Backup) -> Backup {
    let favorites = small(service.dynamodb(), service.table_name());
    for records in records(before, &Backup::take(service).await).chunks(5) {
        for applied in favorites.apply_changes(records.to_vec(), LONG).await {
            applied.expect("the table answers");
        }
        compact(&favorites).await;
    }
    Backup::take(service).await
}

/// Lets the worker do the compactions that are due.
async fn compact(favorites: &Favorites) {
    let ann = UserId::parse("ann").expect("a name is an id");
    while !matches!(favorites.take_turn(&ann, LONG).await, Ok(Turn::None)) {}
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_index_of_another_moment_is_made_again() {
    let service = Service::start_without_stream(|environment| {
        functions_on(environment, |client| small(client, &environment.table_name))
    })
    .await;
    let ann = service.person("ann");
    for number in 0..NOTES {
        ann.create(&sample::favorite("note", &format!("Note {number}"))).await;
    }
    let before = indexed(&service, &Backup::default()).await;
    for note in ann.all("/favorites").await {
        let title = json!({ "title": format!("Other {}", data_id(&note)) });
        ann.patch(&format!("/favorites/{}", data_id(&note)), &title).await.is(200);
    }
    let after = indexed(&service, &before).await;
    service.stop().await;

    for (backup, other, word) in [(&after, &before, "\"other\""), (&before, &after, "\"note\"")] {
        let table = lambda::start_table().await;
        let client = Client::new(&table.environment().sdk_config());
        let name = &table.environment().table_name;
        put(&client, name, &backup.with(&INDEX, other)).await;
        let favorites = small(client, name);
        let found = search(&favorites, word).await;
        // Later items may still have the runs that an earlier head names.
        let is_earlier = word.contains("note");
        assert!(
            matches!(found, Err(Error::Catalogue { .. })) || is_earlier && matches!(found, Ok(NOTES)),
            "{found:?}"
        );
        reconcile_everybody(&favorites).await;
        assert_eq!(search(&favorites, word).await.unwrap(), NOTES);
        table.shutdown().await;
    }
}

/// Returns the number of favorites that a search finds.
async fn search(favorites: &Favorites, word: &str) -> Result<usize, Error> {
    let user = UserId::parse("ann").expect("an id");
    let mut request = SearchRequest { query: word.parse().expect("a query"), ..SearchRequest::default() };
    let mut found = 0;
    loop {
        let page = favorites.search(&user, &request).await?;
        found += page.items.len();
        request.after = page.next;
        if request.after.is_none() {
            return Ok(found);
        }
    }
}
