//! Sharded indexes: pages over all shards, compared with queries of single shards.

use std::collections::BTreeSet;

use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use serde::{Deserialize, Serialize};
use single_table::query::ShardedOffset;
use single_table::read::CursorError;
use single_table::view::{Shard, ShardedView};
use single_table::{Entity, EpochSeconds, Error, Put, Store, Timestamp, Update, table};

use crate::engine;
use crate::written::{metered, put_all};

table! {
    /// Orders and jobs.
    pub struct ShopTable {
        key: (pk, sk),
        ttl: ttl,
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk), GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk)],
        entities: [Job, Order, Rated],
    }
}

/// An order, in the shard of its customer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Order", partition(id), sort(), ttl(expires))]
#[index(on = GsiOne, view = OrdersByStatus, shards = 4, by(customer), partition(status), sort(date))]
struct Order {
    id: u32,
    customer: u32,
    status: String,
    date: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expires: Option<EpochSeconds>,
}

const JOB_SHARDS: u16 = 15;

/// A job, in a random shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Job", partition(id), sort())]
#[index(on = GsiTwo, view = JobsByQueue, shards = JOB_SHARDS, partition(queue?), sort(rank))]
struct Job {
    id: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    queue: Option<String>,
    rank: u16,
    work: String,
}

/// A rating. A rating that is not a number has no shard.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ShopTable, name = "Rated", partition(id), sort())]
#[index(on = GsiOne, view = RatedByKind, shards = 2, by(rating), partition(kind), sort(id))]
struct Rated {
    id: u32,
    rating: f64,
    kind: String,
}

const STATUS: &str = "OPEN";

fn order(id: u32, date: u8) -> Order {
    // Every test has enough customers to use every shard.
    Order { id, customer: id, status: STATUS.to_owned(), date, expires: None }
}

fn job(id: u32, rank: u16) -> Job {
    Job { id, queue: Some("mail".to_owned()), rank, work: "w".repeat(1_000) }
}

/// Orders in all shards, many of them with the same date.
async fn shop(orders: u32) -> Store<ShopTable> {
    let (_, store, _) = engine::table::<ShopTable>().await;
    let mut random = StdRng::seed_from_u64(1);
    let orders: Vec<_> = (0..orders).map(|id| order(id, random.random_range(10..20))).collect();
    put_all(&store, orders).await;
    store
}

fn open(ascending: bool) -> single_table::query::ShardedQuery<OrdersByStatus> {
    let query = OrdersByStatus::query(STATUS.to_owned());
    if ascending { query } else { query.descending() }
}

/// Reads each shard by itself, and returns all items in the order of the date and then of the shard.
async fn one_by_one(store: &Store<ShopTable>, ascending: bool) -> Vec<Order> {
    let mut shards: Vec<_> =
        (0..100).map(|customer| (Shard::of(&customer, 4).expect("a number has a shard"), customer)).collect();
    shards.sort_unstable();
    shards.dedup_by_key(|(shard, _)| *shard);
    assert_eq!(shards.len(), 4);
    if !ascending {
        shards.reverse();
    }
    let mut orders = Vec::new();
    for (_, customer) in shards {
        let query = OrdersByStatus::query_shard(STATUS.to_owned(), &customer);
        orders.extend(
            store.all(if ascending { query } else { query.descending() }).await.expect("they are found"),
        );
    }
    orders.sort_by(|one, other| {
        let order = one.date.cmp(&other.date);
        if ascending { order } else { order.reverse() }
    });
    orders
}

/// Reads all pages of a size. Each page continues after an offset that went through text, like a cursor of a client.
async fn paged(
    store: &Store<ShopTable>,
    ascending: bool,
    size: u32,
    mut between: impl AsyncFnMut(usize),
) -> Vec<Order> {
    let (mut orders, mut after) = (Vec::new(), None);
    for pages in 1.. {
        let page = store.page(open(ascending).limit(size).after(after)).await.expect("they are found");
        assert!(
            page.items.len() == size as usize || page.next.is_none(),
            "a page that is not full is the last"
        );
        orders.extend(page.items);
        let Some(next) = page.next else { break };
        let text = next.to_text().expect("a place is short");
        assert!(!text.contains(STATUS), "{text}");
        after = Some(ShardedOffset::from_text(&text).expect("it is a place"));
        between(pages).await;
    }
    orders
}

