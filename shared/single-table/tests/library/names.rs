//! The derives' code among names that the code itself uses.

use serde::{Deserialize, Serialize};
use single_table::table::StreamView;
use single_table::{Collection, Entity, Put, Table as _, Update, table};

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

table! {
    /// Options in another order, and names of indexes with hyphens.
    struct Unordered {
        entities: [],
        local: [ByTitle = by-title-2 (title_sk)],
        global: [ByState = by-state (state_pk), ByType = by-type native ([kind: S], [at: N])],
        stream: KeysOnly,
        ttl: expires,
        type_attribute: kind_of_item,
        key: (id, place),
    }
}

#[test]
fn the_options_of_a_table_have_any_order_and_index_names_have_hyphens() {
    assert_eq!(
        Unordered::INDEXES.iter().map(|index| index.name).collect::<Vec<_>>(),
        ["by-state", "by-type", "by-title-2"]
    );
    assert_eq!(Unordered::KEY.iter().map(|key| key.name).collect::<Vec<_>>(), ["id", "place"]);
    assert_eq!((Unordered::TYPE, Unordered::TTL), (Some("kind_of_item"), Some("expires")));
    assert_eq!((Unordered::STREAM, Unordered::MODELS.len()), (Some(StreamView::KeysOnly), 0));
}

table! {
    /// Boxes with as many components as a key can have.
    struct BoxTable {
        key: (pk, sk),
        global: [ByLast = byLast (lastPk, lastSk), ByFirst = byFirst (firstPk, firstSk)],
        entities: [Box8],
    }
}

/// A box.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = BoxTable, name = "Box", partition(a, b, c, d, e, f, g, h), sort(i, j, k, l, m, n, o, p))]
#[index(on = ByLast, view = BoxesByLast, partition(i, j, k, l, m, n, o, p), sort(a, b, c, d, e, f, g, h))]
#[index(on = ByFirst, view = BoxesByFirst, partition(a), sort(p))]
struct Box8 {
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    m: u8,
    n: u8,
    o: u8,
    p: u8,
}

#[tokio::test]
async fn a_partition_key_and_a_sort_key_have_up_to_eight_components() -> Result<()> {
    let (_, store, _) = engine::table::<BoxTable>().await;
    let of = |p: u8| Box8 {
        a: 1,
        b: 2,
        c: 3,
        d: 4,
        e: 5,
        f: 6,
        g: 7,
        h: 8,
        i: 9,
        j: 10,
        k: 11,
        l: 12,
        m: 13,
        n: 14,
        o: 15,
        p,
    };
    let both = [of(16), of(17)];
    for item in &both {
        store.execute(Put::new(item)).await?;
        assert_eq!(store.get(&item.key()).await?.as_ref(), Some(item));
    }
    assert_eq!(store.all(Box8Items::query(1, 2, 3, 4, 5, 6, 7, 8).limit(1)).await?, both);
    assert_eq!(store.all(BoxesByFirst::query(1).limit(1)).await?, both);
    assert_eq!(store.all(BoxesByLast::query(9, 10, 11, 12, 13, 14, 15, 16).limit(1)).await?, both[..1]);
    Ok(())
}
