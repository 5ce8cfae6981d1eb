//! Terms, lists and documents for tests.

use std::pin::pin;
use std::task::{Context, Poll, Waker};

use proptest::collection::{btree_map, btree_set};
use proptest::prelude::*;

use crate::block::TermList;
use crate::document::{Document, DocumentType, Live};
use crate::numbers::{DocumentNumber, EpochSeconds, FavoriteId, TagNumber, Version};
use crate::posting::{Occurrence, Places, Posting, PostingList};
use crate::term::Term;

pub(crate) fn term(text: &str) -> Term {
    Term::new(text).expect("the terms of tests are short")
}

/// Lists of a few terms in a run of this number of documents.
pub(crate) fn lists(documents: u32) -> impl Strategy<Value = Vec<TermList>> {
    let places = btree_set(0_u32..200, 0..3).prop_map(Places::of);
    let list = btree_map(0..documents, (any::<bool>(), places), 1..40);
    btree_map("[a-c]{1,3}", list, 0..20).prop_map(|lists| {
        let list_of = |list: std::collections::BTreeMap<u32, _>| -> Vec<Occurrence> {
            let occurrence = |(document, (in_title, places))| Occurrence {
                posting: Posting { document: DocumentNumber(document), in_title },
                places,
            };
            list.into_iter().map(occurrence).collect()
        };
        lists.into_iter().map(|(text, list)| (term(&text), list_of(list))).collect()
    })
}

pub(crate) fn documents_of(list: Option<&PostingList<'_>>) -> Vec<u32> {
    list.into_iter().flat_map(PostingList::postings).map(|posting| posting.document.0).collect()
}

/// A live document without tags.
pub(crate) fn document(id: FavoriteId, version: u64) -> Document {
    let live = Live { document_type: DocumentType::default(), tags: Vec::new(), expire_time: None };
    Document { id, version: Version(version), replaces_older: false, live: Some(live) }
}

/// Up to this number of documents, newest first.
pub(crate) fn documents(most: usize) -> impl Strategy<Value = Vec<Document>> {
    let id = prop_oneof![0..40_u128, u128::MAX - 9..=u128::MAX, any::<u128>()];
    let tags = btree_set(prop_oneof![0..40_u64, Just(u64::MAX)], 0..20);
    let live = (0..=DocumentType::MAX, tags, any::<Option<u64>>()).prop_map(|(number, tags, time)| Live {
        document_type: DocumentType::new(number).unwrap_or_default(),
        tags: tags.into_iter().map(TagNumber).collect(),
        expire_time: time.map(EpochSeconds),
    });
    let rest = (any::<u64>(), any::<bool>(), proptest::option::of(live));
    btree_map(id, rest, 0..=most).prop_map(|documents| {
        let document = |(id, (version, replaces_older, live))| Document {
            id: FavoriteId(id),
            version: Version(version),
            replaces_older,
            live,
        };
        documents.into_iter().rev().map(document).collect()
    })
}

/// Returns the result of a future that never waits.
pub(crate) fn now<T>(future: impl Future<Output = T>) -> T {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(result) => result,
        Poll::Pending => panic!("the stores of tests answer at once"),
    }
}
