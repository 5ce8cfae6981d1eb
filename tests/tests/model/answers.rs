//! The service's answers, compared with the table's own items.

use std::collections::BTreeMap;

use favorites_api::Favorites;
use favorites_api::favorites::{
    Busy, CountedTag, DataType, EpochSeconds, Error, Order, PageRequest, PageSize, TagSort, UserId,
};
use rand::rngs::StdRng;
use serde_json::Value;

use crate::searches::wrong_searches;
use crate::wrong::wrong;

/// Returns the wrong answers to a user, one line each. Every answer that is derived from other items belongs here. `alone` is the
/// most tags that are also read alone: their counts are made as those in the list. Some of the searches are `random`.
pub(crate) async fn faults(
    service: &Favorites,
    user: &UserId,
    items: &[Value],
    alone: usize,
    random: &mut StdRng,
) -> Result<Vec<String>, String> {
    let account = Account::of(user, items, EpochSeconds::of(service.now()));
    let failed = |error: Error| match error {
        // A catalogue that can't be read is wrong, too. So is a head that names items of the search index that are not there, when
        // nobody writes any more.
        Error::Catalogue { .. } | Error::Busy(Busy::Contended) => wrong(&error.to_string()),
        error => format!("the service fails: {error}"),
    };
    let mut faults = account.wrong_counts(service, user).await.map_err(failed)?;
    faults.extend(account.wrong_tags(service, user, alone).await.map_err(failed)?);
    faults.extend(wrong_searches(service, user, items, random).await.map_err(failed)?);
    Ok(faults)
}

/// The favorites, the trash and the tags of one person.
struct Account<'a> {
    favorites: Vec<&'a Value>,
    trash: Vec<&'a Value>,
    tags: Vec<&'a Value>,
}

impl<'a> Account<'a> {
    /// Returns the items that exist at a moment, without expired items that DynamoDB has not removed yet.
    fn of(user: &UserId, items: &'a [Value], now: EpochSeconds) -> Self {
        let all = |entity| {
            let own = |item: &&Value| item["type"] == entity && item["userId"] == user.as_str();
            let is_live = |item: &&Value| item["ttl"].as_u64().is_none_or(|ttl| ttl > now.get());
            items.iter().filter(own).filter(is_live).collect()
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

    /// Compares each tag with its count in the list, and at most `alone` of them read alone.
    async fn wrong_tags(
        &self,
        service: &Favorites,
        user: &UserId,
        alone: usize,
    ) -> Result<Vec<String>, Error> {
        let expected: BTreeMap<String, BTreeMap<String, u64>> =
            self.tags.iter().map(|tag| self.tag_and_count(tag)).collect();
        let size = PageSize::new(100).expect("it is the most");
        let page = PageRequest { order: Order::Ascending, size, after: None };
        let listed = service.list_tags(user, TagSort::TagName, &page).await?.items;
        let counted: BTreeMap<_, _> = listed.iter().map(answered).collect();
        let mut faults = Vec::new();
        if counted != expected {
            faults.push(format!("{user:?} has the tags {expected:?}; listed are {counted:?}"));
        }
        for tag in listed.iter().take(alone) {
            let (id, counted) = answered(&service.tag(user, tag.tag.tag_id).await?);
            if expected.get(&id) != Some(&counted) {
                faults.push(format!("{user:?} has the tags {expected:?}; {id} is read as {counted:?}"));
            }
        }
        Ok(faults)
    }

    fn tag_and_count(&self, tag: &Value) -> (String, BTreeMap<String, u64>) {
        let mut counts = BTreeMap::new();
        for favorite in self.under(&tag["tagId"]) {
            *counts.entry(text(&favorite["dataType"])).or_default() += 1;
        }
        (text(&tag["tagId"]), counts)
    }

    fn under(&self, tag_id: &Value) -> impl Iterator<Item = &'a Value> {
        let tag_id = tag_id.clone();
        let has = move |favorite: &&&Value| {
            favorite["tagIds"].as_array().into_iter().flatten().any(|given| *given == tag_id)
        };
        self.favorites.iter().filter(has).copied()
    }
}

/// Returns the id of a tag in an answer, and its counts by type.
fn answered(tag: &CountedTag) -> (String, BTreeMap<String, u64>) {
    let of_type = |(data_type, count): (DataType, u64)| (data_type.as_str().to_owned(), count);
    (tag.tag.tag_id.to_string(), tag.favorites.iter().map(of_type).collect())
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
