//! A collection that is ordered by a text: every condition, with texts that begin with each other.

use serde::{Deserialize, Serialize};
use single_table::query::SomeSortKeys;
use single_table::{Collection, Entity, Put, Query, Store, table};

use crate::engine;

table! {
    /// A library.
    struct LibraryTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Book, Disc],
    }
}

/// A book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = LibraryTable, name = "Book", partition(id), sort())]
#[index(on = GsiOne, view = BooksByTitle, collection = "Shelf", partition(shelf), sort(shelf_title, volume, id), ordered)]
struct Book {
    id: u16,
    shelf: u8,
    shelf_title: String,
    volume: u8,
}

/// A disc. Its sort key consists of the shared components only.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = LibraryTable, name = "Disc", partition(id), sort())]
#[index(on = GsiOne, view = DiscsByTitle, collection = "Shelf", partition(shelf), sort(title, part), ordered)]
struct Disc {
    id: u16,
    shelf: u8,
    title: String,
    part: u8,
}

/// A shelf by title and volume.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Shelf", on = GsiOne, partition(shelf: u8), sort(title: String, volume: u8))]
enum ByVolume {
    Book(Book),
    Disc(Disc),
}

/// A shelf by title.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "Shelf", on = GsiOne, partition(shelf: u8), sort(title: String))]
enum ByTitle {
    Book(Book),
    Disc(Disc),
}

/// The items in the order of their keys.
const TITLES: [&str; 6] = ["", "#", "$", "a", "a#", "ab"];
const VOLUMES: [u8; 2] = [1, 2];

/// A title, a volume, and true for a book. A disc comes first, because its key ends earlier.
type Key = (&'static str, u8, bool);

fn keys() -> Vec<Key> {
    let discs_and_books =
        |title| VOLUMES.into_iter().flat_map(move |volume| [(title, volume, false), (title, volume, true)]);
    TITLES.into_iter().flat_map(discs_and_books).collect()
}

async fn shelf() -> Store<LibraryTable> {
    let (_, store, _) = engine::table::<LibraryTable>().await;
    for (id, (title, volume, is_book)) in (0..).zip(keys()) {
        let (shelf, title) = (7, title.to_owned());
        if is_book {
            let book = Book { id, shelf, shelf_title: title, volume };
            store.execute(Put::new(&book)).await.expect("the book is written");
        } else {
            let disc = Disc { id, shelf, title, part: volume };
            store.execute(Put::new(&disc)).await.expect("the disc is written");
        }
    }
    store
}

async fn finds<S: Send + Sync + 'static>(
    store: &Store<LibraryTable>,
    query: Query<ByVolume, S>,
    holds: impl Fn(&str, u8) -> bool,
) {
    let asked = format!("{query:?}");
    let found: Vec<_> = store.all(query.limit(5)).await.expect(&asked).into_iter().map(key_of).collect();
    let expected: Vec<_> = keys().into_iter().filter(|(title, volume, _)| holds(title, *volume)).collect();
    let expected: Vec<_> =
        expected.into_iter().map(|(title, volume, is_book)| (title.to_owned(), volume, is_book)).collect();
    assert_eq!(found, expected, "{asked}");
}

fn key_of(item: ByVolume) -> (String, u8, bool) {
    match item {
        ByVolume::Book(book) => (book.shelf_title, book.volume, true),
        ByVolume::Disc(disc) => (disc.title, disc.part, false),
    }
}

#[tokio::test]
async fn each_condition_finds_the_items_of_both_entities_that_it_names() {
    let store = shelf().await;
    let query = || ByVolume::query(7);
    finds(&store, query(), |_, _| true).await;
    for title in TITLES {
        finds(&store, query().begins_with(&(title,)), |t, _| t == title).await;
        let start = if title.is_empty() { "a" } else { title };
        finds(&store, query().begins_with_text(&(), start), |t, _| t.starts_with(start)).await;
        finds(&store, query().at_least(&(title,)), |t, _| t >= title).await;
        finds(&store, query().greater_than(&(title,)), |t, _| t > title).await;
        finds(&store, query().at_most(&(title,)), |t, _| t <= title).await;
        finds(&store, query().less_than(&(title,)), |t, _| t < title).await;
        let (low, high) = (title.min("a"), title.max("a"));
        finds(&store, query().between(&(low,), &(high,)), |t, _| (low..=high).contains(&t)).await;
        for volume in [0, 1, 2, 3] {
            let key = (title, volume);
            finds(&store, query().equals(&key), |t, v| (t, v) == key).await;
            finds(&store, query().at_least(&key), |t, v| (t, v) >= key).await;
            finds(&store, query().greater_than(&key), |t, v| (t, v) > key).await;
            finds(&store, query().at_most(&key), |t, v| (t, v) <= key).await;
            finds(&store, query().less_than(&key), |t, v| (t, v) < key).await;
        }
    }
}

#[tokio::test]
async fn a_single_shared_text_may_be_empty() {
    let store = shelf().await;
    let found =
        async |query: Query<ByTitle, SomeSortKeys>| store.all(query).await.expect("the shelf is read").len();
    let all = keys().len();
    assert_eq!(found(ByTitle::query(7).equals(&("",))).await, 4);
    assert_eq!(found(ByTitle::query(7).at_most(&("",))).await, 4);
    assert_eq!(found(ByTitle::query(7).greater_than(&("",))).await, all - 4);
    assert_eq!(found(ByTitle::query(7).at_least(&("",))).await, all);
    assert_eq!(found(ByTitle::query(7).less_than(&("",))).await, 0);
    assert_eq!(found(ByTitle::query(7).between(&("",), &("#",))).await, 8);
}
