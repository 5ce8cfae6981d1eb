//! Views with raw keys.

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{KeyError, KeyTuple};

use super::View;
use crate::error::Error;
use crate::item;
use crate::model::{KeyAttribute, Piece};

/// A view with raw keys, of an entity or an index with `raw`. The view's sort key consists of literals and of the components' own
/// texts, or the table or index has no sort key.
///
/// See [the guide](crate::guide::existing_tables).
pub trait RawView: View {
    /// The components of the sort key.
    type Sort: KeyTuple;
    /// The type of the sort key's attribute, one of [`scalar`](crate::table::scalar).
    type SortScalar;
    /// The attribute of the sort key, if there is one.
    #[doc(hidden)]
    const SORT_ATTRIBUTE: Option<KeyAttribute>;
    /// The pieces of the sort key.
    #[doc(hidden)]
    const SORT_FORMAT: &'static [Piece];
}

/// Returns the attribute of a view's partition key with its value, which is made from a text.
#[doc(hidden)]
pub fn raw_partition(
    attribute: &KeyAttribute,
    text: Result<String, KeyError>,
) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
    Ok(vec![(attribute.name, item::scalar_of_text(attribute, &text?)?)])
}
