//! Search indexes that are made again.

use favorites_tests::eventually;

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

    /// Loses the blocks. A search that misses one has the worker make the index again.
    async fn lose_block(&self) {
        let blocks = eventually(async || {
            let blocks = self.items("SearchBlock").await;
            if blocks.is_empty() { Err("no block".to_owned()) } else { Ok(blocks) }
        });
        for block in blocks.await {
            self.lose(&block).await;
        }
        self.ann.get("/search?q=%22number%22").await;
        self.reconcile().await;
    }
}
