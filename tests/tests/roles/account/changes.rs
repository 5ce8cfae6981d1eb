//! The change feed: from the beginning, and after a change of each kind.

use favorites_tests::{data_id, eventually};

use super::Account;

impl Account {
    /// Reads the change feed, changes something of each kind, and reads the feed on.
    pub(super) async fn changes(&self) {
        let cursor = self.follow(None).await.1;
        self.tag("Changed").await;
        self.keep("Stays", &[]).await;
        let goes = self.keep("Goes", &[]).await;
        self.ann.delete(&format!("/favorites/{}", data_id(&goes))).await.is(200);
        eventually(async || {
            let changes = self.follow(Some(cursor.clone())).await.0;
            if changes > 2 { Ok(()) } else { Err(format!("{changes} changes")) }
        })
        .await;
        self.ann.all("/favorites?sort=updateTime").await;
    }

    /// Reads the feed to its end. Returns the number of changes and the last cursor.
    async fn follow(&self, mut cursor: Option<String>) -> (usize, String) {
        let mut changes = 0;
        loop {
            let query = cursor.as_ref().map_or_else(String::new, |cursor| format!("?cursor={cursor}"));
            let page = self.ann.get(&format!("/changes{query}")).await.is(200);
            changes += page["changes"].as_array().map_or(0, Vec::len);
            let next = page["cursor"].as_str().expect("there is a cursor").to_owned();
            if page["more"] == false {
                return (changes, next);
            }
            cursor = Some(next);
        }
    }
}
