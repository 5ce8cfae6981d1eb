//! The items of a batch whose links stay as they are.

use std::collections::BTreeMap;

use super::group::{Candidate, Fate};
use super::{BatchItem, Results, Sound, check};
use crate::error::Error;
use crate::model::favorite::{FavoriteData, UniqueLink};
use crate::model::ids::{DataId, UserId};
use crate::model::new_favorite::OnExisting;
use crate::service::Favorites;
use crate::use_cases::favorites::Saved;
use crate::use_cases::tag_names::{NamedTags, TagNames};

impl Favorites {
    /// Takes out the items that name a tag which does not exist, and whose link is there and stays as it is,
    /// and notes their results. Without this, the tag would be created and nothing would have it.
    pub(super) async fn without_kept(
        &self,
        user: &UserId,
        sound: Vec<Sound>,
        tags: &mut NamedTags,
        results: &mut Results,
    ) -> Result<Vec<Sound>, Error> {
        let names: TagNames = sound.iter().flat_map(|(_, item, _)| &item.tag_names).collect();
        let missing = self.add_existing_tags(user, names, tags).await?;
        let keeps = |item: &BatchItem| {
            item.draft.on_existing == OnExisting::Keep && item.tag_names.iter().any(|name| missing.has(name))
        };
        let now = self.store.now();
        let link = |(place, item, _): &Sound| Some((*place, check(item, user, now).ok()?.unique_link()?));
        let links = sound.iter().filter(|(_, item, _)| keeps(item)).filter_map(link).collect();
        let owners = self.link_owners(user, links).await?;
        let (mut left, mut tries) = (Vec::new(), self.tries());
        for (place, item, origin) in sound {
            let Some(owner) = owners.get(&place) else {
                left.push((place, item, origin));
                continue;
            };
            let tag_ids = item.tag_names.iter().filter_map(|name| tags.id(name)).collect();
            let mut candidate = Candidate::new(place, item.draft.clone(), origin, tag_ids);
            match self.resolve(user, &mut candidate, Fate::Exists(*owner), &mut tries).await {
                Some(result) => drop(results.insert(place, result.map(without_tags))),
                // The favorite with the link is gone by now.
                None => left.push((place, item, origin)),
            }
        }
        Ok(left)
    }

    /// Returns the favorites that have these links, by the same numbers.
    pub(crate) async fn link_owners<N: Ord + Send>(
        &self,
        user: &UserId,
        links: Vec<(N, String)>,
    ) -> Result<BTreeMap<N, DataId>, Error> {
        let record = |link| UniqueLink { user_id: user.clone(), link };
        let records = links.into_iter().map(|(number, link)| (number, record(link))).collect();
        let owners = self.value_owners::<N, UniqueLink>(records).await?;
        Ok(owners.into_iter().map(|(number, owner)| (number, owner.data_id)).collect())
    }
}

/// Notes that tags were ignored because they do not exist.
fn without_tags(mut saved: Saved<FavoriteData>) -> Saved<FavoriteData> {
    if let Saved::AlreadyThere { ignored, .. } = &mut saved
        && !ignored.contains(&"tagIds")
    {
        ignored.push("tagIds");
    }
    saved
}
