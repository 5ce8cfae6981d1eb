//! What the service answers, against what the table's own items say.

use std::collections::BTreeMap;

use favorites_api::Favorites;
use favorites_api::favorites::{CountedTag, DataType, Error, Order, PageRequest, PageSize, TagSort, UserId};
use serde_json::Value;

/// What is wrong with what a person is answered, one line each. Every answer that is derived from other items belongs here.
pub(crate) async fn faults(
    service: &Favorites,
    user: &UserId,
    items: &[Value],
) -> Result<Vec<String>, String> {
    let account = Account::of(user, items);
    let failed = |error: Error| format!("the service fails: {error}");
    let mut faults = account.wrong_counts(service, user).await.map_err(failed)?;
    faults.extend(account.wrong_tags(service, user).await.map_err(failed)?);
    Ok(faults)
}

/// The favorites, the trash and the tags of one person.
struct Account<'a> {
    favorites: Vec<&'a Value>,
    trash: Vec<&'a Value>,
    tags: Vec<&'a Value>,
}

impl<'a> Account<'a> {
    fn of(user: &UserId, items: &'a [Value]) -> Self {
        let all = |entity| {
            let own = |item: &&Value| item["type"] == entity && item["userId"] == user.as_str();
            items.iter().filter(own).collect()
        };
        Self { favorites: all("FavoriteData"), trash: all("Trash"), tags: all("Tag") }
    }

    async fn wrong_counts(&self, service: &Favorites, user: &UserId) -> Result<Vec<String>, Error> {
        let counts = service.counts(user).await?;
        let of_type = |data_type: DataType| {
            self.favorites.iter().filter(|favorite| favorite["dataType"] == data_type.as_str()).count()
        };
        let mut expected = vec![
            ("in all", counts.total, self.favorites.len()),
            ("in the trash", counts.trash, self.trash.len()),
        ];
        expected.extend(
            DataType::ALL
                .map(|data_type| (data_type.as_str(), counts.by_type(data_type), of_type(data_type))),
        );
        expected.retain(|(_, answered, there)| *answered != *there as u64);
        let wrong = expected
            .into_iter()
            .map(|(what, answered, there)| format!("{user:?} has {there} {what}; the answer is {answered}"));
        Ok(wrong.collect())
    }

    /// Each tag with its count, in the list and alone.
    async fn wrong_tags(&self, service: &Favorites, user: &UserId) -> Result<Vec<String>, Error> {
        let expected: BTreeMap<String, u64> = self.tags.iter().map(|tag| self.tag_and_count(tag)).collect();
        let size = PageSize::new(100).expect("it is the most");
        let page = PageRequest { order: Order::Ascending, size, after: None };
        let listed = service.list_tags(user, TagSort::TagName, &page).await?.items;
        let mut read = Vec::new();
        for tag in &listed {
            read.push(service.tag(user, tag.tag.tag_id).await?);
        }
        let mut faults = Vec::new();
        for (how, answered) in [("listed", listed), ("read", read)] {
            let count = |tag: &CountedTag| (tag.tag.tag_id.to_string(), tag.favorites);
            let answered: BTreeMap<_, _> = answered.iter().map(count).collect();
            if answered != expected {
                faults.push(format!("{user:?} has the tags {expected:?}; {how} are {answered:?}"));
            }
        }
        Ok(faults)
    }

    fn tag_and_count(&self, tag: &Value) -> (String, u64) {
        let id = tag["tagId"].as_str().unwrap_or_default();
        let with = self.favorites.iter().filter(|favorite| {
            favorite["tagIds"].as_array().into_iter().flatten().any(|tag_id| tag_id == id)
        });
        (id.to_owned(), with.count() as u64)
    }
}
