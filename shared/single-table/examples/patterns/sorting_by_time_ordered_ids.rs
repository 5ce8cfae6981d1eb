//! Sorting by ids that are ordered by time: UUIDv7 begins with the moment it was made for.
//!
//! Choose it where items are listed by their time of creation. The id is unique and sorts at once, so the table's own key
//! lists them, and no index is needed.

use serde::{Deserialize, Serialize};
use single_table::{Entity, Store, Timestamp, table};
use uuid::{Builder, Uuid};

use crate::support;

table! {
    /// Messages of rooms.
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

/// An id for a message of that time. The random part tells messages of one millisecond apart.
fn id(sent: Timestamp, random: [u8; 10]) -> support::Result<Uuid> {
    Ok(Builder::from_unix_timestamp_millis(sent.as_unix_millis().try_into()?, &random).into_uuid())
}

/// A room's newest messages.
async fn newest(store: &Store<ChatTable>, room: &str, most: u32) -> support::Result<Vec<Message>> {
    Ok(store.page(MessageItems::query(room.to_owned()).descending().limit(most)).await?.items)
}

/// A room's messages from a time on: from the least id of that millisecond.
async fn since(store: &Store<ChatTable>, room: &str, from: Timestamp) -> support::Result<Vec<Message>> {
    Ok(store.all(MessageItems::query(room.to_owned()).at_least(&(id(from, [0; 10])?,))).await?)
}

async fn stocked() -> support::Result<Store<ChatTable>> {
    let store = support::table().await;
    // Written in another order than sent, as when history is imported. The time gets a digit more on the way.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn messages_are_listed_by_time_however_they_were_written() {
        let newest = "newest: fourth, third, second";
        assert_eq!(run().await.unwrap(), format!("{newest}; since 1 s: second, third, fourth"));
    }
}
