//! Writes of many items.

use std::collections::HashSet;

use aws_sdk_dynamodb::types::{DeleteRequest, PutRequest, ReturnConsumedCapacity, WriteRequest};

use super::{Action, BatchWrite, BatchWritten, Write};
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::store::{Address, Chunks, Store, by_table, each_once};
use crate::table::Database;

/// The most items of one `BatchWriteItem`, over all tables (see its page in the DynamoDB API reference).
const MOST_WRITES: usize = 25;

impl<D: Database> Store<D> {
    /// Writes many items, of any entities and tables, in chunks of 25: `BatchWriteItem`. What DynamoDB hands back is sent
    /// again; what it never writes is a part of the result.
    ///
    /// # Errors
    /// When an item or a key can't be made: then nothing is written. When DynamoDB refuses the request or can't be reached:
    /// then earlier chunks are written.
    pub async fn batch_write(&self, batch: BatchWrite<D>) -> Result<BatchWritten<D>, Error> {
        let mut chunks = Chunks::new(batch.last_ones(&self.names)?, MOST_WRITES);
        let mut spent = Units::default();
        while let Some(chunk) = chunks.next() {
            let unwritten = self.batch_write_once(&chunk, &mut spent).await;
            chunks.settle(chunk, unwritten).await?;
        }
        let left = chunks.into_left().map(|(_, write)| write).collect();
        Ok(BatchWritten { units: spent, left })
    }

    /// Writes one chunk, and says which of it was not written.
    async fn batch_write_once(
        &self,
        chunk: &[(Address, Write<D>)],
        spent: &mut Units,
    ) -> Result<HashSet<Address>, Error> {
        let tables = by_table(chunk);
        let requests = tables
            .iter()
            .map(|(table, writes)| ((*table).to_owned(), writes.iter().copied().map(request).collect()));
        let answer = self
            .client
            .batch_write_item()
            .set_request_items(Some(requests.collect()))
            .return_consumed_capacity(ReturnConsumedCapacity::Total)
            .send()
            .await;
        let entities = each_once(chunk.iter().map(|(_, write)| write.part.entity));
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

fn request<D: Database>(write: &Write<D>) -> WriteRequest {
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

/// The item of a put or the key of a delete; nothing where it is neither.
fn item_or_key(request: WriteRequest) -> Item {
    let item = request.put_request.map(|put| put.item);
    item.or(request.delete_request.map(|delete| delete.key)).unwrap_or_default()
}