#[tokio::test]
async fn pages_of_every_size_are_the_merged_list() {
    let store = shop(30).await;
    for ascending in [true, false] {
        let expected = one_by_one(&store, ascending).await;
        assert_eq!(expected.len(), 30);
        assert_eq!(store.all(open(ascending)).await.unwrap(), expected);
        assert_eq!(store.all(open(ascending).limit(3)).await.unwrap(), expected);
        let page = store.page(open(ascending)).await.unwrap();
        assert!(page.items == expected && page.next.is_none());
        for size in 1..=31 {
            assert_eq!(paged(&store, ascending, size, async |_| ()).await, expected, "pages of {size}");
        }
    }
}

#[tokio::test]
async fn items_written_before_a_place_are_not_found_after_it() {
    for ascending in [true, false] {
        for size in [1, 2, 3, 7] {
            let store = shop(24).await;
            let expected = one_by_one(&store, ascending).await;
            let behind = if ascending { 5 } else { 25 };
            let found = paged(&store, ascending, size, async |pages| {
                let first = 1_000 * u32::try_from(pages).unwrap();
                let late: Vec<_> = (first..first + 8).map(|id| order(id, behind)).collect();
                put_all(&store, late).await;
            })
            .await;
            assert_eq!(found, expected, "pages of {size}");
        }
    }
}

#[tokio::test]
async fn conditions_and_filters_hold_in_every_shard() {
    let store = shop(40).await;
    let all = one_by_one(&store, true).await;
    let held =
        |holds: fn(&Order) -> bool| all.iter().filter(|order| holds(order)).cloned().collect::<Vec<_>>();
    let found = store.all(open(true).between(&(12_u8,), &(15_u8,)).limit(2)).await.unwrap();
    assert_eq!(found, held(|order| (12..=15).contains(&order.date)));
    let found = store.all(open(true).equals(&(13_u8,))).await.unwrap();
    assert_eq!(found, held(|order| order.date == 13));
    let few = open(true).filter(Order::CUSTOMER.lt(6)).limit(4);
    let page = store.page(few).await.unwrap();
    assert_eq!(page.items, held(|order| order.customer < 6)[..4]);
}

#[tokio::test]
async fn a_page_ends_where_too_much_is_filtered_out_and_the_next_goes_on() {
    let store = shop(0).await;
    let wanted = order(0, 20);
    let others: Vec<_> = (1..2_400).map(|id| order(id, 10)).collect();
    put_all(&store, others).await;
    put_all(&store, [wanted.clone()]).await;
    let few = || open(true).filter(Order::DATE.gt(10)).limit(1);
    let page = store.page(few()).await.unwrap();
    assert!(page.items.is_empty() && page.next.is_some());
    let page = store.page(few().after(page.next)).await.unwrap();
    assert_eq!(page.items, std::slice::from_ref(&wanted));
    assert_eq!(store.all(few()).await.unwrap(), [wanted]);
}

#[tokio::test]
async fn a_shard_that_can_not_be_read_fails_the_page() {
    let (client, ..) = engine::table::<ShopTable>().await;
    let store = Store::<ShopTable>::new(client, "no-such-table");
    let error = store.page(open(true).limit(2)).await.unwrap_err();
    assert!(matches!(&error, Error::Refused { code, .. } if code == "ResourceNotFoundException"), "{error}");
    let without_shard = Rated { id: 1, rating: f64::NAN, kind: "a".to_owned() };
    assert!(matches!(single_table::encode(&without_shard), Err(Error::Key { .. })));
    let query = RatedByKind::query_shard("a".to_owned(), &f64::NAN).at_least(&(1_u32,));
    assert!(matches!(store.page(query).await, Err(Error::Key { .. })));
}

#[tokio::test]
async fn expired_items_are_on_no_page() {
    let now = Timestamp::from_unix_millis(1_800_000_000_500).unwrap();
    let store = shop(0).await.with_clock(move || now);
    let orders: Vec<_> = (0..60)
        .map(|id| Order { expires: (id % 3 != 0).then(|| EpochSeconds::of(now)), ..order(id, 10) })
        .collect();
    put_all(&store, orders).await;
    let found = paged(&store, true, 7, async |_| ()).await;
    let ids: BTreeSet<_> = found.iter().map(|order| order.id).collect();
    assert_eq!(ids, (0..60).step_by(3).collect());
    assert_eq!(found.len(), ids.len());
    assert_eq!(store.all(open(true).including_expired()).await.unwrap().len(), 60);
}

