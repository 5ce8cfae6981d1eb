//! A round that brings a user's signatures up to date.

use std::collections::{BTreeMap, BTreeSet};

use futures::TryStreamExt as _;
use single_table::store::Backoff;
use tokio::time::Instant;

use super::bits::Bits;
use super::groups::{Group, Plan};
use super::{Signature, SignatureItems};
use crate::catalogue::revision::drawn;
use crate::catalogue::signature::coverage::Coverage;
use crate::catalogue::{OpenHead, SegmentItems};
use crate::error::Error;
use crate::model::ids::{DataId, UserId};
use crate::search_text::Token;
use crate::service::Favorites;

impl Favorites {
    /// Brings a user's signatures up to date, for segments with these first ids in ascending order. If another round is in
    /// progress, or the time is up, it leaves the rest to the next round; the stored signatures stay valid. Returns false if
    /// the time was up.
    pub(crate) async fn sign(&self, user: &UserId, segments: &[DataId], end: Instant) -> Result<bool, Error> {
        let Some((plan, stored, round)) = self.begin_round(user, segments, end).await? else {
            return Ok(Instant::now() < end);
        };
        for group in &plan.made {
            if Instant::now() >= end {
                return Ok(false);
            }
            if !self.make_signature(user, *group, &round, stored.get(&group.first_id)).await? {
                return Ok(true);
            }
        }
        for signature in plan.removed.iter().filter_map(|first_id| stored.get(first_id)) {
            if !Error::unless_changed(self.store.remove(signature).await)? {
                return Ok(true);
            }
        }
        self.finish_round(user, &round, plan.end, end).await?;
        Ok(true)
    }

    /// Notes in the head that a round began. Returns `None` if there is nothing to do, or if the time is up.
    async fn begin_round(
        &self,
        user: &UserId,
        segments: &[DataId],
        end: Instant,
    ) -> Result<Option<(Plan, BTreeMap<DataId, Signature>, Coverage)>, Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head = self.open_head(user).await?;
            let stored = self.store.stream(SignatureItems::query(user.clone()).consistent());
            let stored: Vec<_> = stored.map_ok(Signature::without_bits).try_collect().await?;
            let round = head.signed.begun();
            let plan = Plan::new(segments, self.signed_segments, &stored, &round);
            if plan.is_empty(&head.signed) {
                return Ok(None);
            }
            if self.put_signed(user, &head, &round).await? {
                let stored = stored.into_iter().map(|signature| (signature.first_id, signature)).collect();
                return Ok(Some((plan, stored, round)));
            }
            backoff.pause().await;
        }
        Ok(None)
    }

    /// Makes a signature from the current segments. Returns false if another round has made it in the meantime.
    async fn make_signature(
        &self,
        user: &UserId,
        group: Group,
        round: &Coverage,
        before: Option<&Signature>,
    ) -> Result<bool, Error> {
        let Group { first_id, end_id, segments } = group;
        let query = SegmentItems::query(user.clone()).less_than(&(end_id,)).descending();
        let mut newest_first = self.store.stream(query.limit(segments).consistent());
        let mut tokens = BTreeSet::new();
        while let Some(segment) = newest_first.try_next().await? {
            Token::of_text(&segment.text, &mut tokens);
            if segment.first_id <= first_id {
                break;
            }
        }
        let bits = Bits::pack(&tokens);
        let (user_id, generation, revision) = (user.clone(), round.generation(), drawn());
        let mut after = Signature { user_id, first_id, end_id, segments, generation, revision, bits };
        Error::unless_changed(self.store.save(before, &mut after).await)
    }

    /// Notes in the head the id at which the signatures end, unless another round has begun.
    async fn finish_round(
        &self,
        user: &UserId,
        round: &Coverage,
        signed_up_to: Option<DataId>,
        end: Instant,
    ) -> Result<(), Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head: OpenHead = self.open_head(user).await?;
            let Some(signed) = head.signed.finished(round, signed_up_to) else { break };
            if self.put_signed(user, &head, &signed).await? {
                break;
            }
            backoff.pause().await;
        }
        Ok(())
    }
}
