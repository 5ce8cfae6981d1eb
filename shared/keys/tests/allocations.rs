//! Building a key makes one allocation, and so does decoding each text.

use allocation_counter::measure;
use table_keys::{
    CaseFolded, Desc, EntityName, Timestamp, parse_partition_key, parse_sort_key, partition_key, sort_key,
    sort_key_prefix, sort_key_prefix_text,
};
use uuid::Uuid;

const FAVORITE_DATA: EntityName = EntityName::new("FavoriteData");

/// Returns the number of allocations in one call of `run`, after a first call that can fill caches.
fn allocations<T>(run: impl Fn() -> T) -> u64 {
    drop(run());
    measure(|| drop(run())).count_total
}

fn clip_time() -> Timestamp {
    "2026-11-21T08:35:15.123Z".parse().expect("RFC 3339")
}

#[test]
fn the_counter_counts_allocations() {
    assert_eq!(allocations(|| (String::from("a"), String::from("b"))), 2);
    assert_eq!(allocations(|| 1), 0);
}

#[test]
fn building_a_key_allocates_once() {
    let (clip_time, data_id) = (clip_time(), Uuid::from_u128(7));
    let escapes = "# $!\u{0}".repeat(20);
    assert_eq!(allocations(|| partition_key(&FAVORITE_DATA, &("user", "link")).unwrap()), 1);
    assert_eq!(allocations(|| partition_key(&FAVORITE_DATA, &(&escapes, Some(&escapes))).unwrap()), 1);
    assert_eq!(allocations(|| sort_key(&(clip_time, data_id)).unwrap()), 1);
    assert_eq!(allocations(|| sort_key(&(Desc(clip_time), Desc(1.5), -7_i64, true, None::<u8>)).unwrap()), 1);
    assert_eq!(allocations(|| sort_key_prefix(&(&escapes, 7_u64)).unwrap()), 1);
    assert_eq!(allocations(|| sort_key_prefix_text(&(&escapes,), &escapes).unwrap()), 1);
}

#[test]
fn a_key_reserves_no_more_memory_than_it_needs() {
    let escapes = "# $!\u{0}".repeat(20);
    for key in [
        partition_key(&FAVORITE_DATA, &(&escapes, "b", Some("c"))).unwrap(),
        sort_key(&(Desc(clip_time()), Uuid::from_u128(7), CaseFolded::new("Ä#"))).unwrap(),
        sort_key(&(1.5, 7_u8, 7_i16, 7_u32, 7_i64, 7_u64, false, None::<u8>)).unwrap(),
        sort_key_prefix(&("a", &escapes)).unwrap(),
        sort_key_prefix_text(&("a",), &escapes).unwrap(),
    ] {
        assert_eq!(key.capacity(), key.len(), "{key}");
    }
}

#[test]
fn parsing_a_key_allocates_once_for_each_text() {
    let partition_key = partition_key(&FAVORITE_DATA, &("us#er", "link")).unwrap();
    let parse = || parse_partition_key::<(String, String)>(&FAVORITE_DATA, &partition_key).unwrap();
    assert_eq!(allocations(parse), 2);

    let sort_key = sort_key(&(clip_time(), Uuid::from_u128(7), Desc(7_u64), Desc(clip_time()), 1.5)).unwrap();
    let parse = || parse_sort_key::<(Timestamp, Uuid, Desc<u64>, Desc<Timestamp>, f64)>(&sort_key).unwrap();
    assert_eq!(allocations(parse), 0);

    assert_eq!(allocations(|| parse_sort_key::<(CaseFolded,)>("holiday").unwrap()), 1);
}
