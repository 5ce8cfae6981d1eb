//! The inverted index. A posting records that a favorite contains a term.

use std::collections::{BTreeSet, VecDeque};

use favorites_api::favorites::{DataId, UserId};
use serde::{Deserialize, Serialize};
use single_table::{Entity, Offset, Store, table};

table! {
    /// A table with only the index.
    pub(crate) struct PostingsTable {
        key: (pk, sk),
        entities: [Posting],
    }
}

/// Records that a favorite contains a term. Ids sort by time, so a descending query of a term lists the newest favorites first.
#[derive(Debug, Clone, Serialize, Deserialize, Entity)]
#[serde(rename_all = "camelCase")]
#[entity(table = PostingsTable, name = "Posting", partition(user_id, term), sort(data_id))]
pub(crate) struct Posting {
    user_id: UserId,
    term: String,
    data_id: DataId,
}

/// Returns the postings of a favorite.
pub(crate) fn postings(
    user: &UserId,
    data_id: DataId,
    terms: BTreeSet<String>,
) -> impl Iterator<Item = Posting> {
    terms.into_iter().map(move |term| Posting { user_id: user.clone(), term, data_id })
}

impl Posting {
    /// Returns the key, for removing the posting.
    pub(crate) fn key(&self) -> PostingKey {
        PostingKey { user_id: self.user_id.clone(), term: self.term.clone(), data_id: self.data_id }
    }
}

/// Returns the first page of favorites that contain all these terms, newest first.
pub(crate) async fn search(
    store: &Store<PostingsTable>,
    user: &UserId,
    terms: &[&str],
    page: usize,
) -> Vec<DataId> {
    // A single term needs one query with the size of the page. A search for several terms skips favorites with only one of them,
    // so it reads larger pages: this needs fewer requests and more units.
    let at_once = if terms.len() == 1 { page } else { 5 * page };
    let at_once = u32::try_from(at_once).expect("a page is small");
    let mut lists: Vec<_> = terms.iter().map(|term| List::new(store, user, term, at_once)).collect();
    let mut found = Vec::new();
    let mut newest = None;
    'matches: while found.len() < page {
        // Each list advances to the position of the list before it. The lists agree when all of them stay at the same position.
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

/// The favorites that contain a term, newest first, which are read as needed.
struct List<'a> {
    store: &'a Store<PostingsTable>,
    user: &'a UserId,
    term: &'a str,
    at_once: u32,
    read: VecDeque<DataId>,
    /// The position at which reading continues, or `None` before the first page.
    next: Option<Offset<PostingItems>>,
    ended: bool,
}

impl<'a> List<'a> {
    fn new(store: &'a Store<PostingsTable>, user: &'a UserId, term: &'a str, at_once: u32) -> Self {
        Self { store, user, term, at_once, read: VecDeque::new(), next: None, ended: false }
    }

    /// Advances to the first favorite that is not newer than `newest`, and stays there.
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

    /// Advances past the current favorite.
    fn pass(&mut self) {
        self.read.pop_front();
    }

    /// Reads the next page, without favorites that are newer than `newest`.
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
