//! The walk through a person's catalogue that answers a search: from the newest segment on, past those that have nothing of it.

use std::collections::VecDeque;

use futures::future::try_join_all;

use super::filter::{Filter, Found};
use crate::catalogue::{OpenHead, Segment, SegmentItems, lowest};
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::{DataId, UserId};
use crate::search_text::Token;
use crate::signature::{Signature, SignatureItems};

/// How many groups of segments are read first, up to six kilobytes each segment: a page of a frequent word is full by then, and most
/// people keep no more.
const FIRST_GROUPS: usize = 4;

/// How many segments are read at once from then on: about the megabyte that DynamoDB reads at once. Without a limit the library
/// would read on until there is nothing left.
const SEGMENTS: u32 = 170;

/// How many signatures are read first, some eighty kilobytes, and from then on: more where they rule out most of the segments, and so
/// a page will not be full soon.
const FIRST_SIGNATURES: u32 = 16;
const SIGNATURES: u32 = 64;
const MOST_SIGNATURES: u32 = 180;

/// Stretches of so many segments that may match are read at once, some four hundred kilobytes.
const AT_ONCE: u32 = 64;

/// How many steps one search makes at the most: far more than most people's catalogues take, and far less than a function may take time
/// for. Where it ends, the page ends, and the next one goes on.
const STEPS: usize = 24;

/// A walk under way.
pub(super) struct Walk<'a> {
    favorites: &'a Favorites,
    user: &'a UserId,
    head: &'a OpenHead,
    filter: &'a Filter<'a>,
    /// What a segment must have. Where that is nothing, signatures don't help.
    tokens: Vec<Token>,
    /// Signatures that were read and not passed yet, and whether there may be more.
    signatures: VecDeque<Signature>,
    more_signatures: bool,
    /// How many signatures to read next, and how many segments where there is none of them.
    next_signatures: u32,
    next_segments: u32,
    pub(super) found: Found,
    /// From this id on all is dealt with. None at the beginning, where nothing is.
    pub(super) position: Option<DataId>,
    ended: bool,
}

/// Ids whose segments are to be read: from `first_id` on and below `end_id`.
#[derive(Debug, Clone, Copy)]
struct Stretch {
    first_id: DataId,
    end_id: DataId,
    segments: u32,
}

impl<'a> Walk<'a> {
    /// A walk that begins below `position`, or at the newest favorite.
    pub(super) fn new(
        favorites: &'a Favorites,
        user: &'a UserId,
        head: &'a OpenHead,
        filter: &'a Filter<'a>,
        position: Option<DataId>,
    ) -> Self {
        let mut found = Found::default();
        filter.journal(&head.journal, &mut found);
        let tokens = if head.signed.end().is_some() { filter.tokens() } else { Vec::new() };
        Self {
            favorites,
            user,
            head,
            filter,
            more_signatures: !tokens.is_empty(),
            tokens,
            signatures: VecDeque::new(),
            next_signatures: FIRST_SIGNATURES,
            next_segments: u32::try_from(favorites.signed_segments).unwrap_or(SEGMENTS),
            found,
            position,
            ended: false,
        }
    }

    /// Goes on until so many were found, or to the end where there is no such number.
    pub(super) async fn go(&mut self, enough: Option<usize>) -> Result<(), Error> {
        let first = match enough {
            Some(_) => u32::try_from(FIRST_GROUPS * self.favorites.signed_segments).unwrap_or(SEGMENTS),
            None => SEGMENTS,
        };
        self.read_on(first.min(SEGMENTS), None).await?;
        for _ in 1..STEPS {
            if self.is_done(enough) {
                break;
            }
            self.step(enough).await?;
        }
        Ok(())
    }

    fn is_done(&self, enough: Option<usize>) -> bool {
        // What the journal has of older favorites fills no page.
        let reached =
            || self.found.ids.iter().filter(|id| self.position.is_none_or(|end| **id >= end)).count();
        self.is_at_end() || enough.is_some_and(|enough| reached() >= enough)
    }

    /// Whether nothing is left.
    pub(super) fn is_at_end(&self) -> bool {
        self.ended || self.position == Some(lowest())
    }

    /// Passes what the next signatures tell of, or reads on where there are none.
    async fn step(&mut self, enough: Option<usize>) -> Result<(), Error> {
        self.read_signatures().await?;
        let (Some(position), Some(next)) = (self.position, self.signatures.front()) else {
            return self.read_on(SEGMENTS, None).await;
        };
        if next.end_id < position {
            // Few have come since signatures were made, as a rule.
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

    /// Takes the signatures that follow one another from `position` on, and gives the stretches that they don't rule out, newest first,
    /// and the id from which on all is told of.
    fn stretches(&mut self, mut position: DataId) -> (Vec<Stretch>, DataId) {
        let mut stretches: Vec<Stretch> = Vec::new();
        let (mut told_of, mut left) = (0, 0);
        while let Some(signature) = self.signatures.pop_front_if(|next| next.end_id >= position) {
            let first_id = signature.first_id;
            if first_id >= position {
                continue;
            }
            told_of += signature.segments;
            if signature.may_have(&self.tokens, &self.head.signed) {
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

    /// Sees to it that there is a signature to be passed next, if there are any.
    async fn read_signatures(&mut self) -> Result<(), Error> {
        if !self.signatures.is_empty() || !self.more_signatures {
            return Ok(());
        }
        let Some(position) = self.position else { return Ok(()) };
        let query = SignatureItems::query(self.user.clone()).less_than(&(position,)).descending();
        let page = self.favorites.store.page(query.limit(self.next_signatures)).await?;
        self.more_signatures = page.next.is_some();
        self.signatures = page.items.into();
        Ok(())
    }

    /// Reads the next so many segments, and looks through those that have ids from `first_id` on.
    async fn read_on(&mut self, segments: u32, first_id: Option<DataId>) -> Result<(), Error> {
        let (segments, is_last) = self.read(self.position, segments).await?;
        let reached = self.look_through(&segments, first_id)?;
        self.ended = is_last && !reached;
        Ok(())
    }

    /// Segments that hold ids of a stretch, newest first.
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

    /// The next segments that begin below an id, newest first, and whether they are the last.
    async fn read(&self, below: Option<DataId>, segments: u32) -> Result<(Vec<Segment>, bool), Error> {
        let all = SegmentItems::query(self.user.clone());
        let query = match below {
            Some(below) => all.less_than(&(below,)),
            None => all.begins_with(&()),
        };
        let page = self.favorites.store.page(query.descending().limit(segments.clamp(1, SEGMENTS))).await?;
        Ok((page.items, page.next.is_none()))
    }

    /// Looks through segments down to the one that has `first_id`, and says whether it was among them.
    fn look_through(&mut self, segments: &[Segment], first_id: Option<DataId>) -> Result<bool, Error> {
        for segment in segments {
            // What a segment has from the next one's first id on is out of its range.
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
