//! Sends batches of writes.

use std::collections::HashSet;
use std::fmt;
use std::future::IntoFuture;

use aws_sdk_dynamodb::operation::batch_write_item::builders::BatchWriteItemFluentBuilder;
use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, ReturnConsumedCapacity, WriteRequest};

use futures::future::BoxFuture;

use super::list::{Action, BatchMember, BatchWrite, BatchWritten};
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::store::{Address, Chunks, Store, by_table, each_once, in_span};
use crate::table::Database;
use crate::write::customize::Customize;

/// The most items of one `BatchWriteItem`, over all tables (see its page in the DynamoDB API reference).
const MOST_WRITES: usize = 25;

impl<D: Database> Store<D> {
    /// Writes many items, of any entities and tables, with `BatchWriteItem` in chunks of 25. Writes that DynamoDB leaves
    /// unprocessed are sent again. The result contains those that are still left after several tries.
    ///
    /// # Errors
    /// The error of the first item or key that can't be built; nothing is written then. The error of a request that DynamoDB
    /// refuses or does not answer; earlier chunks are written then.
    pub fn batch_write(&self, batch: BatchWrite<D>) -> SendBatch<'_, D> {
        SendBatch { store: self, batch, customize: None }
    }

    async fn write_chunks(
        &self,
        batch: BatchWrite<D>,
        customize: Option<&Customize<'_, BatchWriteItemFluentBuilder>>,
    ) -> Result<BatchWritten<D>, Error> {
        let mut chunks = Chunks::new(batch.last_ones(&self.names)?, MOST_WRITES);
        let mut spent = Units::default();
        while let Some(chunk) = chunks.next() {
            let unwritten = self.batch_write_once(&chunk, customize, &mut spent).await;
            chunks.settle(chunk, unwritten).await?;
        }
        let left = chunks.into_left().map(|(_, write)| write).collect();
        Ok(BatchWritten { units: spent, left })
    }

    /// Writes one chunk, and returns the addresses of the items that were not written.
    async fn batch_write_once(
        &self,
        chunk: &[(Address, BatchMember<D>)],
        customize: Option<&Customize<'_, BatchWriteItemFluentBuilder>>,
        spent: &mut Units,
    ) -> Result<HashSet<Address>, Error> {
        let tables = by_table(chunk);
        let requests = tables
            .iter()
            .map(|(table, writes)| ((*table).to_owned(), writes.iter().copied().map(request).collect()));
        let mut builder = self
            .client
            .batch_write_item()
            .set_request_items(Some(requests.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total);
        if let Some(customize) = customize {
            builder = customize(builder);
        }
        let entities = each_once(chunk.iter().map(|(_, write)| write.part.entity));
        let answer = in_span(&entities, None, builder.send()).await;
        let (answer, units) = self.received(&entities, None, answer)?;
        spent.write += units.write;
        let mut unprocessed = answer.unprocessed_items.unwrap_or_default();
        let mut unwritten = HashSet::new();
        for (table, writes) in tables {
            for left in unprocessed.remove(table).unwrap_or_default() {
                unwritten.insert(writes[0].part.address_of(&item_or_key(left), &self.names)?);
            }
        }
        Ok(unwritten)
    }
}

/// A batch that is sent when it is awaited. [`Store::batch_write`] returns this value.
#[must_use = "a batch is sent when it is awaited"]
pub struct SendBatch<'a, D: Database> {
    store: &'a Store<D>,
    batch: BatchWrite<D>,
    customize: Option<Box<Customize<'a, BatchWriteItemFluentBuilder>>>,
}

impl<'a, D: Database> SendBatch<'a, D> {
    /// Changes the SDK's builder of each request before it is sent, for a parameter that this library does not know. The change
    /// can override the library's own parameters.
    pub fn customize(
        mut self,
        change: impl Fn(BatchWriteItemFluentBuilder) -> BatchWriteItemFluentBuilder + Send + Sync + 'a,
    ) -> Self {
        self.customize = Some(Box::new(change));
        self
    }
}

impl<'a, D: Database> IntoFuture for SendBatch<'a, D> {
    type Output = Result<BatchWritten<D>, Error>;
    type IntoFuture = BoxFuture<'a, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        let Self { store, batch, customize } = self;
        Box::pin(async move { store.write_chunks(batch, customize.as_deref()).await })
    }
}

impl<D: Database> fmt::Debug for SendBatch<'_, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SendBatch").field("batch", &self.batch).finish_non_exhaustive()
    }
}

fn request<D: Database>(write: &BatchMember<D>) -> WriteRequest {
    let item = Some(write.part.item.clone());
    let set = "the item or key is set right before";
    match write.action {
        Action::Put => {
            let put = PutRequest::builder().set_item(item).build().expect(set);
            WriteRequest::builder().put_request(put).build()
        }
        Action::Delete => {
            let delete = DeleteRequest::builder().set_key(item).build().expect(set);
            WriteRequest::builder().delete_request(delete).build()
        }
    }
}

/// Returns the item of a put or the key of a delete; an empty item if the request is neither.
fn item_or_key(request: WriteRequest) -> Item {
    let item = request.put_request.map(|put| put.item);
    item.or(request.delete_request.map(|delete| delete.key)).unwrap_or_default()
}
