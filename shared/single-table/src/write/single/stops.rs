//! Sends a write although an expired item, or one in a past schema version, makes its condition fail at first.

use aws_sdk_dynamodb::types::Put as SdkPut;
use futures::future::{BoxFuture, FutureExt as _};

use super::request::SingleRequest;
use super::send::{Done, OneWrite, SingleFailure};
use super::upgrade::MOST_UPGRADES;
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;
use crate::write::rewrite::Upgrade;
use crate::{EpochSeconds, Item};

/// The handling of items that would stop a write. It has functions of the entity instead of the entity as a type parameter, so the code
/// that uses it is compiled once for each kind of request, and not for each entity.
pub(super) struct Stops<'a> {
    pub(super) table: &'a str,
    /// The put that replaces an expired item, if an expired item must not stop the write.
    pub(super) replacement: Option<SdkPut>,
    /// Returns the time of expiry of an item. The text is the name of the entity, for errors.
    pub(super) expires: fn(&Item, &'static str) -> Result<Option<EpochSeconds>, Error>,
    pub(super) upgrade: Upgrade,
}

impl<D: Database> Store<D> {
    /// Sends a write. An expired item that stops it is replaced, and one in a past schema version is upgraded.
    pub(super) fn write_past<'a, R: SingleRequest>(
        &'a self,
        stops: Stops<'a>,
        write: OneWrite<'a, R>,
    ) -> BoxFuture<'a, Result<Done, SingleFailure>> {
        async move {
            let mut upgrades = 0;
            loop {
                let answer = match &stops.replacement {
                    None => self.send(&write).await,
                    Some(put) => self.send_or_replace(&stops, &write, put.clone()).await,
                };
                let Err(SingleFailure::Condition(Some(item))) = &answer else { return answer };
                let is_upgraded = upgrades < MOST_UPGRADES
                    && self.upgrade(stops.upgrade, stops.table, item).await.map_err(SingleFailure::Failed)?;
                if !is_upgraded {
                    return answer;
                }
                upgrades += 1;
            }
        }
        .boxed()
    }
}
