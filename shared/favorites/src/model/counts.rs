//! Numbers of favorites.

use std::collections::BTreeMap;

use crate::model::data_type::DataType;

/// The numbers of a user's favorites. A favorite stops counting in its second of expiry, even if DynamoDB removes it later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counts {
    /// Outside the trash.
    pub total: u64,
    /// In the trash.
    pub trash: u64,
    pub(crate) by_type: TypeCounts,
}

impl Counts {
    /// Returns the number of favorites of a type outside the trash.
    #[must_use]
    pub fn by_type(&self, data_type: DataType) -> u64 {
        self.by_type.get(data_type)
    }
}

/// The number of favorites of each type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypeCounts(BTreeMap<DataType, u64>);

impl TypeCounts {
    /// Returns the number of favorites of a type.
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
