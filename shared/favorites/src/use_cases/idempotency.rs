//! Requests that may be repeated.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use single_table::write::{Cancelled, Op};
use single_table::{Entity, EpochSeconds, Timestamp, Transaction};
use uuid::Uuid;

use crate::error::Error;
use crate::limits::IDEMPOTENCY_KEEPS;
use crate::model::ids::{DataId, UserId};
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
    /// Makes a request of which nothing is remembered.
    pub(crate) fn none() -> Self {
        Self(None)
    }

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

/// The beginning of a request that takes several transactions. A repetition of the request has the same beginning, so it makes the
/// same ids.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Beginning {
    /// The time of the first request.
    pub(crate) time: Timestamp,
    /// Random bits, for the ids.
    pub(crate) seed: Uuid,
}

impl Beginning {
    fn at(time: Timestamp) -> Self {
        Self { time, seed: *DataId::at(time).as_uuid() }
    }

    /// Returns random bits for the id of the item at this place of the request.
    pub(crate) fn random(&self, place: usize) -> u128 {
        let mut digest = Sha256::new();
        digest.update(self.seed.as_bytes());
        digest.update(place.to_be_bytes());
        let mut bytes = [0; 16];
        bytes.copy_from_slice(&digest.finalize()[..16]);
        u128::from_be_bytes(bytes)
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

impl Favorites {
    /// Remembers the beginning of a request that takes several transactions, and returns it, or that of the first such request. `None`
    /// if the request has no key.
    pub(crate) async fn begin(&self, repeatable: &Repeatable) -> Result<Option<Beginning>, Error> {
        let now = self.store.now();
        let beginning = Beginning::at(now);
        let mut transaction = Transaction::new();
        let Some(remembered) = repeatable.remember(&mut transaction, &beginning, now)? else {
            return Ok(None);
        };
        match self.store.transact(transaction).cancelled().await? {
            None => Ok(Some(beginning)),
            Some(cancelled) => repeatable.replay(&cancelled, Some(remembered)),
        }
    }
}

fn json(value: &impl Serialize) -> Result<String, Error> {
    serde_json::to_string(value).map_err(|source| Error::Json(source.to_string()))
}
