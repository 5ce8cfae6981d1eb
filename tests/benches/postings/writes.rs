//! Measures the cost of writing the index.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use favorites_api::favorites::{DataId, FavoriteData, UserId};
use favorites_tests::figures::say;
use favorites_tests::library::{Library, Maker};
use futures::future::join_all;
use single_table::capacity::Meter;
use single_table::{BatchWrite, Delete, Put, Store, Transaction};

use crate::index::{Posting, PostingsTable, postings};
use crate::terms;

/// The number of favorites that a task indexes before it takes the next ones, and the number of tasks.
const CHUNK: usize = 25;
const TASKS: usize = 8;

/// The number of favorites that are created and edited for measuring the cost.
const SAMPLE: u64 = 200;

/// The most operations of one transaction (see "`TransactWriteItems`" in the API reference).
const MOST_OPERATIONS: usize = 100;

/// Indexes the favorites of a library until `end`, and returns the number of indexed favorites.
pub(crate) async fn fill(store: &Store<PostingsTable>, library: &Library, end: Instant) -> usize {
    let mut filled = 0;
    for chunks in library.favorites.chunks(CHUNK * TASKS) {
        if Instant::now() > end {
            break;
        }
        let tasks = chunks.chunks(CHUNK).map(|favorites| {
            let (store, puts) = (store.clone(), favorites.iter().flat_map(created).collect::<Vec<_>>());
            tokio::spawn(async move { in_batches(&store, puts).await })
        });
        for task in join_all(tasks).await {
            task.expect("a batch is written");
        }
        filled += chunks.len();
    }
    filled
}

/// Prints the cost of changes.
pub(crate) async fn measure(store: &Store<PostingsTable>, meter: &Meter, user: &UserId, library: &Library) {
    let mut maker = Maker::new(user, 1);
    let last = library.favorites.last().expect("the library is not empty").clip_time;
    let favorites: Vec<_> = (1..=SAMPLE)
        .map(|seconds| {
            maker.favorite(last.checked_add(Duration::from_secs(seconds)).expect("it is this century"))
        })
        .collect();
    let edits = favorites.iter().map(|before| {
        let mut after = before.clone();
        after.details.title = maker.title();
        changed(user, before.data_id, &terms::of_favorite(before), &terms::of_favorite(&after))
    });
    let edits = edits.collect();
    let [old, new] = [&library.tags[0], &library.tags[1]].map(|tag| terms::of([tag.tag_name.as_str()]));
    let tagged =
        library.favorites.iter().filter(|favorite| favorite.tag_ids.contains(&library.tags[0].tag_id));
    let tagged: Vec<_> = tagged.map(|favorite| favorite.data_id).collect();
    let named = tagged.iter().flat_map(|data_id| changed(user, *data_id, &BTreeSet::new(), &old)).collect();
    let renamed = tagged.iter().flat_map(|data_id| changed(user, *data_id, &old, &new)).collect();

    say("  write                                         items     units  in transactions");
    let creations = favorites.iter().map(|favorite| created(favorite).collect()).collect();
    tell("a favorite created", store, meter, creations).await;
    tell("a title edited", store, meter, edits).await;
    in_batches(store, named).await;
    let name = format!("a tag renamed that {} favorites have", tagged.len());
    tell(&name, store, meter, vec![renamed]).await;
}

/// Makes the changes in both ways, and prints the average cost of a change.
async fn tell(name: &str, store: &Store<PostingsTable>, meter: &Meter, changes: Vec<Vec<Write>>) {
    let items: usize = changes.iter().map(Vec::len).sum();
    drop(meter.take());
    for change in &changes {
        in_batches(store, change.clone()).await;
    }
    let units = written(meter);
    in_batches(store, changes.iter().flatten().map(Write::undone).collect()).await;
    drop(meter.take());
    for change in &changes {
        in_transactions(store, change).await;
    }
    let transactional = written(meter);
    #[expect(clippy::cast_precision_loss, reason = "a few thousand")]
    let [items, count] = [items as f64, changes.len() as f64];
    let [items, units, transactional] = [items, units, transactional].map(|sum| sum / count);
    say(&format!("  {name:<42} {items:>8.1}  {units:>8.1}  {transactional:>15.1}"));
}

/// Returns the write units since the last call.
fn written(meter: &Meter) -> f64 {
    meter.take().iter().map(|usage| usage.units.write).sum()
}

/// A write to the index.
#[derive(Debug, Clone)]
enum Write {
    Add(Posting),
    Remove(Posting),
}

impl Write {
    fn undone(&self) -> Self {
        match self.clone() {
            Self::Add(posting) => Self::Remove(posting),
            Self::Remove(posting) => Self::Add(posting),
        }
    }
}

/// Returns the writes that index a new favorite.
fn created(favorite: &FavoriteData) -> impl Iterator<Item = Write> {
    postings(&favorite.user_id, favorite.data_id, terms::of_favorite(favorite)).map(Write::Add)
}

/// Returns the writes that change the terms of a favorite from `old` to `new`. Does not write terms that both have.
fn changed(user: &UserId, data_id: DataId, old: &BTreeSet<String>, new: &BTreeSet<String>) -> Vec<Write> {
    let removed = old.difference(new).cloned().collect();
    let added = new.difference(old).cloned().collect();
    postings(user, data_id, removed)
        .map(Write::Remove)
        .chain(postings(user, data_id, added).map(Write::Add))
        .collect()
}

/// Writes each item by itself. If a record is delivered twice, it is written twice, which does no harm. If records are delivered
/// in the wrong order, the index stays wrong.
async fn in_batches(store: &Store<PostingsTable>, writes: Vec<Write>) {
    let batch = writes.into_iter().fold(BatchWrite::new(), |batch, write| match write {
        Write::Add(posting) => batch.put(&posting),
        Write::Remove(posting) => batch.delete(posting.key()),
    });
    store.batch_write(batch).await.expect("the engine writes").complete().expect("the engine leaves nothing");
}

/// Writes all items in transactions, so that a marker or a version can be written with them.
async fn in_transactions(store: &Store<PostingsTable>, writes: &[Write]) {
    for writes in writes.chunks(MOST_OPERATIONS) {
        let mut transaction = Transaction::new();
        for write in writes {
            match write {
                Write::Add(posting) => {
                    transaction.add(Put::new(posting));
                }
                Write::Remove(posting) => {
                    transaction.add(Delete::<Posting>::new(posting.key()));
                }
            }
        }
        store.transact(transaction).await.expect("nobody else writes");
    }
}
