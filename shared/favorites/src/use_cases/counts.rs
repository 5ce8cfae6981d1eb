//! Counts, which the stream's consumer maintains.

use std::collections::BTreeMap;

use crate::catalogue::count_tree::{Counter, Scope, Sums};
use crate::error::Error;
use crate::model::counts::{Counts, TypeCounts};
use crate::model::ids::UserId;
use crate::model::tag::{CountedTag, Tag};
use crate::service::Favorites;

impl From<&Sums> for TypeCounts {
    fn from(sums: &Sums) -> Self {
        let types = sums.iter().filter_map(|(counter, count)| match counter {
            Counter::Type(data_type) => Some((data_type, shown(count))),
            Counter::Trash => None,
        });
        types.collect()
    }
}

/// A counter is never negative, unless its item was damaged.
pub(crate) fn shown(counter: i64) -> u64 {
    u64::try_from(counter).unwrap_or(0)
}

impl Favorites {
    /// Returns the numbers of a user's favorites: in total, of each type, and in the trash. A favorite leaves the counts in its second
    /// of expiry.
    ///
    /// This is one read of one item. If favorites expire, it is up to one more read for each level of the count tree, which has
    /// two levels for 50,000 favorites that expire. The counts follow the last write within a moment.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Catalogue`] and [`Error::Table`].
    pub async fn counts(&self, user: &UserId) -> Result<Counts, Error> {
        let sums = self.account_sums(user).await?;
        let by_type = TypeCounts::from(&sums);
        Ok(Counts { total: by_type.total(), trash: shown(sums.get(Counter::Trash)), by_type })
    }

    /// Adds the counts of this moment to tags of a user.
    pub(crate) async fn with_counts(&self, user: &UserId, tags: Vec<Tag>) -> Result<Vec<CountedTag>, Error> {
        if tags.is_empty() {
            return Ok(Vec::new());
        }
        let sums = self.tag_sums(user, tags.iter().map(|tag| tag.tag_id)).await?;
        Ok(tags.into_iter().map(|tag| counted(tag, &sums)).collect())
    }
}

fn counted(tag: Tag, sums: &BTreeMap<Scope, Sums>) -> CountedTag {
    let favorites = sums.get(&Scope::Tag(tag.tag_id)).map(TypeCounts::from).unwrap_or_default();
    CountedTag { tag, favorites }
}
