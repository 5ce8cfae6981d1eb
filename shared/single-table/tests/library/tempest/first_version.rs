//! The scenarios of the first version of Tempest that `tempest2` does not have.

use serde::{Deserialize, Serialize};

use crate::engine;
use crate::tempest::model::{VersionedAttribute, VersionedTable};
use crate::tempest::support::{Condition, Entity, Put, Update, table};

table! {
    /// Items whose attributes have names that expressions reserve.
    pub struct ReservedWordsTable { key: (partition_key, sort_key), entities: [ReservedWords] }
}

/// Each of these names is one of DynamoDB's reserved words.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ReservedWordsTable, name = "ReservedWords", partition(agent), sort())]
struct ReservedWords {
    agent: String,
    counter: String,
    #[serde(rename = "tOkEn")]
    token: String,
}

#[tokio::test]
async fn reserved_words_are_aliased() {
    let (_, store, _) = engine::table::<ReservedWordsTable>().await;
    let item =
        ReservedWords { agent: "agent".to_owned(), counter: "counter".to_owned(), token: "tOkEn".to_owned() };
    store.execute(Put::new(&item)).await.unwrap();
    let query = ReservedWordsItems::query("agent".to_owned());
    let filter = ReservedWords::COUNTER.eq(&item.counter) & ReservedWords::TOKEN.eq(&item.token);
    assert_eq!(store.all(query.filter(filter)).await.unwrap(), std::slice::from_ref(&item));
    // A condition and an update have expressions too.
    let update = Update::new(item.key()).set(ReservedWords::TOKEN, "other");
    let there = Condition::live() & ReservedWords::COUNTER.exists();
    store.execute(update.only_if(there)).await.unwrap();
}

#[tokio::test]
async fn save_returns_updated_values() {
    let (_, store, _) = engine::table::<VersionedTable>().await;
    let first = VersionedAttribute::new("item_one", "one of the items").created(store.now());
    store.insert(&first).await.unwrap();
    assert!(first.version == 1 && first.updated_at.is_some());
    let mut second = first.clone().updated(store.now());
    store.replace(&first, &mut second).await.unwrap();
    assert!(second.version == 2 && second.updated_at.is_some());
}
