//! Tables whose items name their entities.

use super::Table;

/// A table with a type attribute. [`table!`](crate::table!) implements it for a table without `type_attribute: none`.
#[diagnostic::on_unimplemented(
    message = "`only` and `filter_member` compare the type attribute, which `{Self}` doesn't have",
    label = "this table has `type_attribute: none`",
    note = "read all items and choose among them, or query the view of one entity"
)]
pub trait TypeAttribute: Table {
    /// The attribute that holds the name of an item's entity: the value of [`Table::TYPE`].
    const TYPE_ATTRIBUTE: &'static str;
}
