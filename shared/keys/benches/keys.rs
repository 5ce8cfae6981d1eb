//! Builds and parses the keys of favorites, and compares the time with `format!` and `split`.
//!
//! `format!` and `split` are a lower bound, not an alternative: they lose a `#` inside a value and check nothing.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use table_keys::{EntityName, Timestamp, parse_partition_key, parse_sort_key, partition_key, sort_key};
use uuid::Uuid;

const FAVORITE_DATA: EntityName = EntityName::new("FavoriteData");
const USER_ID: &str = "4f1c2a9e-8a44-4d0e-9a51-6f0f8f6f2b11";
const DATA_TYPE: &str = "link";

fn partition_keys(criterion: &mut Criterion) {
    let key = format!("FavoriteData#{USER_ID}#{DATA_TYPE}");
    let escaped = partition_key(&FAVORITE_DATA, &("a#b c$d e#f", DATA_TYPE)).expect("short");

    let mut group = criterion.benchmark_group("partition key FavoriteData#{userId}#{dataType}");
    group.bench_function("build", |bencher| {
        bencher.iter(|| partition_key(&FAVORITE_DATA, &(black_box(USER_ID), black_box(DATA_TYPE))));
    });
    group.bench_function("build with escapes", |bencher| {
        bencher.iter(|| partition_key(&FAVORITE_DATA, &(black_box("a#b c$d e#f"), black_box(DATA_TYPE))));
    });
    group.bench_function("build by format!", |bencher| {
        bencher.iter(|| format!("FavoriteData#{}#{}", black_box(USER_ID), black_box(DATA_TYPE)));
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| parse_partition_key::<(String, String)>(&FAVORITE_DATA, black_box(&key)));
    });
    group.bench_function("parse with escapes", |bencher| {
        bencher.iter(|| parse_partition_key::<(String, String)>(&FAVORITE_DATA, black_box(&escaped)));
    });
    group.bench_function("parse by split", |bencher| {
        bencher.iter(|| {
            let mut parts = black_box(&key).split('#').skip(1).map(str::to_owned);
            (parts.next(), parts.next())
        });
    });
    group.finish();
}

fn sort_keys(criterion: &mut Criterion) {
    let clip_time: Timestamp = "2026-11-21T08:35:15.123Z".parse().expect("a time");
    let data_id = Uuid::from_u128(0x0193_c5a0_7b1e_7abc_8def_0123_4567_89ab);
    let key = sort_key(&(clip_time, data_id)).expect("short");

    let mut group = criterion.benchmark_group("sort key {clipTime}#{dataId}");
    group.bench_function("build", |bencher| {
        bencher.iter(|| sort_key(&(black_box(clip_time), black_box(data_id))));
    });
    group.bench_function("build by format!", |bencher| {
        bencher.iter(|| format!("{}#{}", black_box(clip_time), black_box(data_id)));
    });
    group.bench_function("parse", |bencher| {
        bencher.iter(|| parse_sort_key::<(Timestamp, Uuid)>(black_box(&key)));
    });
    group.bench_function("parse by split", |bencher| {
        bencher.iter(|| {
            let (clip_time, data_id) = black_box(&key).split_once('#')?;
            Some((clip_time.parse::<Timestamp>().ok()?, data_id.parse::<Uuid>().ok()?))
        });
    });
    group.finish();
}

criterion_group!(benches, partition_keys, sort_keys);
criterion_main!(benches);
