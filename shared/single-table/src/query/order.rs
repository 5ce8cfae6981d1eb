//! The order of a list.

/// The order in which a [`Query`](crate::Query) lists its items (`ScanIndexForward`).
///
/// [`Query::order`](crate::Query::order) takes the order as a value, such as one that a client asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Lists the item with the smallest sort key first: the oldest by time, or `a` by name.
    #[default]
    Ascending,
    /// Lists the item with the greatest sort key first: the newest by time, or `z` by name.
    Descending,
}
