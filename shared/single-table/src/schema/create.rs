//! Creates tables.

use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::create_table::builders::CreateTableFluentBuilder;
use aws_sdk_dynamodb::types::{
    BillingMode, GlobalSecondaryIndex, LocalSecondaryIndex, StreamSpecification, TableStatus,
    TimeToLiveSpecification,
};

use super::described::describe;
use super::{IndexList, Schema};
use crate::error::{Error, FailedRequest};
use crate::table::{IndexSchema, StreamView};

/// The wait between two status requests.
const POLL_WAIT: Duration = Duration::from_secs(1);
/// The maximum number of status requests. DynamoDB creates an empty table within seconds.
const POLLS: u32 = 300;

/// An error of [`Schema::create`].
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CreateError {
    /// A request failed.
    #[error(transparent)]
    Failed(#[from] Error),
    /// DynamoDB has not finished the table yet.
    #[error("table {table} is {status} and not ACTIVE after {} s", (POLL_WAIT * POLLS).as_secs())]
    NotActive {
        /// The table's name.
        table: String,
        /// The status in the last answer.
        status: TableStatus,
    },
}

impl Schema {
    /// Returns the request that creates the table with on-demand billing. Users can add parameters to the
    /// request, such as tags or deletion protection.
    ///
    /// `CreateTable` can't set a TTL attribute; [`create`](Self::create) enables it with a second request.
    ///
    /// ```
    /// # single_table::table! {
    /// #     /// All that the music library keeps.
    /// #     pub struct MusicTable { key: (pk, sk), entities: [] }
    /// # }
    /// use single_table::{Client, Schema};
    ///
    /// async fn make(client: &Client) -> Result<(), Box<dyn std::error::Error>> {
    ///     let request = Schema::of::<MusicTable>().create_table(client, "music-items");
    ///     request.deletion_protection_enabled(true).send().await?;
    ///     Ok(())
    /// }
    /// ```
    #[must_use]
    pub fn create_table(&self, client: &Client, name: &str) -> CreateTableFluentBuilder {
        client
            .create_table()
            .table_name(name)
            .billing_mode(BillingMode::PayPerRequest)
            .set_key_schema(Some(self.key_schema()))
            .set_attribute_definitions(Some(self.attribute_definitions().collect()))
            .set_global_secondary_indexes(unless_empty(self.indexes_in(IndexList::Global).map(global_index)))
            .set_local_secondary_indexes(unless_empty(self.indexes_in(IndexList::Local).map(local_index)))
            .set_stream_specification(self.stream.map(stream))
    }

    /// Creates the table, waits until it is `ACTIVE` (at most five minutes), and enables the TTL attribute.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ResourceInUseException` when a table of that name exists. After any later error the table exists,
    /// perhaps without its TTL attribute: [`check`](Self::check) returns the difference.
    pub async fn create(&self, client: &Client, name: &str) -> Result<(), CreateError> {
        let created = self.create_table(client, name).send().await;
        created.map_err(|error| Error::of_sdk(error, FailedRequest::of_table("CreateTable")))?;
        wait_until_active(client, name).await?;
        Ok(self.enable_ttl(client, name).await?)
    }

    async fn enable_ttl(&self, client: &Client, name: &str) -> Result<(), Error> {
        let Some(ttl) = self.ttl else { return Ok(()) };
        let specification = TimeToLiveSpecification::builder().enabled(true).attribute_name(ttl);
        let specification = specification.build().expect("both members are set");
        let request = client.update_time_to_live().table_name(name).time_to_live_specification(specification);
        let updated = request.send().await;
        updated.map_err(|error| Error::of_sdk(error, FailedRequest::of_table("UpdateTimeToLive")))?;
        Ok(())
    }
}

fn global_index(index: &IndexSchema) -> GlobalSecondaryIndex {
    let builder = GlobalSecondaryIndex::builder().index_name(index.name).projection(index.projection.into());
    builder.set_key_schema(Some(index.key_schema())).build().expect("all members are set")
}

fn local_index(index: &IndexSchema) -> LocalSecondaryIndex {
    let builder = LocalSecondaryIndex::builder().index_name(index.name).projection(index.projection.into());
    builder.set_key_schema(Some(index.key_schema())).build().expect("all members are set")
}

fn stream(view: StreamView) -> StreamSpecification {
    let builder = StreamSpecification::builder().stream_enabled(true).stream_view_type(view.into());
    builder.build().expect("both members are set")
}

/// Returns `None` for an empty list of indexes, because DynamoDB refuses one.
fn unless_empty<T>(list: impl Iterator<Item = T>) -> Option<Vec<T>> {
    let list: Vec<_> = list.collect();
    if list.is_empty() { None } else { Some(list) }
}

async fn wait_until_active(client: &Client, name: &str) -> Result<(), CreateError> {
    let mut status = TableStatus::Creating;
    for _ in 0..POLLS {
        match describe(client, name).await {
            Ok(table) => status = table.table_status.unwrap_or(status),
            // `DescribeTable` is eventually consistent: "try the request again" (its page in the API reference).
            Err(Error::Refused { code, .. }) if code == "ResourceNotFoundException" => {}
            Err(error) => return Err(error.into()),
        }
        if status == TableStatus::Active {
            return Ok(());
        }
        tokio::time::sleep(POLL_WAIT).await;
    }
    Err(CreateError::NotActive { table: name.to_owned(), status })
}
