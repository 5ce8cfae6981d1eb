//! Sorting several entities by time: the sort keys of an index begin with the time, and not with the entity's name.
//!
//! Use it for a feed or an audit log, where one query returns items of several kinds, the newest first. The table keeps each
//! entity under its own key; only the index mixes them.

use serde::{Deserialize, Serialize};
use single_table::{Collection, Entity, Store, Timestamp, table};

use crate::support;

table! {
    /// The tickets of a help desk, with their messages and calls.
    struct DeskTable {
        key: (pk, sk),
        global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
        entities: [Call, Message],
    }
}

/// A message about a ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = DeskTable, name = "Message", partition(id), sort())]
#[index(on = GsiOne, view = MessagesByTicket, collection = "History", partition(ticket), sort(sent, id), ordered)]
struct Message {
    id: u32,
    ticket: u32,
    sent: Timestamp,
    text: String,
}

/// A call about a ticket.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = DeskTable, name = "Call", partition(id), sort())]
#[index(on = GsiOne, view = CallsByTicket, collection = "History", partition(ticket), sort(began, id), ordered)]
struct Call {
    id: u32,
    ticket: u32,
    began: Timestamp,
    minutes: u32,
}

/// The history of a ticket.
#[derive(Debug, Clone, PartialEq, Collection)]
#[collection(name = "History", on = GsiOne, partition(ticket: u32), sort(time: Timestamp))]
enum Event {
    Message(Message),
    Call(Call),
}

/// The events of a ticket since a time, the newest first.
async fn since(store: &Store<DeskTable>, ticket: u32, time: Timestamp) -> support::Result<Vec<Event>> {
    Ok(store.all(Event::query(ticket).at_least(&(time,)).descending()).await?)
}

/// The events of a ticket in their order, without short calls.
async fn without_short_calls(store: &Store<DeskTable>, ticket: u32) -> support::Result<Vec<Event>> {
    Ok(store.all(Event::query(ticket).filter_member(Call::MINUTES.ge(5))).await?)
}

fn at(minute: u32) -> support::Result<Timestamp> {
    Ok(format!("2026-11-21T09:{minute:02}:00.000Z").parse()?)
}

async fn stocked() -> support::Result<Store<DeskTable>> {
    let store = support::table().await;
    let message = |id, ticket, minute, text: &str| -> support::Result<Message> {
        Ok(Message { id, ticket, sent: at(minute)?, text: text.to_owned() })
    };
    let messages = [
        message(1, 7, 0, "It is broken")?,
        message(2, 7, 30, "Thank you")?,
        // The number of this ticket begins with the digit 7 too.
        message(3, 70, 10, "Hello")?,
    ];
    support::put_all(&store, messages).await?;
    let call = |id, minute, minutes| -> support::Result<Call> {
        Ok(Call { id, ticket: 7, began: at(minute)?, minutes })
    };
    support::put_all(&store, [call(1, 10, 2)?, call(2, 20, 15)?]).await?;
    Ok(store)
}

fn print(event: Event) -> String {
    match event {
        Event::Message(message) => message.text,
        Event::Call(call) => format!("{} minutes", call.minutes),
    }
}

pub(crate) async fn run() -> support::Result<String> {
    let store = stocked().await?;
    let found = [since(&store, 7, at(10)?).await?, without_short_calls(&store, 7).await?];
    Ok(found.map(|events| support::listed(events, print)).join("; "))
}

#[tokio::test]
async fn the_events_of_one_ticket_are_in_the_order_of_their_times() {
    let expected = "Thank you, 15 minutes, 2 minutes; It is broken, 15 minutes, Thank you";
    assert_eq!(run().await.unwrap(), expected);
}
