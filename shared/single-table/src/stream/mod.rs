//! Records of a table's stream, with their images as the entities of the table.
//!
//! A [`Record`] is one change to one item, as DynamoDB Streams describes it. [`Record::into_change`] decodes its images as an
//! enum with one variant for each entity, which derives [`TableItem`]. The [guide](crate::guide::streams) shows a consumer.

mod change;
mod coverage;
mod error;
mod event;
mod event_name;
mod item_keys;
mod json;
mod record;
mod sequence_number;
mod table_item;
mod unique_record;
mod user_identity;

pub use crate::derive::TableItem;
pub use change::{Change, ChangeOf};
#[doc(hidden)]
pub use coverage::check_coverage;
pub use error::{ImageKind, RecordError, UnreadableRecord};
pub use event::Event;
pub use event_name::{EventName, NotAnEventName};
pub use record::Record;
pub use sequence_number::{NotASequenceNumber, SequenceNumber};
pub use table_item::TableItem;
#[doc(hidden)]
pub use table_item::{is_record, not_in_table_item};
pub use unique_record::UniqueRecord;
pub use user_identity::UserIdentity;
