//! Makes the template's table, or checks that the one that is there is the same.

mod convert;
mod differences;

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::error::{BuildError, DisplayErrorContext};
use aws_sdk_dynamodb::operation::describe_table::DescribeTableError;
use aws_sdk_dynamodb::types::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, LocalSecondaryIndex, StreamSpecification,
    TableDescription, TableStatus, TimeToLiveSpecification,
};

use self::convert::{attribute_type, key_schema, projection, stream_view_type};
use crate::template::Table;

/// How long a table may take to become active. The engines here take none.
const ACTIVATION_PATIENCE: Duration = Duration::from_secs(30);

/// Why there is no table to work with.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The engine refuses.
    #[error("table {table}: {operation}: {reason}")]
    Request {
        /// The table.
        table: String,
        /// What was asked.
        operation: &'static str,
        /// What the engine says.
        reason: String,
    },
    /// There is a table of that name with another schema.
    #[error(
        "table {table} is not the one in template.yaml: {}; its data would be unreadable. Move the data folder away or choose another with --data-dir",
        differences.join("; ")
    )]
    Differs {
        /// The table.
        table: String,
        /// What is different.
        differences: Vec<String>,
    },
    /// The template's table cannot be asked for.
    #[error("table {table}: {reason}")]
    Invalid {
        /// The table.
        table: String,
        /// What is wrong.
        reason: String,
    },
    /// It does not become active.
    #[error("table {table} is not active after {} seconds", ACTIVATION_PATIENCE.as_secs())]
    Inactive {
        /// The table.
        table: String,
    },
}

/// Makes `table` under `name` where there is none; where there is one, it must be the same.
pub(crate) async fn ensure(client: &Client, table: &Table, name: &str) -> Result<(), TableError> {
    match describe(client, name).await? {
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
    // Also on a table that is there: a start that was cut off between the two requests left it without.
    enable_ttl(client, table, name).await
}

/// Deletes the table, for an engine that outlives the service.
pub(crate) async fn delete(client: &Client, name: &str) {
    if let Err(error) = client.delete_table().table_name(name).send().await {
        tracing::warn!(table = name, error = %DisplayErrorContext(error), "the table stays behind");
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
