//! Raw keys: the keys of existing tables, which consist only of the literals and values that an entity declares.
//!
//! An entity or index with `raw` in its attribute has such keys. See [the guide](crate::guide::existing_tables).

mod bytes;
mod component;
mod declare;
mod key;
mod order;
mod reader;
mod separator;
mod tuple;
mod values;
mod writer;

pub use bytes::Bytes;
pub use component::{RawComponent, WriteRaw};
#[doc(hidden)]
pub use declare::{decoded, encoded};
pub(crate) use key::checked;
#[doc(hidden)]
pub use key::{parse_raw_key, raw_key, same_keys};
pub use order::RawOrder;
#[doc(hidden)]
pub use tuple::{RawTuple, WriteRawTuple};
pub(crate) use writer::RawWriter;
