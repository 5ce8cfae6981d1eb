//! Expressions: conditions, filters and the changes of an update.

mod changes;
mod condition;
mod expiry;
mod field;
pub(crate) mod filter;
mod placeholders;

pub(crate) use changes::{Changes, render_changes};
pub(crate) use condition::BuildFilter;
pub use condition::Condition;
pub use field::{Field, Keyed, Number, Opaque, Plain, Settable, Unique, Version};
pub(crate) use placeholders::Placeholders;
