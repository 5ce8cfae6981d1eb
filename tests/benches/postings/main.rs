//! Measures the alternative to the packed search index: an inverted index with an item for each term of each favorite.
//!
//! For libraries of 1,000 and of 50,000 favorites it prints the cost of indexing a favorite, a new title and a new tag name, the
//! size of the index, and the cost of queries. The index is as cheap as possible: an item consists only of its key, a word has
//! one item however often it occurs in a favorite, and an edit does not write unchanged items again. A search finds ids, newest
//! first. The page then reads these favorites, as the service does.
//!
//! The index does less than the packed one. It has no counts of matches per type and tag: each item would need both, and a change
//! of a favorite's tags would write all its items. It finds no phrases except for two characters. For the beginnings of words it
//! needs the additional items that the first line of the report counts separately.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench postings
//! ```

mod index;
mod queries;
mod terms;
mod writes;

use std::time::{Duration, Instant};

use favorites_api::favorites::UserId;
use favorites_local::functions;
use favorites_tests::Service;
use favorites_tests::figures::say;
use favorites_tests::library::Library;
use single_table::capacity::{Estimate, Meter};
use single_table::{Client, Schema, Store};
use tokio::runtime::Runtime;

use crate::index::{PostingsTable, postings};

/// The number of favorites in each library.
const LIBRARIES: [usize; 2] = [1_000, 50_000];

/// The time limit for filling an index. If it takes longer, the newest favorites are left out, and the report says so.
const PATIENCE: Duration = Duration::from_mins(5);

fn main() {
    let runtime = Runtime::new().expect("a runtime starts");
    runtime.block_on(async {
        for favorites in LIBRARIES {
            measure(favorites).await;
        }
    });
}

async fn measure(favorites: usize) {
    let service = Service::start_without_stream(functions).await;
    let client = Client::new(&service.running().environment().sdk_config());
    Schema::of::<PostingsTable>().create(&client, "postings").await.expect("the engine makes a table");
    let meter = Meter::new();
    let store = Store::new(client, "postings").with_meter(meter.clone());
    let user = UserId::parse("0f6c1d2e-7a41-4f5b-9b0d-3c8a2e5d7f10").expect("an id is short");
    let mut library = Library::new(&user, favorites);

    say(&format!("{favorites} favorites"));
    describe(&user, &library);
    let start = Instant::now();
    let filled = writes::fill(&store, &library, start + PATIENCE).await;
    let left_out = favorites - filled;
    say(&format!("  {filled} of them indexed in {:.0?}; {left_out} left out", start.elapsed()));
    library.favorites.truncate(filled);
    drop(meter.take());
    queries::measure(&store, &meter, &user, &library).await;
    writes::measure(&store, &meter, &user, &library).await;
}

/// Prints the size of the index.
fn describe(user: &UserId, library: &Library) {
    let (mut items, mut more, mut bytes) = (0, 0, 0);
    for favorite in &library.favorites {
        let terms = terms::of_favorite(favorite);
        more += terms::beginnings(&terms).len();
        for posting in postings(user, favorite.data_id, terms) {
            items += 1;
            bytes += Estimate::of(&posting).expect("a term is short").bytes;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a few million")]
    let [each, each_more, each_bytes] =
        [items, more, bytes].map(|sum| sum as f64 / library.favorites.len() as f64);
    say(&format!(
        "  {items} postings of {} bytes on average: {each:.1} a favorite, and {each_more:.1} more for the beginnings of words",
        bytes / items
    ));
    say(&format!("  {bytes} bytes in all, {each_bytes:.0} a favorite"));
}
