//! Sends a write that an expired item may stop, and the put that replaces the expired item.

use aws_sdk_dynamodb::types::Put as SdkPut;

use super::request::{Returns, SingleRequest};
use super::send::{Done, OneWrite, SingleFailure};
use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::item;
use crate::store::Store;
use crate::table::Database;

impl<D: Database> Store<D> {
    /// Sends a write, or sends `put` if an expired item stops the write. If another writer replaces the expired item first, the
    /// write is sent again for the new item.
    pub(super) async fn send_or_replace<E: Entity, R: SingleRequest>(
        &self,
        write: &OneWrite<'_, R>,
        put: SdkPut,
    ) -> Result<Done, SingleFailure> {
        let answer = self.send(write).await;
        let Err(SingleFailure::Condition(Some(stopped_by))) = &answer else { return answer };
        if !self.is_expired::<E>(stopped_by).map_err(SingleFailure::Failed)? {
            return answer;
        }
        let item = (write.returns() == Returns::New).then(|| put.item.clone());
        let put = OneWrite::new(E::NAME.as_str(), put).repeatable(write.is_repeatable());
        match self.send(&put).await {
            // An expired item counts as absent, so the write has no old item.
            Ok(done) => Ok(Done { item, ..done }),
            Err(SingleFailure::Condition(_)) => self.send(write).await,
            failed => failed,
        }
    }

    fn is_expired<E: Entity>(&self, item: &Item) -> Result<bool, Error> {
        let expires = item::expires::<E>(item, E::NAME.as_str())?;
        Ok(expires.is_some_and(|end| end.expired(self.now())))
    }
}
