//! The operations of the DynamoDB API, as the embedded engine runs them.

use dynoxide::{Database, DynoxideError};

use super::json::{internal, read, write};
use super::{pages, records};
use crate::engine::EmbeddedEngine;

/// Runs an operation with the body of a request. Blocks until the engine has finished.
type Run = fn(&Database, &[u8]) -> Result<String, DynoxideError>;

/// An operation of the DynamoDB API.
#[derive(Clone, Copy)]
pub(super) struct Operation {
    run: Run,
    /// True if the operation only reads items or stream records, and need not see all of them at the same moment.
    pub(super) reads: bool,
    /// True if the operation may add a record to the stream.
    pub(super) writes: bool,
    schema: Schema,
}

/// The effect of an operation on the definitions of tables.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Schema {
    Stays,
    /// There may be a new table, whose indexes are not shared yet.
    Grows,
    /// A table changes or goes. The engine must find its own tables of the indexes.
    Changes,
}

impl Schema {
    fn after(operation: &str) -> Self {
        match operation {
            "CreateTable" => Self::Grows,
            "DeleteTable" | "UpdateTable" => Self::Changes,
            _ => Self::Stays,
        }
    }
}

impl Operation {
    /// Runs the operation. Blocks until the engine has finished.
    pub(super) fn run(self, engine: &EmbeddedEngine, body: &[u8]) -> Result<String, DynoxideError> {
        if self.schema == Schema::Changes {
            engine.unshare_indexes().map_err(internal)?;
        }
        let database = if self.reads { engine.reader() } else { engine.database() };
        let result = (self.run)(&database, body);
        if self.schema != Schema::Stays {
            engine.share_indexes().map_err(internal)?;
        }
        result
    }

    /// Runs the operation in an engine whose tables are all its own.
    pub(super) fn run_in_memory(self, database: &Database, body: &[u8]) -> Result<String, DynoxideError> {
        (self.run)(database, body)
    }

    pub(super) fn of_target(target: &str) -> Option<Self> {
        operation_name(target).and_then(Self::named)
    }

    pub(super) fn named(name: &str) -> Option<Self> {
        macro_rules! operations {
            (reads: $($read:literal => $read_method:ident),+; other: $($other:literal => $other_method:ident),+; writes: $($write:literal => $write_method:ident),+;) => {
                match name {
                    $($read => Self { run: |database, body| write(&database.$read_method(read(body)?)?), reads: true, writes: false, schema: Schema::Stays },)+
                    $($other => Self { run: |database, body| write(&database.$other_method(read(body)?)?), reads: false, writes: false, schema: Schema::after(name) },)+
                    $($write => Self { run: |database, body| write(&database.$write_method(read(body)?)?), reads: false, writes: true, schema: Schema::Stays },)+
                    _ => return None,
                }
            };
        }
        let adapted: Option<Run> = match name {
            "GetRecords" => Some(records::get_records),
            "Query" => Some(pages::query),
            "Scan" => Some(pages::scan),
            _ => None,
        };
        if let Some(run) = adapted {
            return Some(Self { run, reads: true, writes: false, schema: Schema::Stays });
        }
        Some(operations! {
            reads:
                "BatchGetItem" => batch_get_item,
                "GetItem" => get_item;
            other:
                "CreateTable" => create_table,
                "DeleteTable" => delete_table,
                "DescribeStream" => describe_stream,
                "DescribeTable" => describe_table,
                "DescribeTimeToLive" => describe_time_to_live,
                "GetShardIterator" => get_shard_iterator,
                "ListStreams" => list_streams,
                "ListTables" => list_tables,
                "ListTagsOfResource" => list_tags_of_resource,
                "TagResource" => tag_resource,
                "TransactGetItems" => transact_get_items,
                "UntagResource" => untag_resource,
                "UpdateTable" => update_table,
                "UpdateTimeToLive" => update_time_to_live;
            writes:
                "BatchExecuteStatement" => batch_execute_statement,
                "BatchWriteItem" => batch_write_item,
                "DeleteItem" => delete_item,
                "ExecuteStatement" => execute_statement,
                "ExecuteTransaction" => execute_transaction,
                "PutItem" => put_item,
                "TransactWriteItems" => transact_write_items,
                "UpdateItem" => update_item;
        })
    }
}

/// Returns the operation of a target: `PutItem` for `DynamoDB_20120810.PutItem`.
pub(super) fn operation_name(target: &str) -> Option<&str> {
    let (service, operation) = target.split_once('.')?;
    matches!(service, "DynamoDB_20120810" | "DynamoDBStreams_20120810").then_some(operation)
}
