//! Sorting by time-ordered ids: a UUIDv7 starts with its time of creation.
//!
//! Use it to list items by their time of creation. The id is unique and also sorts by time, so the primary key is enough and you
//! need no index.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Timestamp, table};
use uuid::{Builder, Uuid};

use crate::support;

table! {
    /// The messages of chat rooms.
    struct ChatTable { key: (pk, sk), entities: [Message] }
}

/// A message.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = ChatTable, name = "Message", partition(room), sort(id))]
struct Message {
    room: String,
    id: Uuid,
    text: String,
}

/// Returns an id for a message sent at this time. The random part distinguishes messages of the same millisecond.
fn id(sent: Timestamp, random: [u8; 10]) -> support::Result<Uuid> {
    Ok(Builder::from_unix_timestamp_millis(sent.as_unix_millis().try_into()?, &random).into_uuid())
}

/// Returns the newest messages of a room.
async fn newest(store: &Store<ChatTable>, room: &str, most: u32) -> support::Result<Vec<Message>> {
    Ok(store.page(MessageItems::query(room.to_owned()).descending().limit(most)).await?.items)
}

/// Returns the messages of a room from this time on. The range starts at the smallest id of that millisecond.
async fn since(store: &Store<ChatTable>, room: &str, from: Timestamp) -> support::Result<Vec<Message>> {
    Ok(store.all(MessageItems::query(room.to_owned()).at_least(&(id(from, [0; 10])?,))).await?)
}

async fn stocked() -> support::Result<Store<ChatTable>> {
    let store = support::table().await;
    // The messages are written in another order than they were sent, as in an import. The last time has one digit more.
    let messages = [(1_000, 7, "third"), (999, 9, "first"), (1_000, 3, "second"), (10_000, 0, "fourth")];
    for (sent, random, text) in messages {
        let id = id(Timestamp::from_unix_millis(sent)?, [random; 10])?;
        support::put_all(&store, [Message { room: "hall".to_owned(), id, text: text.to_owned() }]).await?;
    }
    Ok(store)
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let newest = support::listed(newest(&store, "hall", 3).await?, |message| message.text);
    let since = since(&store, "hall", Timestamp::from_unix_millis(1_000)?).await?;
    Ok(format!("newest: {newest}; since 1 s: {}", support::listed(since, |message| message.text)))
}

#[tokio::test]
async fn messages_are_listed_by_time_in_whatever_order_they_were_written() {
    let newest = "newest: fourth, third, second";
    assert_eq!(run().await.unwrap(), format!("{newest}; since 1 s: second, third, fourth"));
}
