//! The record of a unique constraint.

use table_keys::EntityName;

use super::component::Component;

/// The record that reserves the values of a unique constraint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RecordKey {
    /// The name that the record's `type` attribute holds, and that begins its partition key.
    pub name: EntityName,
    /// The components of the record's partition key.
    pub partition: &'static [Component],
    /// The components of the record's sort key.
    pub sort: &'static [Component],
}
