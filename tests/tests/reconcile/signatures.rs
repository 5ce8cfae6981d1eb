//! Signatures: a search does not read what they rule out, and finds all the same.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{
    DataId, DetailsPatch, Error, Reconciled, Repairs, SearchRequest, TagName, Title,
};
use favorites_tests::pause_when;

use crate::account::{Account, LONG};

/// The bytes of segments that are full after a few notes, so that many of them have signatures.
pub(crate) const TINY_SEGMENT: usize = 700;

/// More segments than have no signature.
const MANY: usize = 8;

impl Account {
    /// Returns the results of a search on all pages.
    pub(crate) async fn find(&self, query: &str) -> Result<BTreeSet<DataId>, Error> {
        let mut request =
            SearchRequest { query: query.parse().expect("it can be read"), ..SearchRequest::default() };
        let mut found = BTreeSet::new();
        loop {
            let page = self.favorites.search(&self.user, &request).await?;
            found.extend(page.items.iter().map(|favorite| favorite.data_id));
            request.after = page.next;
            if request.after.is_none() {
                return Ok(found);
            }
        }
    }

    /// Gives a note another title. Its record comes later.
    pub(crate) async fn rename(&self, note: DataId, title: &str) {
        let title = Some(Title::parse(title).expect("a title"));
        let patch = DetailsPatch { title, ..DetailsPatch::default() };
        let renamed = self.favorites.update_favorite(&self.user, note, None, patch.into()).await;
        renamed.expect("it is there");
    }
}

/// An account that was reconciled until nothing was left to do.
async fn signed() -> Account {
    let account = Account::open_with(TINY_SEGMENT).await;
    account.reconcile().await;
    account.reconcile().await;
    let (segments, signatures) =
        (account.keys("Catalogue").await.len(), account.keys("CatalogueSignature").await.len());
    assert!(segments > MANY && signatures + 4 <= segments, "{signatures} of {segments}");
    assert!(signatures > 3, "{signatures} of {segments}");
    account
}

fn garbage() -> AttributeValue {
    AttributeValue::B(Blob::new([255; 5]))
}

#[tokio::test]
async fn segments_that_a_signature_rules_out_are_not_read() {
    let account = signed().await;
    let first = account.keys("Catalogue").await.remove(0);
    account.set(&first, "entries", garbage()).await;
    account.set(&first, "text", AttributeValue::S("quince milk".to_owned())).await;
    assert_eq!(account.find("quartz").await.unwrap(), BTreeSet::new());
    assert_eq!(account.find("quince").await.unwrap(), BTreeSet::new(), "its signature does not know of it");
    let unreadable = account.find("milk").await;
    assert!(matches!(unreadable, Err(Error::Catalogue { .. })), "{unreadable:?}");
    // Without a word, or with one in a tag's name, no signature can tell.
    assert!(account.find("-quartz").await.is_err());
    account.favorites.create_tag(&account.user, TagName::parse("Quartz").unwrap(), None).await.unwrap();
    assert!(account.find("quartz").await.is_err());
}

#[tokio::test]
async fn favorites_of_signed_segments_are_found() {
    let account = signed().await;
    for (number, note) in account.notes[..118].iter().enumerate() {
        let found = account.find(&format!("\"number {number}\"")).await.unwrap();
        assert_eq!(found, BTreeSet::from([*note]));
    }
    let all: BTreeSet<_> = account.notes[..118].iter().copied().collect();
    assert_eq!(account.find("milk bre").await.unwrap(), all);
}

#[tokio::test]
async fn new_entries_of_a_signed_segment_are_found() {
    let account = signed().await;
    let note = account.notes[3];
    account.rename(note, "Quince").await;
    account.deliver(note).await;
    assert_eq!(account.find("quince").await.unwrap(), BTreeSet::from([note]), "it is in the journal");
    account.empty_journal_of(note).await;
    assert_eq!(account.find("quince").await.unwrap(), BTreeSet::from([note]), "it is noted in the head");
    account.reconcile().await;
    assert_eq!(account.find("quince").await.unwrap(), BTreeSet::from([note]), "it is signed");
    account.check().await;
}

#[tokio::test]
async fn a_round_without_work_writes_nothing() {
    let account = signed().await;
    let before = account.items().await;
    account.reconcile().await;
    assert_eq!(account.items().await, before);
}

