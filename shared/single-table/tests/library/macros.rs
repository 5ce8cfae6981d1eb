//! Entities that a declarative macro declares. A fragment comes in an invisible group, and the macro's own
//! names are hygienic.

use serde::{Deserialize, Serialize};
use single_table::keys::CaseFolded;
use single_table::migration::PastVersion;
use single_table::read::Projection;
use single_table::stream::{TableItem, UniqueRecord};
use single_table::{Collection, Condition, Entity, Put, Update, table};

use crate::engine;

mod shelf {
    single_table::table! {
        /// Books.
        pub(super) struct Shelf {
            key: (pk, sk),
            ttl: ttl,
            global: [
                ByOwner = byOwner (ownerPk, ownerSk),
                ByShelf = byShelf (shelfPk, shelfSk),
                ByGenre = byGenre native ([genre: S], [pages: N]),
            ],
            local: [ByTitle = byTitle (titleSk)],
            entities: [super::Book, super::Cover],
        }
    }
}

/// Declares the entities with a fragment in each place where one can stand.
macro_rules! books {
    (
        $table:path, $by_owner:path, $by_shelf:ty, $by_title:path, $by_genre:path, $schema:literal, $version:literal,
        $past:ty, $oldest:path, $name:literal, $album:expr, $text:ty, $optional:ty, $folded:ty, $fold:expr,
        $shards:expr, $key:ident, $title:ident, $view:ident, $record:ident, $renamed:literal, $book:ty
    ) => {
        /// A book.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
        #[entity(
            table = $table, name = $name, collection = $album, partition($key), sort(number), ttl(expires),
            version(version)
        )]
        #[index(on = $by_owner, view = $view, partition(owner?), sort(folded: $folded = $fold, number))]
        #[index(
            on = $by_shelf, view = BooksByShelf, shards = $shards, by($title), partition(shelf), sort(number, cupboard)
        )]
        #[index(on = $by_title, view = BooksByTitle, sort(title_folded: $folded = CaseFolded::new(&self.$title)))]
        #[index(on = $by_genre, view = BooksByGenre, native, partition(genre), sort(pages))]
        #[unique(
            record = $record, partition(digits: String = { let isbn = &self.isbn; isbn.replace('-', "") }), sort()
        )]
        #[schema(attribute = $schema, version = $version, past($oldest, $past))]
        struct Book {
            $key: $text,
            number: u16,
            $title: $text,
            owner: $optional,
            #[serde(rename = $renamed)]
            shelf: $text,
            genre: $text,
            pages: u32,
            isbn: $text,
            expires: Option<single_table::EpochSeconds>,
            version: u64,
        }

        /// The cover of a book.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
        #[entity(table = $table, name = "Cover", collection = $album, partition($key), sort())]
        struct Cover {
            $key: $text,
        }

        /// A book and its cover.
        #[derive(Debug, PartialEq, Collection)]
        #[collection(name = $album, partition($key: $text))]
        enum Cupboard {
            Book($book),
            Cover(Cover),
        }

        /// An item of the table.
        #[derive(Debug, TableItem)]
        #[table_item(table = $table)]
        #[allow(dead_code, reason = "the test only decodes a book")]
        enum ShelfItem {
            Book($book),
            Cover(Cover),
            #[record]
            Record(UniqueRecord),
        }

        /// The title of a book.
        #[derive(Debug, PartialEq, Deserialize, Projection)]
        #[projection(of = $book)]
        struct Title {
            $title: $text,
        }
    };
}

/// The first version of a book.
#[derive(Deserialize, PastVersion)]
struct BookV1 {}

/// The second version of a book.
#[derive(Deserialize, PastVersion)]
struct BookV2 {}

impl From<BookV1> for BookV2 {
    fn from(_: BookV1) -> Self {
        Self {}
    }
}

impl From<BookV2> for Book {
    fn from(_: BookV2) -> Self {
        book(1, "Past")
    }
}

books!(
    shelf::Shelf,
    shelf::ByOwner,
    shelf::ByShelf,
    shelf::ByTitle,
    shelf::ByGenre,
    "schemaVersion",
    3,
    BookV2,
    self::BookV1,
    "Book",
    "Cupboard",
    String,
    Option<String>,
    CaseFolded,
    CaseFolded::new(&self.title),
    1 + 1,
    cupboard,
    title,
    BooksByOwner,
    BookIsbn,
    "onShelf",
    Book
);

