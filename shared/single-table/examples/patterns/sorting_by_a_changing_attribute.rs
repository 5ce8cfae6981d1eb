//! Sorting by an attribute that changes: the attribute is part of an index key, and not of the primary key.
//!
//! Use it for lists such as "last changed first". A primary key can't change, so you would have to delete the item and put a new
//! one. In an index, DynamoDB moves the entry for you.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Timestamp, Update, table};

use crate::support;

table! {
    /// The tickets of boards.
    struct BoardTable {
        key: (pk, sk),
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [Ticket],
    }
}

/// A ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = BoardTable, name = "Ticket", partition(board), sort(number))]
#[index(on = LsiOne, view = TicketsByChange, sort(changed, number))]
struct Ticket {
    board: String,
    number: u32,
    changed: Timestamp,
    text: String,
}

/// Returns the tickets of a board, last changed first.
async fn last_changed(store: &Store<BoardTable>, board: &str) -> support::Result<Vec<Ticket>> {
    Ok(store.all(TicketsByChange::query(board.to_owned()).descending()).await?)
}

/// Changes a ticket. `rekey` sets the time together with the index key; setting the time alone does not compile.
async fn rewrite(store: &Store<BoardTable>, board: &str, number: u32, text: &str, now: Timestamp) -> support::Result<()> {
    let change = Update::new(TicketKey { board: board.to_owned(), number })
        .set(Ticket::TEXT, text)
        .rekey::<TicketsByChange>(&(now,));
    store.execute(change).await?;
    Ok(())
}

async fn stocked() -> support::Result<Store<BoardTable>> {
    let store = support::table().await;
    let at = Timestamp::from_unix_millis;
    for (number, changed) in [(1, 1_000), (2, 2_000), (3, 3_000)] {
        let (board, text) = ("work".to_owned(), format!("ticket {number}"));
        support::put_all(&store, [Ticket { board, number, changed: at(changed)?, text }]).await?;
    }
    rewrite(&store, "work", 1, "ticket 1 again", at(4_000)?).await?;
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    Ok(support::listed(last_changed(&stocked().await?, "work").await?, |ticket| ticket.text))
}

#[tokio::test]
async fn a_changed_ticket_moves_to_the_front_and_is_listed_once() {
    assert_eq!(run().await.unwrap(), "ticket 1 again, ticket 3, ticket 2");
}
