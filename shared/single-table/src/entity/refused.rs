//! Types in place of those that a refused entity lacks. Its program doesn't compile, so none of this runs.

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use table_keys::{KeyError, KeyTuple};

use super::{Entity, Key, Marker};
use crate::Item;
use crate::error::Error;
use crate::model::Model;
use crate::table::{IndexSchema, KeyAttribute, StreamView, Table, TypeAttribute, scalar};

/// The key of a refused entity, with the components `P` of the partition key and `S` of the sort key.
pub struct RefusedKey<E, P, S>(Marker<(E, P, S)>);

impl<E, P, S> Clone for RefusedKey<E, P, S> {
    fn clone(&self) -> Self {
        unreachable!("a program with a refused entity doesn't compile")
    }
}

impl<E, P, S> fmt::Debug for RefusedKey<E, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RefusedKey")
    }
}

#[diagnostic::do_not_recommend]
impl<E: Entity<Key = Self>, P: KeyTuple + 'static, S: KeyTuple + 'static> Key for RefusedKey<E, P, S> {
    type Entity = E;
    type Partition = P;
    type Sort = S;

    fn partition(&self) -> Result<String, KeyError> {
        unreachable!("a program with a refused entity doesn't compile")
    }

    fn sort(&self) -> Result<String, KeyError> {
        unreachable!("a program with a refused entity doesn't compile")
    }

    fn parse(_: &str, _: &str) -> Result<Self, KeyError> {
        unreachable!("a program with a refused entity doesn't compile")
    }

    fn fields(&self) -> Result<Vec<(&'static str, AttributeValue)>, Error> {
        unreachable!("a program with a refused entity doesn't compile")
    }

    fn from_fields(_: &Item) -> Result<Self, Error> {
        unreachable!("a program with a refused entity doesn't compile")
    }
}

/// The table of a refused entity that names none.
pub struct RefusedTable;

impl Table for RefusedTable {
    const KEY: &'static [KeyAttribute] = &[KeyAttribute::text(""), KeyAttribute::text("")];
    type SortScalar = scalar::S;
    const TYPE: Option<&'static str> = None;
    const TTL: Option<&'static str> = None;
    const STREAM: Option<StreamView> = None;
    const INDEXES: &'static [IndexSchema] = &[];
    const MODELS: &'static [&'static Model] = &[];
}

#[diagnostic::do_not_recommend]
impl TypeAttribute for RefusedTable {
    const TYPE_ATTRIBUTE: &'static str = "";
}
