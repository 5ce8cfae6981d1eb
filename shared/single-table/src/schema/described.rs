//! A table as DynamoDB describes it.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{
    KeySchemaElement, Projection, StreamSpecification, TableDescription, TimeToLiveDescription,
    TimeToLiveStatus,
};

use super::found::{Found, FoundAttribute, FoundIndex};
use super::{Difference, Schema};
use crate::error::{Error, FailedRequest};
use crate::table::IndexKind;

impl Schema {
    /// Returns the differences between a deployed table and this schema, with `DescribeTable` and `DescribeTimeToLive`.
    ///
    /// # Errors
    /// [`Error::Refused`] with `ResourceNotFoundException` if the table does not exist.
    pub async fn check(&self, client: &Client, name: &str) -> Result<Vec<Difference>, Error> {
        let table = describe(client, name).await?;
        let ttl = client.describe_time_to_live().table_name(name).send().await;
        let ttl = ttl.map_err(|error| Error::of_sdk(error, FailedRequest::of_table("DescribeTimeToLive")))?;
        Ok(self.differences_to_table(&table, ttl.time_to_live_description()))
    }

    /// Returns the differences between this schema and a table that `DescribeTable` and `DescribeTimeToLive` describe. Without
    /// the answer to `DescribeTimeToLive`, the table counts as one without a TTL attribute. [`check`](Self::check) sends both
    /// requests.
    #[must_use]
    pub fn differences_to_table(
        &self,
        table: &TableDescription,
        ttl: Option<&TimeToLiveDescription>,
    ) -> Vec<Difference> {
        self.differences(read(table, ttl))
    }
}

pub(super) async fn describe(client: &Client, name: &str) -> Result<TableDescription, Error> {
    let answer = client.describe_table().table_name(name).send().await;
    let answer = answer.map_err(|error| Error::of_sdk(error, FailedRequest::of_table("DescribeTable")))?;
    answer.table.ok_or_else(|| Error::Response { what: format!("no description of table {name}") })
}

fn read(table: &TableDescription, ttl: Option<&TimeToLiveDescription>) -> Found {
    let global = table.global_secondary_indexes().iter().map(|index| {
        read_index(IndexKind::Global, index.index_name(), index.key_schema(), index.projection())
    });
    let local = table.local_secondary_indexes().iter().map(|index| {
        read_index(IndexKind::Local, index.index_name(), index.key_schema(), index.projection())
    });
    let attributes = table.attribute_definitions().iter().map(|definition| FoundAttribute {
        name: Ok(definition.attribute_name().to_owned()),
        scalar: Ok(definition.attribute_type().clone()),
    });
    let stream = table.stream_specification().filter(|stream| stream.stream_enabled());
    Found {
        key: Ok(table.key_schema().to_vec()),
        attributes: attributes.collect(),
        indexes: global.chain(local).collect(),
        ttl: Ok(ttl.and_then(read_ttl)),
        stream: Ok(stream.and_then(StreamSpecification::stream_view_type).cloned()),
        unreadable: Vec::new(),
    }
}

fn read_index(
    kind: IndexKind,
    name: Option<&str>,
    key: &[KeySchemaElement],
    projection: Option<&Projection>,
) -> FoundIndex {
    FoundIndex {
        kind,
        name: Ok(name.unwrap_or_default().to_owned()),
        key: Ok(key.to_vec()),
        projection: Ok(projection.cloned()),
    }
}

/// Returns the TTL attribute that the table has or will have: DynamoDB takes up to an hour to enable or disable it (see "Using
/// time to live" in the developer guide).
fn read_ttl(ttl: &TimeToLiveDescription) -> Option<String> {
    let on =
        matches!(ttl.time_to_live_status(), Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling));
    ttl.attribute_name().filter(|_| on).map(str::to_owned)
}