fn book(number: u16, title: &str) -> Book {
    Book {
        cupboard: "left".to_owned(),
        number,
        title: title.to_owned(),
        owner: Some("ann".to_owned()),
        shelf: "top".to_owned(),
        genre: "novel".to_owned(),
        pages: 200,
        isbn: format!("978-{number}"),
        expires: None,
        version: 1,
    }
}

#[tokio::test]
async fn an_entity_of_a_macro_has_every_kind_of_key() -> Result<(), Box<dyn std::error::Error>> {
    let (_, store, _) = engine::table::<shelf::Shelf>().await;
    let [emma, waves] = [book(1, "EMMA"), book(2, "waves")];
    for book in [&waves, &emma] {
        store.insert(book).await?;
    }
    let cover = Cover { cupboard: "left".to_owned() };
    store.execute(Put::new(&cover)).await?;

    let both = [emma.clone(), waves.clone()];
    assert_eq!(store.all(BookItems::query("left".to_owned())).await?, both);
    assert_eq!(store.all(BooksByOwner::query("ann".to_owned())).await?, both);
    assert_eq!(store.all(BooksByShelf::query("top".to_owned())).await?, both);
    assert_eq!(store.all(BooksByTitle::query("left".to_owned())).await?, both);
    assert_eq!(store.all(BooksByGenre::query("novel".to_owned())).await?.len(), 2);
    let cupboard = store.all(Cupboard::query("left".to_owned())).await?;
    assert_eq!(cupboard, [Cupboard::Book(emma.clone()), Cupboard::Book(waves), Cupboard::Cover(cover)]);
    let titles = store.all(BookItems::query("left".to_owned()).limit(1).project::<Title>()).await?;
    assert_eq!(titles.first(), Some(&Title { title: "EMMA".to_owned() }));
    assert_eq!(store.owner(&BookIsbn { digits: "9781".to_owned() }).await?, Some(emma.key()));
    let item = single_table::encode(&emma)?;
    assert!(matches!(ShelfItem::from_item(item)?, ShelfItem::Book(found) if found == emma));

    let longer = Update::new(emma.key()).set(Book::PAGES, 201).only_if(Condition::live());
    store.execute(longer).await?;
    Ok(())
}

/// Declares a table of another program and its entity, with literals from outside.
macro_rules! raw_rows {
    ($table:ident, $pk:literal, $sk:ident, $sk_type:ident, $index:ident, $index_name:literal, $ttl:literal,
     $row:ident as $row_type:ty, $start:literal, $inside:literal, $id:ident, $attribute:literal) => {
        table! {
            /// Rows.
            struct $table {
                key: ($pk, $sk: $sk_type),
                type_attribute: none,
                ttl: $ttl,
                global: [$index = $index_name ($pk, $attribute)],
                entities: [$row_type],
            }
        }

        /// A row.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
        #[entity(
            table = $table, name = "Row", raw, partition($start, kind except($inside), $inside, $id), sort(number)
        )]
        #[index(on = $index, view = RowsByName, raw, partition($start, kind except($inside), $inside, $id), sort(name))]
        struct $row {
            #[serde(skip_serializing)]
            kind: String,
            $id: u32,
            number: u16,
            #[serde(rename = $attribute)]
            name: String,
        }
    };
}

raw_rows!(
    RowTable,
    "row-id",
    number,
    N,
    ByName,
    "by-name",
    "expires-at",
    Row as Row,
    "ROW_",
    "#",
    id,
    "row-name"
);

#[tokio::test]
async fn a_raw_key_of_a_macro_has_the_literals_of_its_invocation() -> Result<(), Box<dyn std::error::Error>> {
    let (_, store, _) = engine::table::<RowTable>().await;
    let row = Row { kind: "a".to_owned(), id: 7, number: 3, name: "first".to_owned() };
    store.insert(&row).await?;
    assert_eq!(single_table::encode(&row)?["row-id"].as_s().unwrap(), "ROW_a#7");
    assert_eq!(store.get(&row.key()).await?.as_ref(), Some(&row));
    assert_eq!(store.all(RowsByName::query("a".to_owned(), 7)).await?, [row]);
    Ok(())
}
