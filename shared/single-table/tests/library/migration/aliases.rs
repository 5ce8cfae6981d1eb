//! Items that have attributes under the aliases of fields.

use serde::{Deserialize, Serialize};
use single_table::{Client, Entity, Item, Store, Transaction, Update, encode, table};

use crate::{engine, raw};

table! {
    /// Documents, in one list.
    pub struct DocTable {
        key: (pk, sk),
        global: [ByRank = byRank (rankPk, rankSk)],
        entities: [Doc],
    }
}

/// A document. An older program called its fields `name`, `count`, `place`, `memo` and `rev`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = DocTable, name = "Doc", partition(id), sort(), version(version))]
#[index(on = ByRank, view = DocsByRank, partition(), sort(rank))]
struct Doc {
    id: u32,
    #[serde(default, alias = "name")]
    title: String,
    #[serde(default, alias = "count")]
    views: u64,
    #[serde(default, alias = "place")]
    rank: u32,
    #[serde(default, alias = "memo", skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    #[serde(default, alias = "rev")]
    version: u64,
}

const RENAMED: [(&str, &str); 5] =
    [("title", "name"), ("views", "count"), ("rank", "place"), ("note", "memo"), ("version", "rev")];

fn doc() -> Doc {
    Doc { id: 1, title: "old".to_owned(), views: 3, rank: 5, note: Some("n".to_owned()), version: 2 }
}

/// A table with the document as the older program wrote it.
async fn stored() -> (Store<DocTable>, Client, String) {
    let (client, store, table) = engine::table::<DocTable>().await;
    let mut item = encode(&doc()).expect("the document is encoded");
    for (now, before) in RENAMED {
        let value = item.remove(now).expect("the field is written");
        item.insert(before.to_owned(), value);
    }
    raw::put(&client, &table, item).await;
    assert_eq!(store.get(&doc().key()).await.expect("the item is read"), Some(doc()));
    (store, client, table)
}

/// Updates of the document, each with its result.
fn updates() -> Vec<(Update<Doc>, Doc)> {
    let update = || Update::new(doc().key());
    vec![
        (update().set(Doc::TITLE, "new"), Doc { title: "new".to_owned(), ..doc() }),
        (update().add(Doc::VIEWS, 1), Doc { views: 4, ..doc() }),
        (Update::upsert(doc().key()).add(Doc::VIEWS, 1), Doc { views: 4, ..doc() }),
        (update().remove(Doc::NOTE), Doc { note: None, ..doc() }),
        (update().rekey::<DocsByRank>(&(9,)), Doc { rank: 9, ..doc() }),
        (update().set(Doc::VIEWS, 7_u64).only_if(Doc::TITLE.eq("old")), Doc { views: 7, ..doc() }),
        (Update::locked(&doc()).set(Doc::VIEWS, 7_u64), Doc { views: 7, version: 3, ..doc() }),
    ]
}

/// Asserts that the table has this document, with the attributes of today's fields only.
async fn assert_stored((store, client, table): &(Store<DocTable>, Client, String), doc: &Doc) {
    assert_eq!(store.get(&doc.key()).await.expect("the item is read").as_ref(), Some(doc));
    let items: Vec<Item> = raw::stored(client, table).await;
    assert!(RENAMED.iter().all(|(_, before)| !items[0].contains_key(*before)), "{items:?}");
}

#[tokio::test]
async fn an_update_replaces_the_attributes_under_aliases_first_alone_and_in_a_transaction() {
    for ((update, wanted), (again, _)) in updates().into_iter().zip(updates()) {
        let table = stored().await;
        table.0.execute(update).await.unwrap();
        assert_stored(&table, &wanted).await;
        let table = stored().await;
        let mut transaction = Transaction::new();
        transaction.add(again);
        table.0.transact(transaction).await.unwrap();
        assert_stored(&table, &wanted).await;
    }
}

#[tokio::test]
async fn a_version_under_an_alias_locks() {
    let table = stored().await;
    let stale = Doc { version: 1, ..doc() };
    assert!(table.0.replace(&stale, &mut stale.clone()).await.is_err(), "the stored version is 2");
    let mut after = Doc { views: 4, ..doc() };
    table.0.replace(&doc(), &mut after).await.unwrap();
    assert_stored(&table, &Doc { version: 3, ..after }).await;

    let (store, ..) = stored().await;
    assert!(store.remove(&stale).await.is_err(), "the stored version is 2");
    store.remove(&doc()).await.unwrap();
    assert_eq!(store.get(&doc().key()).await.unwrap(), None);
}
