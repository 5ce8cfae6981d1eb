//! Records of unique constraints.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;

/// A record of a unique constraint, without its owner.
#[derive(Debug, Clone)]
pub struct Record {
    pub(crate) name: &'static str,
    pub(crate) key: Item,
    pub(super) fields: Vec<(&'static str, AttributeValue)>,
}
