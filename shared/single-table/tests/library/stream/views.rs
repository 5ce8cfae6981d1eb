//! Streams that show only one image, or none.

use serde::{Deserialize, Serialize};
use single_table::stream::{Change, EventName, Record, TableItem};
use single_table::table::NotShown;
use single_table::{Entity, table};

use crate::stream::image;

/// Declares a table whose stream shows such images, with an entity.
macro_rules! shows {
    ($view:ident, $table:ident, $entity:ident, $item:ident) => {
        table! {
            /// A table with a stream.
            pub struct $table { key: (pk, sk), stream: $view, entities: [$entity] }
        }

        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
        #[entity(table = $table, name = "Thing", partition(id), sort())]
        struct $entity {
            id: u32,
        }

        #[derive(Debug, PartialEq, TableItem)]
        #[table_item(table = $table)]
        enum $item {
            $entity($entity),
        }
    };
}
shows!(KeysOnly, KeysTable, Hidden, HiddenItem);
shows!(NewImage, NewTable, Fresh, FreshItem);
shows!(OldImage, OldTable, Former, FormerItem);

/// A record that has both images.
fn record<E: Entity>(event_name: EventName, entity: &E) -> Record {
    Record {
        event_name: Some(event_name),
        old_image: Some(image(entity)),
        new_image: Some(image(entity)),
        ..Record::default()
    }
}

const EVENTS: [EventName; 3] = [EventName::Insert, EventName::Modify, EventName::Remove];

#[test]
fn a_stream_of_keys_shows_no_image() {
    let changes = EVENTS.map(|event| {
        let record = Record { old_image: None, new_image: None, ..record(event, &Hidden { id: 1 }) };
        record.into_change::<HiddenItem>().unwrap()
    });
    let expected: [Change<NotShown>; 3] = [
        Change::Inserted { new: NotShown },
        Change::Modified { old: NotShown, new: NotShown },
        Change::Removed { old: NotShown, by_ttl: false },
    ];
    assert_eq!(changes, expected);
}

#[test]
fn a_stream_of_new_images_shows_no_old_one() {
    let changes = EVENTS.map(|event| {
        let record = Record { old_image: None, ..record(event, &Fresh { id: 1 }) };
        record.into_change::<FreshItem>().unwrap()
    });
    let expected: [Change<NotShown, FreshItem>; 3] = [
        Change::Inserted { new: FreshItem::Fresh(Fresh { id: 1 }) },
        Change::Modified { old: NotShown, new: FreshItem::Fresh(Fresh { id: 1 }) },
        Change::Removed { old: NotShown, by_ttl: false },
    ];
    assert_eq!(changes, expected);
}

#[test]
fn a_stream_of_old_images_shows_no_new_one() {
    let changes = EVENTS.map(|event| {
        let record = Record { new_image: None, ..record(event, &Former { id: 1 }) };
        record.into_change::<FormerItem>().unwrap()
    });
    let expected: [Change<FormerItem, NotShown>; 3] = [
        Change::Inserted { new: NotShown },
        Change::Modified { old: FormerItem::Former(Former { id: 1 }), new: NotShown },
        Change::Removed { old: FormerItem::Former(Former { id: 1 }), by_ttl: false },
    ];
    assert_eq!(changes, expected);
}

#[test]
fn an_image_that_the_declared_view_does_not_show_is_not_decoded() {
    let mut record = record(EventName::Modify, &Fresh { id: 1 });
    record.old_image = Some(single_table::item::StreamItem::default());
    let change = record.into_change::<FreshItem>().unwrap();
    assert_eq!(change, Change::Modified { old: NotShown, new: FreshItem::Fresh(Fresh { id: 1 }) });
}
