//! Views with raw keys.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::KeyError;

use super::View;
use crate::error::Error;
use crate::item;
use crate::model::{KeyAttribute, Piece};

/// A view whose sort key consists of literals and of the components' own texts, or whose table or index has no sort key: that of
/// an entity or an index with `raw`.
///
/// See [the guide](crate::guide::existing_tables).
pub trait RawView: View {
    /// The type of the sort key's attribute: of [`scalar`](crate::table::scalar).
    type SortScalar;
    /// The attribute of the sort key, if there is one.
    #[doc(hidden)]
    const SORT_ATTRIBUTE: Option<KeyAttribute>;
    /// The pieces of the sort key.
    #[doc(hidden)]
    const SORT_FORMAT: &'static [Piece];
}

/// The partition key of a view, from its text.
#[doc(hidden)]
pub fn raw_partition(
    attribute: &KeyAttribute,
    text: Result<String, KeyError>,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    Ok(vec![(attribute.name, item::scalar_of_text(attribute, &text?)?)])
}
