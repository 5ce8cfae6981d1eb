//! Counts, which the stream's consumer keeps.

use std::collections::BTreeMap;

use crate::catalogue::{ByType, Tally};
use crate::data_type::DataType;
use crate::error::Error;
use crate::favorites::Favorites;
use crate::ids::UserId;
use crate::tag::{CountedTag, Tag};

/// How many favorites a person has. A favorite that has expired counts until DynamoDB removes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Outside the trash.
    pub total: u64,
    /// In the trash.
    pub trash: u64,
    by_type: TypeCounts,
}

impl Counts {
    /// Those of a type, outside the trash.
    #[must_use]
    pub fn by_type(&self, data_type: DataType) -> u64 {
        self.by_type.get(data_type)
    }
}

/// How many there are of each type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeCounts(BTreeMap<DataType, u64>);

impl TypeCounts {
    /// Those of a type.
    #[must_use]
    pub fn get(&self, data_type: DataType) -> u64 {
        self.0.get(&data_type).copied().unwrap_or(0)
    }

    /// All of them.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// The types of which there are any.
    pub fn iter(&self) -> impl Iterator<Item = (DataType, u64)> {
        self.0.iter().map(|(data_type, count)| (*data_type, *count))
    }

    /// Counts one more.
    pub(crate) fn add(&mut self, data_type: DataType) {
        *self.0.entry(data_type).or_default() += 1;
    }
}

/// Types that are named more than once are added up, and those of which there are none left out.
impl FromIterator<(DataType, u64)> for TypeCounts {
    fn from_iter<I: IntoIterator<Item = (DataType, u64)>>(counts: I) -> Self {
        let mut all = BTreeMap::new();
        for (data_type, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            *all.entry(data_type).or_default() += count;
        }
        Self(all)
    }
}

impl From<&ByType> for TypeCounts {
    fn from(counters: &ByType) -> Self {
        counters.iter().map(|(data_type, counter)| (*data_type, shown(*counter))).collect()
    }
}

/// A counter is never negative, unless its item was damaged.
fn shown(counter: i64) -> u64 {
    u64::try_from(counter).unwrap_or(0)
}

impl Favorites {
    /// How many favorites a person has: in all, of each type, and in the trash. One read of one item; it follows the last
    /// write within a moment.
    ///
    /// # Errors
    /// [`Error::Busy`], [`Error::Catalogue`] and [`Error::Table`].
    pub async fn counts(&self, user: &UserId) -> Result<Counts, Error> {
        let tally = self.tally(user).await?;
        let by_type = TypeCounts::from(&tally.by_type);
        Ok(Counts { total: by_type.total(), trash: shown(tally.trash), by_type })
    }
}

/// Tags with their counts.
pub(crate) fn counted(tags: Vec<Tag>, tally: &Tally) -> Vec<CountedTag> {
    let of = |tag: &Tag| tally.by_tag.get(&tag.tag_id).map(TypeCounts::from).unwrap_or_default();
    tags.into_iter().map(|tag| CountedTag { favorites: of(&tag), tag }).collect()
}
