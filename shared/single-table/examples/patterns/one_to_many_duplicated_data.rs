//! One-to-many with copies: each child stores the parent's attributes that its readers need, so they never read the parent.
//!
//! Use it if the copied data never changes, or if it changes rarely and has so few copies that a correction can update all of
//! them.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Transaction, Update, table};

use crate::support;

table! {
    /// Authors and their books.
    struct LibraryTable { key: (pk, sk), entities: [Author, Book] }
}

/// An author.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = LibraryTable, name = "Author", partition(author), sort())]
struct Author {
    author: String,
    born: u16,
}

/// A book, with a copy of the author's year of birth.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = LibraryTable, name = "Book", partition(author), sort(title))]
struct Book {
    author: String,
    title: String,
    author_born: u16,
}

/// Returns a book with its author's year of birth by reading a single item.
async fn book(store: &Store<LibraryTable>, author: &str, title: &str) -> support::Result<Option<Book>> {
    let key = BookKey { author: author.to_owned(), title: title.to_owned() };
    Ok(store.get(&key).await?)
}

/// Corrects the year of birth of an author and all copies of it in one transaction, which limits them to 100 items.
async fn correct_birth(store: &Store<LibraryTable>, author: &str, born: u16) -> support::Result<()> {
    let books = store.all(BookItems::query(author.to_owned()).consistent()).await?;
    let mut correction = Transaction::new();
    let key = AuthorKey { author: author.to_owned() };
    correction.add(Update::new(key).set(Author::BORN, born));
    for book in &books {
        correction.add(Update::new(book.key()).set(Book::AUTHOR_BORN, born));
    }
    store.transact(correction).await?;
    Ok(())
}

async fn stocked() -> support::Result<Store<LibraryTable>> {
    let store = support::table().await;
    let author = |author: &str, born| Author { author: author.to_owned(), born };
    let book = |author: &str, title: &str, author_born| Book {
        author: author.to_owned(),
        title: title.to_owned(),
        author_born,
    };
    support::put_all(&store, [author("Lee", 1925), author("Lee Child", 1954)]).await?;
    let books = [
        book("Lee", "Go Set a Watchman", 1925),
        book("Lee", "To Kill a Mockingbird", 1925),
        book("Lee Child", "Killing Floor", 1954),
    ];
    support::put_all(&store, books).await?;
    correct_birth(&store, "Lee", 1926).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let found = [
        book(&store, "Lee", "To Kill a Mockingbird").await?,
        book(&store, "Lee", "Go Set a Watchman").await?,
        book(&store, "Lee Child", "Killing Floor").await?,
    ];
    Ok(support::listed(found.into_iter().flatten(), |book| format!("{} {}", book.title, book.author_born)))
}

#[tokio::test]
async fn a_correction_reaches_every_copy_of_this_author_and_no_other() {
    let found = "To Kill a Mockingbird 1926, Go Set a Watchman 1926, Killing Floor 1954";
    assert_eq!(run().await.unwrap(), found);
    let store = stocked().await.unwrap();
    let author = store.get::<Author>(&AuthorKey { author: "Lee".to_owned() }).await.unwrap();
    assert_eq!(author.unwrap().born, 1926);
}
