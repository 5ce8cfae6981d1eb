//! A round that brings a person's signatures up to date.

use std::collections::{BTreeMap, BTreeSet};

use single_table::store::Backoff;
use tokio::time::Instant;

use super::bits::Bits;
use super::groups::{Group, Plan};
use super::{Signature, SignatureItems, drawn};
use crate::catalogue::{OpenHead, SegmentItems, Signed};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::search_text::Token;

impl Favorites {
    /// Brings a person's signatures up to date, for segments with these first ids in ascending order. Where somebody else is at it, or
    /// the time is up, it leaves the rest to the next round: what there is stays right.
    pub(crate) async fn sign(&self, user: &UserId, segments: &[DataId], end: Instant) -> Result<(), Error> {
        let Some((plan, stored, round)) = self.begin_round(user, segments, end).await? else { return Ok(()) };
        for group in &plan.made {
            if Instant::now() >= end
                || !self.make_signature(user, *group, &round, stored.get(&group.first_id)).await?
            {
                return Ok(());
            }
        }
        for signature in plan.removed.iter().filter_map(|first_id| stored.get(first_id)) {
            if !Error::unless_changed(self.store.remove(signature).await)? {
                return Ok(());
            }
        }
        self.finish_round(user, &round, plan.end, end).await
    }

    /// Has the head say that a round began. None where there is nothing to do, or no time.
    async fn begin_round(
        &self,
        user: &UserId,
        segments: &[DataId],
        end: Instant,
    ) -> Result<Option<(Plan, BTreeMap<DataId, Signature>, Signed)>, Error> {
        let mut backoff = Backoff::default();
        while Instant::now() < end {
            let head = self.open_head(user).await?;
            let stored = self.store.all(SignatureItems::query(user.clone()).consistent()).await?;
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

    /// Makes a signature from the segments as they are now. False when somebody else did meanwhile.
    async fn make_signature(
        &self,
        user: &UserId,
        group: Group,
        round: &Signed,
        before: Option<&Signature>,
    ) -> Result<bool, Error> {
        let mut tokens = BTreeSet::new();
        let mut position = group.end_id;
        while position > group.first_id {
            let query = SegmentItems::query(user.clone()).less_than(&(position,)).descending();
            let page = self.store.page(query.limit(group.segments).consistent()).await?;
            for segment in &page.items {
                Token::of_text(&segment.text, &mut tokens);
                position = segment.first_id;
                if position <= group.first_id {
                    break;
                }
            }
            if page.next.is_none() {
                break;
            }
        }
        let Group { first_id, end_id, segments } = group;
        let bits = Bits::pack(&tokens);
        let (user_id, generation, revision) = (user.clone(), round.generation(), drawn());
        let mut after = Signature { user_id, first_id, end_id, segments, generation, revision, bits };
        let put = match before {
            Some(before) => self.store.replace(before, &mut after).await,
            None => self.store.insert(&after).await,
        };
        Error::unless_changed(put)
    }

    /// Has the head say how far the signatures reach, unless another round began.
    async fn finish_round(
        &self,
        user: &UserId,
        round: &Signed,
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
