//! The inverted index: a posting says that a favorite has a term.

use std::collections::{BTreeSet, VecDeque};

use favorites_api::favorites::{DataId, UserId};
use serde::{Deserialize, Serialize};
use single_table::{Entity, Offset, Store, table};

table! {
    /// The index alone.
    pub(crate) struct PostingsTable {
        key: (pk, sk),
        entities: [Posting],
    }
}

/// A favorite has a term. The order of the ids is that of time, so a query of a term lists the newest first.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = PostingsTable, name = "Posting", partition(user_id, term), sort(data_id))]
pub(crate) struct Posting {
    user_id: UserId,
    term: String,
    data_id: DataId,
}

/// The postings of one favorite.
pub(crate) fn postings(
    user: &UserId,
    data_id: DataId,
    terms: BTreeSet<String>,
) -> impl Iterator<Item = Posting> {
    terms.into_iter().map(move |term| Posting { user_id: user.clone(), term, data_id })
}

impl Posting {
    /// Its key, to remove it.
    pub(crate) fn key(&self) -> PostingKey {
        PostingKey { user_id: self.user_id.clone(), term: self.term.clone(), data_id: self.data_id }
    }
}

/// The first page of the favorites that have all of these terms, the newest first.
pub(crate) async fn search(
    store: &Store<PostingsTable>,
    user: &UserId,
    terms: &[&str],
    page: usize,
) -> Vec<DataId> {
    // A single term is one query for a page of its own size. Several pass over what only one of them has: larger pages are
    // fewer requests and more units.
    let at_once = if terms.len() == 1 { page } else { 5 * page };
    let at_once = u32::try_from(at_once).expect("a page is small");
    let mut lists: Vec<_> = terms.iter().map(|term| List::new(store, user, term, at_once)).collect();
    let mut found = Vec::new();
    let mut newest = None;
    'matches: while found.len() < page {
        // Each list goes on to where the one before it is; they agree when all of them stay there.
        let mut agreed = 0;
        let mut at = 0;
        while agreed < lists.len() {
            let Some(place) = lists[at].seek(newest).await else { break 'matches };
            agreed = if newest == Some(place) { agreed + 1 } else { 1 };
            newest = Some(place);
            at = (at + 1) % terms.len();
        }
        found.extend(newest);
        newest = None;
        for list in &mut lists {
            list.pass();
        }
    }
    found
}

/// The favorites that have one term, the newest first, read as far as they are asked for.
struct List<'a> {
    store: &'a Store<PostingsTable>,
    user: &'a UserId,
    term: &'a str,
    at_once: u32,
    read: VecDeque<DataId>,
    /// Where reading goes on; none before the first page.
    next: Option<Offset<PostingItems>>,
    ended: bool,
}

impl<'a> List<'a> {
    fn new(store: &'a Store<PostingsTable>, user: &'a UserId, term: &'a str, at_once: u32) -> Self {
        Self { store, user, term, at_once, read: VecDeque::new(), next: None, ended: false }
    }

    /// Goes on to the first favorite that is not newer than `newest`, and stays there.
    async fn seek(&mut self, newest: Option<DataId>) -> Option<DataId> {
        loop {
            while let Some(first) = self.read.front() {
                if newest.is_none_or(|newest| *first <= newest) {
                    return Some(*first);
                }
                self.read.pop_front();
            }
            if self.ended {
                return None;
            }
            self.read_on(newest).await;
        }
    }

    /// Leaves the place where it stays.
    fn pass(&mut self) {
        self.read.pop_front();
    }

    /// Reads the next page, which leaves out what is newer than `newest`.
    async fn read_on(&mut self, newest: Option<DataId>) {
        let all = PostingItems::query(self.user.clone(), self.term.to_owned());
        let query = match newest {
            Some(newest) => all.at_most(&(newest,)),
            None => all.begins_with(&()).after(self.next.take()),
        };
        let page = self.store.page(query.descending().limit(self.at_once)).await.expect("the index is read");
        self.ended = page.next.is_none();
        self.next = page.next;
        self.read.extend(page.items.into_iter().map(|posting| posting.data_id));
    }
}
