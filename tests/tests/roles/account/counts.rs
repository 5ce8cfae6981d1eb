//! Counters that don't fit into the head of the catalogue: those of many tags, and of favorites that expire.

use std::time::Duration;

use favorites_tests::{eventually, sample};
use serde_json::json;

use super::{Account, NOTES};

impl Account {
    /// Makes more counters of tags than fit into the head, and renames one of the tags.
    pub(super) async fn many_tags(&self) {
        let mut tags = Vec::new();
        for number in 0..6 {
            tags.push(self.tag(&format!("One of many {number}")).await);
        }
        let with_all: Vec<_> = tags.iter().map(String::as_str).collect();
        self.keep("With many tags", &with_all).await;
        let paths: Vec<_> = tags.iter().map(|tag| format!("/tags/{tag}")).collect();
        for (number, path) in paths.iter().enumerate() {
            eventually(async || {
                let tag = self.ann.get(path).await.is(200);
                if tag["count"] == 1 { Ok(()) } else { Err(format!("not counted: {tag}")) }
            })
            .await;
            let renamed =
                self.ann.patch(path, &json!({ "tagName": format!("Renamed {number}") })).await.is(200);
            assert_eq!(renamed["count"], 1, "{renamed}");
        }
        self.ann.get("/tags").await.is(200);
        self.ann.get("/search?counts=all").await.is(200);
    }

    /// Creates notes that expire, and waits until they are no longer counted. Then it removes all segments and reconciles while
    /// the counters are in a tree.
    ///
    /// The first notes are short: the repair of a range of them stays in the journal, and so it may also move counters into the
    /// tree. The others are longer, and move the short ones from the journal to segments.
    pub(super) async fn expiry(&self) {
        let before = self.ann.all("/favorites?limit=100").await.len();
        for number in 0..2 * NOTES {
            let expiry = self.clock.after(Duration::from_secs(100 + number as u64));
            let text = if number < NOTES { number.to_string() } else { "milk ".repeat(120) };
            let members = json!({ "expireTime": expiry.to_string(), "content": { "text": text } });
            self.ann.create(&sample::with(sample::favorite("note", "Expires"), &members)).await;
        }
        self.counted(before + 2 * NOTES).await;
        self.clock.advance(Duration::from_hours(1));
        self.counted(before).await;
        for segment in self.items("Catalogue").await {
            self.lose(&segment).await;
        }
        self.reconcile().await;
        let expired = self.items("FavoriteData").await;
        for item in expired.iter().filter(|item| item["ttl"].is_number()) {
            self.lose(item).await;
        }
    }
}
