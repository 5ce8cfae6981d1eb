//! Favorites, and the trash.

use std::time::Duration;

use favorites_api::favorites::ChosenId;
use favorites_tests::{data_id, sample};
use reqwest::Method;
use serde_json::{Value, json};

use super::Account;

impl Account {
    /// Creates, reads, changes and lists favorites.
    pub(super) async fn favorites(&self) {
        let ann = &self.ann;
        let (red, blue) = (self.tag("Red").await, self.tag("Blue").await);
        let link = sample::with(sample::favorite("link", "Rust"), &json!({ "tagIds": [red] }));
        let kept = ann.post("/favorites", &link).key("first").await.is(201);
        ann.post("/favorites", &link).key("again").await.is(200);
        let violet = sample::with(link, &json!({ "tagIds": [self.tag("Violet").await] }));
        ann.post("/favorites?onExisting=merge", &violet).await.is(200);
        let expiry = self.clock.after(Duration::from_secs(1)).to_string();
        let note = sample::with(sample::favorite("note", "Soon gone"), &json!({ "expireTime": expiry }));
        let first = ann.post("/favorites", &note).key("late").await.is(201);
        self.clock.advance(Duration::from_secs(2));
        assert_eq!(ann.post("/favorites", &note).key("late").await.is(201), first);
        let path = format!("/favorites/{}", data_id(&kept));
        ann.get(&path).await.is(200);
        ann.patch(&path, &json!({ "contentUrl": "https://example.com/elsewhere" })).await.is(200);
        ann.get("/favorites").await.is(200);
        ann.get("/favorites?type=link").await.is(200);
        ann.get("/favorites?url=https://example.com/elsewhere").await.is(200);
        // The second request of each kind changes nothing.
        ann.put(&format!("{path}/tags/{blue}"), &Value::Null).await.is(200);
        ann.put(&format!("{path}/tags/{blue}"), &Value::Null).await.is(200);
        ann.delete(&format!("{path}/tags/{blue}")).await.is(200);
        ann.put(&format!("{path}/tags"), &json!({ "tagIds": [blue] })).await.is(200);
        ann.put(&format!("{path}/tags"), &json!({ "tagIds": [blue] })).await.is(200);
        ann.get(&format!("{path}/tags")).await.is(200);
        ann.put(&format!("{path}/tags"), &json!({ "tagIds": [] })).await.is(200);
        ann.get(&format!("{path}/tags")).await.is(200);
        let moved = json!({ "clipTime": "2020-01-01T00:00:00Z" });
        let path = format!("/favorites/{}", data_id(&ann.patch(&path, &moved).await.is(200)));
        ann.delete(&path).await.is(200);
        self.clock.advance(Duration::from_mins(2));
        ann.get(&format!("/tags/{red}/favorites")).await.is(200);
        ann.get(&format!("/tags/{red}/favorites?type=link")).await.is(200);
    }

    /// Creates favorites in a batch, and one under a chosen id.
    pub(super) async fn batches(&self) {
        let ann = &self.ann;
        let tagged = json!({ "tagNames": ["Ivory", "Amber"] });
        let link = sample::with(sample::favorite("link", "Batch"), &tagged);
        let body = json!({ "favorites": [link, sample::favorite("note", "Batch")] });
        for key in ["first-batch", "first-batch", "second-batch"] {
            ann.post("/favorites/batch", &body).key(key).await.is(200);
        }
        let lilac = sample::with(link.clone(), &json!({ "tagNames": ["Lilac"] }));
        ann.post("/favorites/batch?onExisting=merge", &json!({ "favorites": [lilac] })).await.is(200);
        let umber = sample::with(link, &json!({ "tagNames": ["Umber"] }));
        ann.post("/favorites/batch", &json!({ "favorites": [umber] })).await.is(200);
        let path = format!("/favorites/{}", ChosenId::at(self.clock.now(), 1));
        let teal = json!({ "tagIds": [self.tag("Teal").await] });
        let chosen = sample::with(sample::favorite("link", "Chosen"), &teal);
        for status in [201, 200] {
            ann.put(&path, &chosen).header("if-none-match", "*").await.is(status);
        }
        let moved = json!({ "clipTime": "2020-01-01T00:00:00Z" });
        let path = format!("/favorites/{}", data_id(&ann.patch(&path, &moved).await.is(200)));
        ann.delete(&path).await.is(200);
    }

    /// Applies each action to several favorites.
    pub(super) async fn actions(&self) {
        let ann = &self.ann;
        let plum = self.tag("Plum").await;
        let link = ann.create(&sample::favorite("link", "Action")).await;
        let note = ann.create(&sample::favorite("note", "Action")).await;
        let data_ids = [data_id(&link), data_id(&note)];
        let expiry = self.clock.after(Duration::from_hours(1)).to_string();
        for members in [
            json!({ "action": "tag", "tagId": plum }),
            json!({ "action": "tag", "tagId": plum }),
            json!({ "action": "setExpiry", "expireTime": expiry }),
            json!({ "action": "setExpiry", "expireTime": null }),
            json!({ "action": "delete" }),
            json!({ "action": "restore" }),
            json!({ "action": "untag", "tagId": plum }),
            json!({ "action": "delete" }),
            json!({ "action": "purge" }),
        ] {
            let mut body = members;
            body["dataIds"] = json!(data_ids);
            ann.post("/favorites/actions", &body).await.is(200);
        }
    }

    /// Deletes favorites, and restores or purges them.
    pub(super) async fn trash(&self) {
        let ann = &self.ann;
        let green = self.tag("Green").await;
        let link = sample::with(sample::favorite("link", "Trash"), &json!({ "tagIds": [green] }));
        let thrown = ann.create(&link).await;
        let path = format!("/favorites/{}", data_id(&thrown));
        let trashed = format!("/trash/{}", data_id(&thrown));
        ann.delete(&path).await.is(200);
        ann.get("/trash").await.is(200);
        ann.get(&trashed).await.is(200);
        for _ in 0..2 {
            let restore = ann.call(Method::POST, &format!("{trashed}/restore"));
            restore.key("back").await.is(200);
        }
        ann.delete(&path).await.is(200);
        ann.delete(&trashed).await.is(204);
    }
}
