//! Requests that may be repeated.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use single_table::write::{Cancelled, Op};
use single_table::{Entity, EpochSeconds, Timestamp, Transaction};

use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::UserId;
use crate::limits::IDEMPOTENCY_KEEPS;
use crate::table::FavoritesTable;
use crate::value::IdempotencyKey;

/// What a request with an idempotency key did. It is written in the transaction that did it.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = FavoritesTable, name = "Idempotency", partition(user_id), sort(idempotency_key), ttl(expire_time))]
pub(crate) struct IdempotencyRecord {
    user_id: UserId,
    idempotency_key: String,
    /// SHA-256 of the operation and its input, in hexadecimal digits.
    fingerprint: String,
    /// The result as JSON.
    result: String,
    expire_time: EpochSeconds,
}

/// A request that carries an idempotency key.
pub(crate) struct Repeatable<'a> {
    user: &'a UserId,
    key: &'a IdempotencyKey,
    fingerprint: String,
}

impl<'a> Repeatable<'a> {
    /// The request `operation` with `input`; none without a key.
    pub(crate) fn new(
        user: &'a UserId,
        key: Option<&'a IdempotencyKey>,
        operation: &str,
        input: &impl Serialize,
    ) -> Result<Option<Self>, Error> {
        let Some(key) = key else { return Ok(None) };
        let mut digest = Sha256::new();
        digest.update(operation);
        digest.update([0]);
        digest.update(json(input)?);
        let fingerprint = hex::encode(digest.finalize());
        Ok(Some(Self { user, key, fingerprint }))
    }

    /// Has the transaction remember `result`.
    pub(crate) fn remember(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        result: &impl Serialize,
        now: Timestamp,
    ) -> Result<Op<IdempotencyRecord>, Error> {
        let record = IdempotencyRecord {
            user_id: self.user.clone(),
            idempotency_key: self.key.as_str().to_owned(),
            fingerprint: self.fingerprint.clone(),
            result: json(result)?,
            expire_time: EpochSeconds::of(now).plus(IDEMPOTENCY_KEEPS),
        };
        Ok(transaction.insert(&record))
    }

    /// What the first such request answered, where that is why the transaction was cancelled.
    pub(crate) fn replay<T: DeserializeOwned>(
        &self,
        cancelled: &Cancelled,
        op: Op<IdempotencyRecord>,
    ) -> Result<Option<T>, Error> {
        cancelled.item(op)?.map(|record| self.result(&record)).transpose()
    }

    fn result<T: DeserializeOwned>(&self, record: &IdempotencyRecord) -> Result<T, Error> {
        if record.fingerprint != self.fingerprint {
            return Err(Error::IdempotencyKeyReused);
        }
        serde_json::from_str(&record.result).map_err(|source| Error::Json(source.to_string()))
    }
}

impl Favorites {
    /// What the first such request answered; none when there was none within [`IDEMPOTENCY_KEEPS`].
    pub(crate) async fn first_result<T: DeserializeOwned>(
        &self,
        repeatable: &Repeatable<'_>,
    ) -> Result<Option<T>, Error> {
        let key = IdempotencyRecordKey {
            user_id: repeatable.user.clone(),
            idempotency_key: repeatable.key.as_str().to_owned(),
        };
        let record = self.store.get::<IdempotencyRecord>(&key).consistent().await?;
        record.map(|record| repeatable.result(&record)).transpose()
    }
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|source| Error::Json(source.to_string()))
}