#[tokio::test]
async fn a_page_reads_little_more_than_its_items() {
    let store = shop(0).await;
    let jobs: Vec<_> = (0..300).map(|id| job(id, u16::try_from(id / 2).unwrap())).collect();
    put_all(&store, jobs).await;
    let (store, meter) = metered(store);
    let page = store.page(JobsByQueue::query("mail".to_owned()).limit(20)).await.unwrap();
    let ranks: Vec<_> = page.items.iter().map(|job| job.rank).collect();
    assert_eq!(ranks, (0..20).map(|at| at / 2).collect::<Vec<_>>());
    let spent: f64 = meter.take().iter().map(|usage| usage.units.read).sum();
    assert!((spent - page.units.read).abs() < f64::EPSILON, "{spent} is not {}", page.units.read);
    // All 300 items of more than 1 kB would take at least 37 units.
    assert!(spent < 20.0, "{spent}");
}

#[tokio::test]
async fn random_shards_take_all_items_and_an_update_moves_them() {
    let (client, store, table) = engine::table::<ShopTable>().await;
    let jobs: Vec<_> = (0..200).map(|id| job(id, 7)).collect();
    put_all(&store, jobs.clone()).await;
    let scanned = client.scan().table_name(table).send().await.unwrap().items.unwrap();
    let partitions: BTreeSet<_> = scanned.iter().map(|item| item["gsiTwoPk"].as_s().unwrap()).collect();
    // The probability that 200 draws miss one of 15 shards is 1 in 66,000.
    let expected: Vec<_> = (0..JOB_SHARDS).map(|shard| format!("Job#mail#{shard:05}")).collect();
    assert_eq!(partitions, expected.iter().collect());

    let queue = |name: &str| JobsByQueue::query(name.to_owned());
    let moved =
        |queue: Option<&str>| Update::new(jobs[3].key()).rekey::<JobsByQueue>(&(queue.map(str::to_owned), 8));
    store.execute(moved(Some("print"))).await.unwrap();
    let found = store.all(queue("print")).await.unwrap();
    assert_eq!(found, [Job { queue: Some("print".to_owned()), rank: 8, ..jobs[3].clone() }]);
    assert_eq!(store.all(queue("mail")).await.unwrap().len(), 199);
    store.execute(moved(None)).await.unwrap();
    assert_eq!(store.all(queue("print")).await.unwrap(), []);
}

#[tokio::test]
async fn an_update_takes_an_item_to_the_shard_of_its_new_value() {
    let store = shop(0).await;
    store.execute(Put::new(&order(1, 10))).await.unwrap();
    let elsewhere = (2..100).find(|other| Shard::of(other, 4) != Shard::of(&1_u32, 4)).unwrap();
    let moved = (STATUS.to_owned(), elsewhere, 11);
    store.execute(Update::new(order(1, 10).key()).rekey::<OrdersByStatus>(&moved)).await.unwrap();
    let of = |customer: u32| store.all(OrdersByStatus::query_shard(STATUS.to_owned(), &customer));
    assert_eq!(of(1).await.unwrap(), []);
    assert_eq!(of(elsewhere).await.unwrap(), [Order { customer: elsewhere, ..order(1, 11) }]);
}

#[tokio::test]
async fn a_text_that_is_not_a_place_is_refused() {
    type Offset = ShardedOffset<OrdersByStatus>;
    assert_eq!(OrdersByStatus::SHARDS, 4);
    let place = "m10:=00001#0101:-1:.15:=010#00000000011:-";
    assert_eq!(Offset::from_text(place).unwrap().to_text().unwrap(), place);
    let refused = |text: &str| Offset::from_text(text).unwrap_err();
    assert_eq!(refused("m1:-1:-1:-1:-"), CursorError::OtherShards { expected: 4, found: 3 });
    assert_eq!(refused("m1:-1:-1:-1:-1:-1:-"), CursorError::OtherShards { expected: 4, found: 5 });
    assert_eq!(refused("m"), CursorError::Malformed { at: 1 });
    for last in ["", "x", "=", "=00001", "=00001#", "=00004#010", "=1#010", "=+0001#010"] {
        let length = last.len().to_string();
        let text = format!("m{length}:{last}1:-1:-1:-1:-");
        assert_eq!(refused(&text), CursorError::Malformed { at: 2 + length.len() }, "{text}");
    }
    assert_eq!(refused("m1:-1:-1:x1:-1:-"), CursorError::Malformed { at: 9 });
    assert!(matches!(refused("m1:-1:-1:-1:-4:=x#y"), CursorError::Key { .. }));
    let error = refused("q5:00001");
    let expected = "expected a place in a query of all shards, but found one in a query of one partition: continue the list that \
                    it comes from";
    assert_eq!(error.to_string(), expected);
}
