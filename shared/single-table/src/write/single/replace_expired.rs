//! Sends a write that an expired item may stop, and the put that replaces the expired item.

use aws_sdk_dynamodb::types::Put as SdkPut;

use super::request::{Returns, SingleRequest};
use super::send::{Done, OneWrite, SingleFailure};
use super::stops::Stops;
use crate::store::Store;
use crate::table::Database;

impl<D: Database> Store<D> {
    /// Sends a write, or sends `put` if an expired item stops the write. If another writer replaces the expired item first, the
    /// write is sent again for the new item.
    pub(super) async fn send_or_replace<R: SingleRequest>(
        &self,
        stops: &Stops<'_>,
        write: &OneWrite<'_, R>,
        put: SdkPut,
    ) -> Result<Done, SingleFailure> {
        let answer = self.send(write).await;
        let Err(SingleFailure::Condition(Some(stopped_by))) = &answer else { return answer };
        let expires = (stops.expires)(stopped_by, stops.upgrade.entity()).map_err(SingleFailure::Failed)?;
        if !expires.is_some_and(|end| end.expired(self.now())) {
            return answer;
        }
        let item = (write.returns() == Returns::New).then(|| put.item.clone());
        let put = OneWrite::new(stops.upgrade.entity(), put).repeatable(write.is_repeatable());
        match self.send(&put).await {
            // An expired item counts as absent, so the write has no old item.
            Ok(done) => Ok(Done { item, ..done }),
            Err(SingleFailure::Condition(_)) => self.send(write).await,
            failed => failed,
        }
    }
}