#[tokio::test]
async fn lost_and_unreadable_signatures_are_rebuilt() {
    let account = signed().await;
    let keys = account.keys("CatalogueSignature").await;
    account.delete_item(&keys[0]).await;
    account.set(&keys[1], "bits", garbage()).await;
    assert_eq!(account.find("\"number 3\"").await.unwrap(), BTreeSet::from([account.notes[3]]));
    let first = account.keys("Catalogue").await.remove(0);
    account.set(&first, "entries", garbage()).await;
    account.set(&first, "text", AttributeValue::S("quartz".to_owned())).await;
    assert!(account.find("quartz").await.is_err(), "nothing rules it out");
    account.reconcile().await;
    account.reconcile().await;
    assert_eq!(account.keys("CatalogueSignature").await, keys);
    account.check().await;
}

#[tokio::test]
async fn an_unreadable_list_of_signed_segments_in_a_head_is_repaired() {
    let account = signed().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.set(&head, "signed", garbage()).await;
    let mended = account.reconcile().await;
    assert!(mended.repaired > 0, "{mended:?}");
    account.check().await;
    assert_eq!(account.find("\"number 3\"").await.unwrap(), BTreeSet::from([account.notes[3]]));
    let quiet = account.reconcile().await;
    assert_eq!(quiet, Reconciled { repaired: 0, drift: 0, ..quiet });
}

#[tokio::test]
async fn signatures_are_deleted_with_their_segments() {
    let account = signed().await;
    for note in &account.notes {
        let user = &account.user;
        // The last two are in the trash already.
        account.favorites.delete_favorite(user, *note, None).await.ok();
        account.favorites.purge_favorite(user, *note).await.unwrap();
    }
    account.repair().await;
    account.pass(favorites_api::favorites::limits::TOMBSTONE_KEEPS * 2);
    for _ in 0..MANY {
        account.reconcile().await;
    }
    assert_eq!(account.keys("CatalogueSignature").await, []);
    account.check().await;
}

#[tokio::test]
async fn a_round_that_dies_hides_nothing() {
    let account = signed().await;
    let quiet = requests(&account).await;
    let mut expected = Vec::new();
    // When it has looked what there is to do, before and after it began, while it makes signatures, and not at all.
    for (number, after) in [0, 1, 2, 3, 4, 5, 12, 1_000].into_iter().enumerate() {
        let note = account.notes[7 * number];
        let word = format!("\"quince{number}\"");
        account.rename(note, &word).await;
        account.deliver(note).await;
        account.empty_journal_of(note).await;
        expected.push((word, note));
        let (dying, faults) = account.faulty();
        let mut round = Box::pin(dying.reconcile_user(&account.user, Repairs::AtOnce, LONG));
        let died = pause_when(&mut round, || faults.requests().len() >= quiet + after).await.is_none();
        drop(round);
        assert_eq!(died, after < 1_000);
        for (word, note) in &expected {
            let found = account.find(word).await.unwrap();
            assert_eq!(found, BTreeSet::from([*note]), "{word}, died after {after} requests");
        }
    }
    let before = account.items().await;
    account.reconcile().await;
    assert_eq!(account.items().await, before, "the last one left nothing to do");
}

#[tokio::test]
async fn favorites_created_during_a_round_are_found_after_it() {
    let account = signed().await;
    let quiet = requests(&account).await;
    let note = |number: usize| account.notes[number];
    // Before it began, after it made the first signature, and when it has only to say that it ended.
    for (number, after) in [1, 5, 7].into_iter().enumerate() {
        // Something for it to do.
        account.rename(note(0), &format!("Medlar {number}")).await;
        account.deliver(note(0)).await;
        account.empty_journal_of(note(0)).await;
        let (still, faults) = account.faulty();
        let mut round = Box::pin(still.reconcile_user(&account.user, Repairs::AtOnce, LONG));
        let paused = pause_when(&mut round, || faults.requests().len() >= quiet + after).await;
        assert!(paused.is_none(), "it makes more than {after} requests");
        let word = format!("\"quince{number}\"");
        account.rename(note(1), &word).await;
        account.deliver(note(1)).await;
        account.empty_journal_of(note(1)).await;
        round.await.unwrap();
        assert_eq!(account.find(&word).await.unwrap(), BTreeSet::from([note(1)]), "{after}");
    }
    account.reconcile().await;
    account.check().await;
}

/// The number of requests of a reconciliation without work before its last two, which check whether signatures are to be made.
async fn requests(account: &Account) -> usize {
    let (favorites, faults) = account.faulty();
    favorites.reconcile_user(&account.user, Repairs::AtOnce, LONG).await.expect("the table answers");
    faults.requests().len() - 2
}
