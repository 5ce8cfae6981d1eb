//! Items that go, and the records of their removal.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use favorites_api::favorites::{ChangeRecord, DataId, EpochSeconds};

use crate::account::{Account, LONG};

impl Account {
    /// Deletes the item of a favorite as the time to live does.
    pub(crate) async fn remove(&self, entity: &str, note: DataId) {
        self.delete_item(&(format!("{entity}#{}", self.user.as_str()), note.to_string())).await;
    }

    /// The stored item of a favorite.
    pub(crate) async fn image(&self, entity: &str, note: DataId) -> HashMap<String, AttributeValue> {
        let key = [format!("{entity}#{}", self.user.as_str()), note.to_string()].map(AttributeValue::S);
        let [pk, sk] = key;
        let request = self.client().get_item().table_name(self.table_name()).consistent_read(true);
        let answer = request.key("pk", pk).key("sk", sk).send().await.expect("the table answers");
        answer.item.expect("it is there")
    }

    /// Applies the record of the removal of an item.
    pub(crate) async fn deliver_removal(&self, image: HashMap<String, AttributeValue>) {
        let written = Some(EpochSeconds::of(self.favorites.now()));
        let change = ChangeRecord { written, old: Some(image.into()), new: None };
        for result in self.favorites.apply_changes(vec![change], LONG).await {
            result.expect("the record can be read");
        }
    }
}
