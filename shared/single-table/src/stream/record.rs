//! Stream records.

use std::cmp::Ordering;

use super::item_keys::key_text;
use super::{Change, ChangeOf, EventName, ImageKind, RecordError, SequenceNumber, TableItem, UserIdentity};
use crate::entity::{Entity, Key};
use crate::error::Error;
use crate::item::{Attributes as _, StreamItem, entity_name};
use crate::table::{Presence, Streamed, Table};
use crate::time::EpochSeconds;

/// A change to an item, as DynamoDB Streams describes it.
///
/// A record is deserialized from the JSON of a Lambda function's event, alone or in an [`Event`](super::Event), or made from its
/// parts. Parts that decoding does not need may be missing; make a record with `..Record::default()`.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::stream::{Change, Event, TableItem};
/// use single_table::{Entity, table};
///
/// table! {
///     /// The music library.
///     pub struct MusicTable { key: (pk, sk), stream: NewAndOldImages, entities: [Album] }
/// }
///
/// /// An album.
/// #[derive(Debug, PartialEq, Serialize, Deserialize, Entity)]
/// #[entity(table = MusicTable, name = "Album", partition(id), sort())]
/// pub struct Album { id: String, title: String }
///
/// /// An item of the table.
/// #[derive(Debug, PartialEq, TableItem)]
/// #[table_item(table = MusicTable)]
/// pub enum MusicItem { Album(Album) }
///
/// let event = r#"{ "Records": [{
///     "eventName": "INSERT",
///     "dynamodb": {
///         "SequenceNumber": "4421584500000000017450439091",
///         "Keys": { "pk": { "S": "Album#1" }, "sk": { "S": "Album" } },
///         "NewImage": {
///             "pk": { "S": "Album#1" }, "sk": { "S": "Album" }, "type": { "S": "Album" },
///             "id": { "S": "1" }, "title": { "S": "Arrival" }
///         }
///     }
/// }]}"#;
/// let event: Event = serde_json::from_str(event)?;
/// for record in event.records {
///     let record = record?;
///     assert_eq!(record.key::<Album>()?, AlbumKey { id: "1".to_owned() });
///     let album = Album { id: "1".to_owned(), title: "Arrival".to_owned() };
///     assert_eq!(record.into_change::<MusicItem>()?, Change::Inserted { new: MusicItem::Album(album) });
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Record {
    /// The record's unique identifier.
    pub event_id: Option<String>,
    /// The kind of the change.
    pub event_name: Option<EventName>,
    /// The record's place among the changes of its item.
    pub sequence_number: Option<SequenceNumber>,
    /// The approximate time of the change, in whole seconds.
    pub created: Option<EpochSeconds>,
    /// The attributes of the item's primary key.
    pub keys: StreamItem,
    /// The item before the change, if the stream shows it.
    pub old_image: Option<StreamItem>,
    /// The item after the change, if the stream shows it.
    pub new_image: Option<StreamItem>,
    /// The service that made the change.
    pub user_identity: Option<UserIdentity>,
}

impl Record {
    /// Decodes the images that the stream of the table shows.
    ///
    /// # Errors
    /// Returns [`RecordError::NoEventName`] and [`RecordError::NoImage`] if a part is missing, and
    /// [`RecordError::Undecodable`] if an image is not an item of `C`.
    pub fn into_change<C>(self) -> Result<ChangeOf<C>, RecordError>
    where
        C: TableItem<Table: Streamed>,
    {
        let by_ttl = self.is_deletion_by_ttl();
        let key = || key_text(&self.keys);
        let event = self.event_name.ok_or_else(|| RecordError::NoEventName { key: key() })?;
        let decode = |image: Option<StreamItem>, kind| {
            let image = image.ok_or_else(|| RecordError::NoImage { event, image: kind, key: key() })?;
            let entity = entity_name::<C::Table>(&image).unwrap_or("item without a type").to_owned();
            C::from_image(image).map_err(|source| RecordError::Undecodable {
                image: kind,
                entity,
                key: key(),
                source,
            })
        };
        let (old_image, new_image) = (self.old_image, self.new_image);
        let old = || <C::Table as Streamed>::OldImage::image(|| decode(old_image, ImageKind::Old));
        let new = || <C::Table as Streamed>::NewImage::image(|| decode(new_image, ImageKind::New));
        Ok(match event {
            EventName::Insert => Change::Inserted { new: new()? },
            EventName::Modify => Change::Modified { old: old()?, new: new()? },
            EventName::Remove => Change::Removed { old: old()?, by_ttl },
        })
    }

    /// Returns the primary key of the item, which every stream shows.
    ///
    /// # Errors
    /// Returns [`Error::Key`] if it is the key of another entity, and [`Error::Response`] if the record has no such key.
    pub fn key<E: Entity>(&self) -> Result<E::Key, Error> {
        let mut texts = Vec::with_capacity(2);
        for attribute in E::Table::KEY {
            texts.push(self.keys.key_text(attribute).ok_or_else(|| {
                let what = format!("a stream record without the key attribute {}", attribute.name);
                Error::Response { what }
            })?);
        }
        let (partition, sort) = (texts.first(), texts.get(1));
        Ok(E::Key::parse(partition.map_or("", AsRef::as_ref), sort.map_or("", AsRef::as_ref))?)
    }

    /// Returns true if DynamoDB deleted the item because its time to live had expired.
    #[must_use]
    pub fn is_deletion_by_ttl(&self) -> bool {
        self.event_name == Some(EventName::Remove)
            && self.user_identity.as_ref().is_some_and(UserIdentity::is_ttl)
    }

    /// Compares this change with another one to the same item. The greater record is the later one.
    ///
    /// Returns `None` if the records are of different items, whose sequence numbers can't be compared, or if one of the records
    /// has no keys or no sequence number.
    #[must_use]
    pub fn order(&self, other: &Self) -> Option<Ordering> {
        let same_item = !self.keys.is_empty() && self.keys == other.keys;
        let (number, others) = self.sequence_number.as_ref().zip(other.sequence_number.as_ref())?;
        same_item.then(|| number.order(others))
    }
}
