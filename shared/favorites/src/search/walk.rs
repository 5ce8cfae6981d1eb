//! Reads a user's catalogue for a search, from the newest segment on, and skips segments that can't match.

use std::collections::VecDeque;

use futures::future::try_join_all;
use tokio::time::timeout_at;

use super::budget::Budget;
use super::filter::{Filter, Found};
use crate::catalogue::signature::{Alternatives, Signature, SignatureItems};
use crate::catalogue::{OpenHead, Segment, SegmentItems};
use crate::error::{Busy, Error};
use crate::model::ids::{DataId, UserId};
use crate::service::Favorites;

/// The number of groups of segments in the first read; a segment has up to 6 KB. This fills a page for a frequent word, and most
/// users don't keep more favorites.
const FIRST_GROUPS: usize = 4;

/// The number of segments that each further read takes: about 1 MB, the most that DynamoDB reads for a page of a query. Without a
/// limit the library would read all segments.
const SEGMENTS: u32 = 170;

/// The number of signatures in the first read (about 80 KB) and in further reads. A further read takes the larger number if
/// signatures rule out most segments, since the page fills slowly then.
const FIRST_SIGNATURES: u32 = 16;
const SIGNATURES: u32 = 64;
const MOST_SIGNATURES: u32 = 180;

/// The number of segments in stretches that are read in parallel, about 400 KB.
const AT_ONCE: u32 = 64;

/// The state of a search while it reads the catalogue.
pub(super) struct Walk<'a> {
    favorites: &'a Favorites,
    user: &'a UserId,
    head: &'a OpenHead,
    filter: &'a Filter<'a>,
    /// Tokens that a matching segment contains. If there are none, signatures don't help.
    wanted: Vec<Alternatives>,
    /// The signatures that were read and not used yet, and whether the table may have more.
    signatures: VecDeque<Signature>,
    more_signatures: bool,
    /// The number of signatures to read next, and the number of segments to read where no signatures exist.
    next_signatures: u32,
    next_segments: u32,
    budget: Budget,
    pub(super) found: Found,
    /// The id down to which the catalogue was searched, or `None` before the first read.
    pub(super) position: Option<DataId>,
    ended: bool,
}

/// A range of ids whose segments must be read, from `first_id` up to but not including `end_id`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    first_id: DataId,
    end_id: DataId,
    segments: u32,
}

impl<'a> Walk<'a> {
    /// Begins with the newest favorite that can match.
    pub(super) fn new(
        favorites: &'a Favorites,
        user: &'a UserId,
        head: &'a OpenHead,
        filter: &'a Filter<'a>,
    ) -> Self {
        let mut found = Found::default();
        filter.journal(&head.journal, &mut found);
        let wanted = if head.signed.end().is_some() { filter.tokens() } else { Vec::new() };
        Self {
            favorites,
            user,
            head,
            filter,
            more_signatures: !wanted.is_empty(),
            wanted,
            signatures: VecDeque::new(),
            next_signatures: FIRST_SIGNATURES,
            next_segments: u32::try_from(favorites.signed_segments).unwrap_or(SEGMENTS),
            budget: Budget::new(favorites),
            found,
            position: filter.end(),
            ended: false,
        }
    }

    /// Continues until `enough` favorites are found, or until the end of the catalogue if `enough` is `None`, as far as the budget
    /// lasts.
    ///
    /// # Errors
    /// [`Busy::Slow`] if the time ended during the first read, so that the next page would begin at the same place.
    pub(super) async fn go(&mut self, enough: Option<usize>) -> Result<(), Error> {
        let begin = self.position;
        match timeout_at(self.budget.end, self.read_until(enough)).await {
            Ok(done) => done,
            // The read that was under way counts for nothing: the position moves after each read.
            Err(_) if self.position != begin => Ok(()),
            Err(_) => Err(Error::Busy(Busy::Slow(self.favorites.search_time))),
        }
    }

    async fn read_until(&mut self, enough: Option<usize>) -> Result<(), Error> {
        let first = match enough {
            Some(_) => u32::try_from(FIRST_GROUPS * self.favorites.signed_segments).unwrap_or(SEGMENTS),
            None => SEGMENTS,
        };
        self.read_on(first.min(SEGMENTS), None).await?;
        while !self.is_done(enough) {
            self.step(enough).await?;
        }
        Ok(())
    }

    /// Returns true if nothing more is to be read: everything was searched, enough was found, or the budget is used up.
    fn is_done(&self, enough: Option<usize>) -> bool {
        // The journal's entries below the position don't count yet: segments may hold newer favorites than these.
        let reached =
            || self.found.ids.iter().filter(|id| self.position.is_none_or(|end| **id >= end)).count();
        self.is_at_end() || !self.budget.is_left() || enough.is_some_and(|enough| reached() >= enough)
    }

