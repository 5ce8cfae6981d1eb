//! Creates the template's table, or checks that the existing table matches it.

mod convert;
mod differences;
mod stored;

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, DisplayErrorContext};
use aws_sdk_dynamodb::operation::describe_table::DescribeTableError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, LocalSecondaryIndex, StreamSpecification,
    TableDescription, TableStatus, TimeToLiveSpecification,
};
use dynoxide::Database;

use self::convert::{attribute_type, key_schema, projection, stream_view_type};
use crate::template::Table;

/// The longest wait for a table to become active. The local engines need no time.
const ACTIVATION_PATIENCE: Duration = Duration::from_secs(30);

/// The service has no table to work with.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The engine refuses a request.
    #[error("the table {table}: {operation} failed: {reason}")]
    Request {
        /// The name of the table.
        table: String,
        /// The operation of the request.
        operation: &'static str,
        /// The error from the engine.
        reason: String,
    },
    /// A table with this name exists and has another schema.
    #[error(
        "the table {table} is not the one in template.yaml: {}; the service could not read its data. \
         Move the data folder away, or choose another folder with --data-dir",
        differences.join("; ")
    )]
    Differs {
        /// The name of the table.
        table: String,
        /// The differences, each a sentence.
        differences: Vec<String>,
    },
    /// The template's table definition can't be turned into a request.
    #[error("the table {table} in template.yaml is invalid: {reason}")]
    Invalid {
        /// The name of the table.
        table: String,
        /// The error in the definition.
        reason: String,
    },
    /// The table does not become active.
    #[error("the table {table} is not active after {} seconds", ACTIVATION_PATIENCE.as_secs())]
    Inactive {
        /// The name of the table.
        table: String,
    },
}

/// Creates `table` under `name`. If a table with this name exists, it must match.
pub(crate) async fn ensure(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    ensure_beside(describe(client, name).await?, client, table, name).await
}

/// Does the same as [`ensure`] in the embedded engine `database`, which `client` connects to. It reads none of the table's items.
pub(crate) async fn ensure_embedded(
    database: &Database,
    client: &Client,
    table: &Table,
    name: &str,
) -> Result<(), TableError> {
    ensure_beside(stored(database, name)?, client, table, name).await
}

/// Returns the differences between `table` and the table `name` in the embedded engine `database`, or `None` if that table does not exist.
pub(crate) fn stored_differences(
    database: &Database,
    table: &Table,
    name: &str,
) -> Result<Option<Vec<String>>, TableError> {
    Ok(stored(database, name)?.map(|description| differences::find(table, &description)))
}

fn stored(database: &Database, name: &str) -> Result<Option<TableDescription>, TableError> {
    stored::describe(database, name).map_err(|error| TableError::Request {
        table: name.to_owned(),
        operation: "reading the table's definition",
        reason: error.to_string(),
    })
}

async fn ensure_beside(
    found: Option<TableDescription>,
    client: &Client,
    table: &Table,
    name: &str,
) -> Result<(), TableError> {
    match found {
        None => {
            create(client, table, name).await?;
            wait_until_active(client, name).await?;
        }
        Some(description) => {
            let differences = differences::find(table, &description);
            if !differences.is_empty() {
                return Err(TableError::Differs { table: name.to_owned(), differences });
            }
        }
    }
    // Enable TTL on an existing table, too: if an earlier start was killed between the two requests, the table lacks it.
    enable_ttl(client, table, name).await
}

/// Deletes the table, for an engine that runs longer than the service.
pub(crate) async fn delete(client: &Client, name: &str) {
    if let Err(error) = client.delete_table().table_name(name).send().await {
        tracing::warn!(table = name, error = %DisplayErrorContext(error), "the table can't be deleted");
    }
}

async fn describe(client: &Client, name: &str) -> Result<Option<TableDescription>, TableError> {
    match client.describe_table().table_name(name).send().await {
        Ok(answer) => Ok(answer.table),
        Err(error)
            if error.as_service_error().is_some_and(DescribeTableError::is_resource_not_found_exception) =>
        {
            Ok(None)
        }
        Err(error) => Err(request_error(name, "DescribeTable", error)),
    }
}

async fn wait_until_active(client: &Client, name: &str) -> Result<(), TableError> {
    let active = async {
        loop {
            let description = describe(client, name).await?;
            if description.is_some_and(|table| table.table_status == Some(TableStatus::Active)) {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let patience = tokio::time::timeout(ACTIVATION_PATIENCE, active);
    patience.await.unwrap_or_else(|_| Err(TableError::Inactive { table: name.to_owned() }))
}

async fn create(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    let invalid =
        |error: BuildError| TableError::Invalid { table: name.to_owned(), reason: error.to_string() };
    let mut request = client
        .create_table()
        .table_name(name)
        .billing_mode(BillingMode::PayPerRequest)
        .set_key_schema(Some(key_schema(&table.key).map_err(invalid)?));
    for (attribute, kind) in &table.attributes {
        let definition = AttributeDefinition::builder()
            .attribute_name(attribute)
            .attribute_type(attribute_type(*kind))
            .build();
        request = request.attribute_definitions(definition.map_err(invalid)?);
    }
    for (index_name, index) in &table.global_indexes {
        let index = GlobalSecondaryIndex::builder()
            .index_name(index_name)
            .set_key_schema(Some(key_schema(&index.key).map_err(invalid)?))
            .projection(projection(&index.projection))
            .build();
        request = request.global_secondary_indexes(index.map_err(invalid)?);
    }
    for (index_name, index) in &table.local_indexes {
        let index = LocalSecondaryIndex::builder()
            .index_name(index_name)
            .set_key_schema(Some(key_schema(&index.key).map_err(invalid)?))
            .projection(projection(&index.projection))
            .build();
        request = request.local_secondary_indexes(index.map_err(invalid)?);
    }
    if let Some(view) = table.stream {
        let stream =
            StreamSpecification::builder().stream_enabled(true).stream_view_type(stream_view_type(view));
        request = request.stream_specification(stream.build().map_err(invalid)?);
    }
    request.send().await.map_err(|error| request_error(name, "CreateTable", error))?;
    Ok(())
}

async fn enable_ttl(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    let Some(attribute) = &table.ttl_attribute else { return Ok(()) };
    let current = client.describe_time_to_live().table_name(name).send().await;
    let current = current.map_err(|error| request_error(name, "DescribeTimeToLive", error))?;
    match current.time_to_live_description.and_then(|ttl| ttl.attribute_name) {
        Some(found) if found == *attribute => return Ok(()),
        Some(found) => {
            let differences = vec![format!("items expire by {found}, not {attribute}")];
            return Err(TableError::Differs { table: name.to_owned(), differences });
        }
        None => {}
    }
    let specification = TimeToLiveSpecification::builder().enabled(true).attribute_name(attribute).build();
    let specification = specification
        .map_err(|error| TableError::Invalid { table: name.to_owned(), reason: error.to_string() })?;
    let request = client.update_time_to_live().table_name(name).time_to_live_specification(specification);
    request.send().await.map_err(|error| request_error(name, "UpdateTimeToLive", error))?;
    Ok(())
}

fn request_error<E>(table: &str, operation: &'static str, error: E) -> TableError
where
    E: std::error::Error,
{
    TableError::Request { table: table.to_owned(), operation, reason: DisplayErrorContext(error).to_string() }
}
