//! Expressions: conditions, filters and the changes of an update.
//!
//! [`Condition`]s and the changes of an [`Update`](crate::Update) are made from the [`Field`]s of an entity. [`Document`] gives a
//! struct within an entity such fields too, so that a path can lead into it.

mod attribute_type;
mod changes;
mod comparison;
mod condition;
mod document;
mod expiry;
mod field;
pub(crate) mod filter;
mod follow;
mod kind;
mod limits;
mod node;
mod number;
pub(crate) mod of_members;
mod path;
mod placeholders;
mod set;
mod term;
mod value;

pub use crate::derive::Document;
pub use attribute_type::AttributeType;
pub(crate) use changes::{Action, Changes, render_attributes};
pub use comparison::Size;
pub(crate) use condition::BuildFilter;
pub use condition::Condition;
pub use document::{Container, Document, List, Map, Nested, Text};
pub use field::{Field, Opaque};
pub use filter::FilterOf;
pub use kind::{Comparable, Entry, KeyOnly, Keyed, Kind, Plain, Removable, Settable, Unique, Version};
pub(crate) use limits::{Parameter, check};
pub(crate) use number::Sign;
pub use number::{Number, Primitive};
pub(crate) use placeholders::Placeholders;
pub use set::{Binaries, Numbers, Set, SetType, Strings};
pub use value::{Operand, Value};
pub(crate) use value::{Stored, stored_list, stored_set};