    /// Returns true if everything was searched that can match.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended || self.position.is_some_and(|position| position <= self.filter.lowest())
    }

    /// Skips or reads the segments that the next signatures describe, or reads on if no signatures are left.
    async fn step(&mut self, enough: Option<usize>) -> Result<(), Error> {
        self.read_signatures().await?;
        let (Some(position), Some(next)) = (self.position, self.signatures.front()) else {
            return self.read_on(SEGMENTS, None).await;
        };
        if next.end_id < position {
            // Usually only a few segments are newer than the signatures.
            let segments = std::mem::replace(&mut self.next_segments, SEGMENTS);
            let end_id = next.end_id;
            return self.read_on(segments, Some(end_id)).await;
        }
        let (stretches, passed) = self.stretches(position);
        let mut rest = &stretches[..];
        while !rest.is_empty() {
            let mut segments = 0;
            let few = rest.iter().take_while(|stretch| {
                let fits = segments < AT_ONCE;
                segments += stretch.segments;
                fits
            });
            let (stretches, later) = rest.split_at(few.count());
            rest = later;
            let read = stretches.iter().map(|stretch| self.read_stretch(*stretch));
            for (stretch, segments) in stretches.iter().zip(try_join_all(read).await?) {
                self.position = Some(stretch.end_id);
                self.look_through(&segments, Some(stretch.first_id))?;
            }
            if self.is_done(enough) {
                return Ok(());
            }
        }
        self.position = Some(passed);
        Ok(())
    }

    /// Takes the signatures that follow each other without a gap below `position`. Returns the stretches that they don't rule
    /// out, newest first, and the lowest id that these signatures cover.
    fn stretches(&mut self, mut position: DataId) -> (Vec<Stretch>, DataId) {
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut told_of, mut left) = (0, 0);
        while let Some(signature) = self.signatures.pop_front_if(|next| next.end_id >= position) {
            let first_id = signature.first_id;
            if first_id >= position {
                continue;
            }
            told_of += signature.segments;
            if signature.may_have(&self.wanted, &self.head.signed) {
                left += signature.segments;
                match stretches.last_mut() {
                    Some(newer) if newer.first_id == position && newer.segments < AT_ONCE => {
                        newer.first_id = first_id;
                        newer.segments += signature.segments;
                    }
                    _ => stretches.push(Stretch { first_id, end_id: position, segments: signature.segments }),
                }
            }
            position = first_id;
        }
        self.next_signatures = if 4 * left < told_of { MOST_SIGNATURES } else { SIGNATURES };
        (stretches, position)
    }

    /// Reads the next signatures if none are left from the last read.
    async fn read_signatures(&mut self) -> Result<(), Error> {
        if !self.signatures.is_empty() || !self.more_signatures {
            return Ok(());
        }
        let Some(position) = self.position else { return Ok(()) };
        let query = SignatureItems::query(self.user.clone()).less_than(&(position,)).descending();
        let page = self.favorites.store.page(query.limit(self.next_signatures)).await?;
        self.more_signatures = page.next.is_some();
        self.budget.read(page.items.iter().map(Signature::bytes).sum());
        self.signatures = page.items.into();
        Ok(())
    }

    /// Reads the next `segments` segments and searches them, but no ids below `first_id`.
    async fn read_on(&mut self, segments: u32, first_id: Option<DataId>) -> Result<(), Error> {
        let (segments, is_last) = self.read(self.position, segments).await?;
        let reached = self.look_through(&segments, first_id)?;
        self.ended = is_last && !reached;
        Ok(())
    }

    /// Reads the segments that hold ids of a stretch, newest first.
    async fn read_stretch(&self, stretch: Stretch) -> Result<Vec<Segment>, Error> {
        let mut all: Vec<Segment> = Vec::new();
        let mut position = stretch.end_id;
        loop {
            let (segments, is_last) = self.read(Some(position), stretch.segments).await?;
            all.extend(segments);
            position = all.last().map_or(position, |oldest| oldest.first_id);
            if is_last || position <= stretch.first_id {
                return Ok(all);
            }
        }
    }

    /// Reads the next segments that begin below an id, newest first. Also returns true if no older segment exists.
    async fn read(&self, below: Option<DataId>, segments: u32) -> Result<(Vec<Segment>, bool), Error> {
        let all = SegmentItems::query(self.user.clone());
        let query = match below {
            Some(below) => all.less_than(&(below,)),
            None => all.begins_with(&()),
        };
        let page = self.favorites.store.page(query.descending().limit(segments.clamp(1, SEGMENTS))).await?;
        Ok((page.items, page.next.is_none()))
    }

    /// Searches the segments down to the one that contains `first_id`. Returns true if it got there.
    fn look_through(&mut self, segments: &[Segment], first_id: Option<DataId>) -> Result<bool, Error> {
        for segment in segments {
            self.budget.read(segment.bytes());
            // A segment's range ends at the first id of the next one. Skip entries beyond it.
            let ids = (first_id, self.position);
            self.filter
                .segment(segment, ids, &self.head.journal, &mut self.found)
                .map_err(|error| segment.unreadable(&error))?;
            self.position = Some(segment.first_id).max(first_id);
            if self.position == first_id {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
