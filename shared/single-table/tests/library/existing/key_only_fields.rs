//! Projections of fields that items have only in their raw keys.

use serde::{Deserialize, Serialize};
use single_table::read::Projection;
use single_table::{Entity, KeySet, table};

use crate::engine;

table! {
    /// Events in rooms.
    pub struct EventTable {
        key: (pk, sk),
        global: [ByDay = byDay (dayPk, daySk)],
        entities: [Event],
    }
}

/// An event. Only its keys have the room, the number, the day and the kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = EventTable, name = "Event", raw, partition("ROOM#", room), sort("EVENT#", serial_number))]
#[index(on = ByDay, view = EventsByDay, raw, partition("DAY#", day), sort(kind except("#"), "#", serial_number))]
struct Event {
    #[serde(skip_serializing)]
    room: String,
    #[serde(skip_serializing)]
    serial_number: u32,
    #[serde(skip_serializing)]
    day: String,
    #[serde(skip_serializing)]
    kind: String,
    title: String,
    text: String,
}

/// Fields of both keys, and one that is an attribute.
#[derive(Debug, PartialEq, Deserialize, Projection)]
#[serde(rename_all = "camelCase")]
#[projection(of = Event)]
struct Summary {
    serial_number: u32,
    day: String,
    kind: String,
    title: String,
}

/// The room alone.
#[derive(Debug, PartialEq, Deserialize, Projection)]
#[projection(of = Event)]
struct Room {
    room: String,
}

#[tokio::test]
async fn a_projection_restores_fields_from_the_keys_of_the_table_and_of_every_index() {
    let (_, store, _) = engine::table::<EventTable>().await;
    let text = str::to_owned;
    let event = Event {
        room: text("7"),
        serial_number: 12,
        day: text("2026-11-30"),
        kind: text("talk"),
        title: text("Keys"),
        text: text("long"),
    };
    store.insert(&event).await.unwrap();
    let item = single_table::encode(&event).unwrap();
    for absent in ["room", "serialNumber", "day", "kind"] {
        assert!(!item.contains_key(absent), "{absent}");
    }

    let summary =
        || Summary { serial_number: 12, day: text("2026-11-30"), kind: text("talk"), title: text("Keys") };
    let of_room = || EventItems::query(text("7"));
    let of_day = || EventsByDay::query(text("2026-11-30"));
    assert_eq!(store.all(of_room().project::<Summary>()).await.unwrap(), [summary()]);
    assert_eq!(store.all(of_day().project::<Summary>()).await.unwrap(), [summary()]);
    assert_eq!(store.all(EventItems::scan().project::<Summary>()).await.unwrap(), [summary()]);
    assert_eq!(store.get(&event.key()).project::<Summary>().await.unwrap(), Some(summary()));
    let room = || Room { room: text("7") };
    assert_eq!(store.all(of_day().project::<Room>()).await.unwrap(), [room()]);
    let mut keys = KeySet::new();
    let slot = keys.add_projected::<Room>(event.key());
    let found = store.batch_get(keys).await.unwrap().complete().unwrap();
    assert_eq!(found.get(slot).unwrap(), Some(&room()));
}
