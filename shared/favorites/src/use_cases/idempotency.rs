//! Requests that may be repeated.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use single_table::write::{Cancelled, Op};
use single_table::{Entity, EpochSeconds, Timestamp, Transaction};

use crate::error::Error;
use crate::limits::IDEMPOTENCY_KEEPS;
use crate::model::ids::UserId;
use crate::model::value::IdempotencyKey;
use crate::service::Favorites;
use crate::table::FavoritesTable;

/// The result of a request with an idempotency key. The request's own transaction writes it.
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

/// A request that may be repeated if it has an idempotency key. Without a key, nothing of the request is remembered.
pub(crate) struct Repeatable(Option<Keyed>);

/// A request with an idempotency key.
struct Keyed {
    key: IdempotencyRecordKey,
    /// The fingerprint of the request, as in its record.
    fingerprint: String,
}

impl Repeatable {
    /// Makes the request `operation` with `input`.
    pub(crate) fn new(
        user: &UserId,
        key: Option<&IdempotencyKey>,
        operation: &str,
        input: &impl Serialize,
    ) -> Result<Self, Error> {
        let Some(key) = key else { return Ok(Self(None)) };
        let mut digest = Sha256::new();
        digest.update(operation);
        digest.update([0]);
        digest.update(json(input)?);
        let fingerprint = hex::encode(digest.finalize());
        let key = IdempotencyRecordKey { user_id: user.clone(), idempotency_key: key.as_str().to_owned() };
        Ok(Self(Some(Keyed { key, fingerprint })))
    }

    /// Has the transaction remember `result`. Returns the operation, or `None` without a key.
    pub(crate) fn remember(
        &self,
        transaction: &mut Transaction<FavoritesTable>,
        result: &impl Serialize,
        now: Timestamp,
    ) -> Result<Option<Op<IdempotencyRecord>>, Error> {
        let Some(Keyed { key, fingerprint }) = &self.0 else { return Ok(None) };
        let record = IdempotencyRecord {
            user_id: key.user_id.clone(),
            idempotency_key: key.idempotency_key.clone(),
            fingerprint: fingerprint.clone(),
            result: json(result)?,
            expire_time: EpochSeconds::of(now).plus(IDEMPOTENCY_KEEPS),
        };
        Ok(Some(transaction.insert(&record)))
    }

    /// Returns the answer to the first such request, if that request is why the transaction was cancelled.
    pub(crate) fn replay<T: DeserializeOwned>(
        &self,
        cancelled: &Cancelled,
        remembered: Option<Op<IdempotencyRecord>>,
    ) -> Result<Option<T>, Error> {
        let Some((keyed, op)) = self.0.as_ref().zip(remembered) else { return Ok(None) };
        cancelled.item(op)?.map(|record| keyed.result(&record)).transpose()
    }
}

impl Keyed {
    fn result<T: DeserializeOwned>(&self, record: &IdempotencyRecord) -> Result<T, Error> {
        if record.fingerprint != self.fingerprint {
            return Err(Error::IdempotencyKeyReused);
        }
        serde_json::from_str(&record.result).map_err(|source| Error::Json(source.to_string()))
    }
}

impl Favorites {
    /// Returns the answer to the first such request: `None` if there was none within [`IDEMPOTENCY_KEEPS`], or if the request has
    /// no key.
    pub(crate) async fn first_result<T: DeserializeOwned>(
        &self,
        repeatable: &Repeatable,
    ) -> Result<Option<T>, Error> {
        let Some(keyed) = &repeatable.0 else { return Ok(None) };
        let record = self.store.get(&keyed.key).consistent().await?;
        record.map(|record| keyed.result(&record)).transpose()
    }
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|source| Error::Json(source.to_string()))
}
