//! Damaged catalogues.

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::Reconciled;

use crate::account::Account;

const NOTHING: Reconciled = Reconciled { favorites: 120, repaired: 0, drift: 0, suspects: 0, finished: true };

fn number(number: i64) -> AttributeValue {
    AttributeValue::N(number.to_string())
}

fn garbage() -> AttributeValue {
    AttributeValue::B(Blob::new([1, 255, 255, 255, 255]))
}

#[tokio::test]
async fn a_catalogue_is_made_from_nothing_and_then_left_alone() {
    let account = Account::open().await;
    let made = account.reconcile().await;
    assert_eq!(made, Reconciled { repaired: 120, drift: 120, ..NOTHING });
    account.check().await;
    assert!(account.keys("Catalogue").await.len() > 2, "that many notes fill several segments");
    let before = account.items().await;
    assert_eq!(account.reconcile().await, NOTHING);
    assert_eq!(account.items().await.len(), before.len());
}

#[tokio::test]
async fn a_lost_head_is_rebuilt() {
    let account = Account::open().await;
    account.reconcile().await;
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.delete_item(&head).await;
    let mended = account.reconcile().await;
    assert!(mended.drift > 0, "{mended:?}");
    account.check().await;
    assert_eq!(account.reconcile().await, NOTHING);
}

#[tokio::test]
async fn a_lost_segment_is_rebuilt() {
    let account = Account::open().await;
    account.reconcile().await;
    for segment in account.keys("Catalogue").await {
        account.delete_item(&segment).await;
        let mended = account.reconcile().await;
        // The counters, and what the segment had, if it had anything.
        assert!(mended.drift > 1, "{segment:?}: {mended:?}");
        account.check().await;
    }
}

#[tokio::test]
async fn unreadable_items_are_rebuilt() {
    let account = Account::open().await;
    account.reconcile().await;
    for entity in ["Catalogue", "CatalogueHead"] {
        for item in account.keys(entity).await {
            account.set(&item, "entries", garbage()).await;
            let mended = account.reconcile().await;
            assert!(mended.drift > 0, "{item:?}: {mended:?}");
            account.check().await;
        }
    }
    let [head] = account.keys("CatalogueHead").await.try_into().unwrap();
    account.set(&head, "counts", garbage()).await;
    assert_eq!(account.reconcile().await.drift, 1);
    account.check().await;
}

#[tokio::test]
async fn lost_and_unreadable_nodes_of_counts_are_rebuilt_and_stray_ones_deleted() {
    let account = Account::open().await;
    account.keep_expiring_notes(20).await;
    account.reconcile().await;
    let nodes = account.named_nodes().await;
    assert!(nodes.len() > 2, "that many expiries fill several nodes");
    account.delete_item(&nodes[0]).await;
    assert_eq!(account.reconcile().await.drift, 1);
    account.check().await;

    let nodes = account.named_nodes().await;
    account.set(&nodes[0], "counts", garbage()).await;
    assert_eq!(account.reconcile().await.drift, 1);
    account.check().await;

    // As a consumer leaves it behind that dies before it puts a head.
    let nodes = account.keys("CatalogueCounts").await;
    account.copy_node(&nodes[0], 7).await;
    assert_eq!(account.reconcile().await.drift, 0);
    assert_eq!(account.keys("CatalogueCounts").await, nodes);
    account.check().await;
}

#[tokio::test]
async fn favorites_that_vanished_without_a_record_are_forgotten() {
    let account = Account::open().await;
    account.reconcile().await;
    for entity in ["FavoriteData", "Trash"] {
        let keys = account.keys(entity).await;
        account.delete_item(&keys[0]).await;
    }
    // The entry under the tag would go with the favorite.
    for entry in account.keys("FavoriteDataTag").await {
        if entry.0.ends_with(&account.notes[0].to_string()) {
            account.delete_item(&entry).await;
        }
    }
    let mended = account.confirm().await;
    assert_eq!(mended, Reconciled { favorites: 118, repaired: 2, drift: 2, ..NOTHING });
    account.check().await;
}

#[tokio::test]
async fn a_version_that_went_back_is_believed() {
    let account = Account::open().await;
    account.reconcile().await;
    // As after a restore of the favorite alone: the catalogue knows a later version.
    account.favorites.tag_favorite(&account.user, account.notes[1], None, account.tag).await.unwrap();
    account.deliver(account.notes[1]).await;
    account.check().await;
    account.favorites.untag_favorite(&account.user, account.notes[1], None, account.tag).await.unwrap();
    let key = (format!("FavoriteData#{}", account.user.as_str()), account.notes[1].to_string());
    account.set(&key, "version", number(1)).await;
    assert_eq!(account.confirm().await.repaired, 1);
    account.check().await;
}

#[tokio::test]
async fn a_corrected_entry_stays_correct_when_it_moves_to_its_segment() {
    let account = Account::open().await;
    account.reconcile().await;
    let note = account.notes[1];
    let key = (format!("FavoriteData#{}", account.user.as_str()), note.to_string());
    let tags = |tags: Vec<String>| AttributeValue::L(tags.into_iter().map(AttributeValue::S).collect());
    account.favorites.tag_favorite(&account.user, note, None, account.tag).await.unwrap();
    account.deliver(note).await;
    account.empty_journal_of(note).await;
    // The segment knows version 2 with a tag. Written by hand: the same version without one, and then an earlier one.
    for version in [2, 1] {
        account.set(&key, "tagIds", tags(vec![])).await;
        account.set(&key, "version", number(version)).await;
        assert_eq!(account.repair().await.repaired, 1);
        account.empty_journal_of(note).await;
        account.check_known().await;
        assert_eq!(account.reconcile().await.repaired, 0);
    }
}

#[tokio::test]
async fn a_dead_tag_on_favorites_is_taken_off() {
    let account = Account::open().await;
    account.reconcile().await;
    // The tag goes without the use case, which would begin the clean-up itself.
    let [tag] = account.keys("Tag").await.try_into().unwrap();
    account.delete_item(&tag).await;
    let mended = account.confirm().await;
    assert_eq!((mended.repaired, account.keys("TagCleanup").await.len()), (1, 1));
}
