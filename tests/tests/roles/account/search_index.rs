//! Search indexes that are made again.

use super::Account;

/// The number of notes of a small library.
const FEW: usize = 12;

impl Account {
    /// Loses a block of the search index of a small library, so that reconciliation makes the index again, and of a larger one, so that
    /// it leaves a part of the old index to the change consumer.
    pub(super) async fn lost_blocks(&self) {
        self.throw_all_away().await;
        for number in 0..FEW {
            self.keep(&format!("Note number {number} of a few"), &[]).await;
        }
        self.counted(FEW).await;
        self.lose_block().await;
        self.keep_notes(&[]).await;
        self.lose_block().await;
        self.keep_notes(&[]).await;
    }

    async fn lose_block(&self) {
        if let Some(block) = self.items("SearchBlock").await.first() {
            self.lose(block).await;
        }
        self.reconcile().await;
    }
}
