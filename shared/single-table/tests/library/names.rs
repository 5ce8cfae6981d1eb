//! The derives' code among names that the code itself uses.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Put, Update, table};

use crate::engine;

/// Hides the prelude's `Result`, like an import of `anyhow::Result` or `std::io::Result`.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

table! {
    /// Things with names.
    struct NameTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Named],
    }
}

/// Every field is a component of a key.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = NameTable, name = "Named", collection = "Named", partition(partition, place), sort(sort, keys))]
#[index(on = GsiOne, view = NamedByKey, partition(key, last), sort(moved, moves))]
#[index(on = GsiTwo, view = NamedByShard, shards = 2, by(item), partition(shard), sort(open, keys))]
#[index(on = LsiOne, view = NamedByItem, sort(item, index?))]
struct Named {
    partition: String,
    place: String,
    sort: String,
    keys: u8,
    key: String,
    last: String,
    moved: String,
    moves: u8,
    item: String,
    index: Option<u8>,
    shard: String,
    open: String,
}

/// The names of one partition.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Named", partition(partition: String, place: String))]
enum NamedItem {
    Named(Named),
}

fn named(keys: u8) -> Named {
    let text = str::to_owned;
    Named {
        partition: text("partition"),
        place: text("place"),
        sort: text("sort"),
        keys,
        key: text("key"),
        last: text("last"),
        moved: text("moved"),
        moves: 10 - keys,
        item: text("item"),
        index: Some(keys),
        shard: text("shard"),
        open: text("open"),
    }
}

#[tokio::test]
async fn any_name_will_do_for_a_component() -> Result<()> {
    let (_, store, _) = engine::table::<NameTable>().await;
    let [first, second] = [named(1), named(2)];
    for named in [&first, &second] {
        store.execute(Put::new(named)).await?;
        assert_eq!(store.get::<Named>(&named.key()).await?.as_ref(), Some(named));
    }
    let (partition, place) = (|| "partition".to_owned(), || "place".to_owned());
    // Pages of one make the query take every key apart and join it again.
    let both = [first.clone(), second.clone()];
    assert_eq!(store.all(NamedItems::query(partition(), place()).limit(1)).await?, both);
    assert_eq!(store.all(NamedByItem::query(partition(), place()).limit(1)).await?, both);
    assert_eq!(
        store.all(NamedItem::query(partition(), place()).limit(1)).await?,
        both.clone().map(NamedItem::Named)
    );
    let by_shard = store.all(NamedByShard::query("shard".to_owned()).limit(1)).await?;
    assert_eq!(by_shard, both);
    let by_key = || NamedByKey::query("key".to_owned(), "last".to_owned()).limit(1);
    assert_eq!(store.all(by_key()).await?, [second.clone(), first.clone()]);

    let moved = ("key".to_owned(), "last".to_owned(), "moved".to_owned(), 11);
    store.execute(Update::new(second.key()).rekey::<NamedByKey>(&moved)).await?;
    assert_eq!(store.all(by_key()).await?, [first, Named { moves: 11, ..second }]);
    Ok(())
}
