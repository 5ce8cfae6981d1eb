//! The pager for an update of more operations than one transaction takes.

use super::packing::pack;
use super::{PagedWrite, WritingPager, WritingPagerError};
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;

impl<D: Database> Store<D> {
    /// Divides a large update into transactions; nothing is written before the [pager](WritingPager) is asked to.
    /// Conditions on expiry compare with the time at which this is called.
    ///
    /// # Errors
    /// When a group can never be written as it is, or a key or value of any operation can't be made.
    pub fn writing_pager(&self, write: PagedWrite<D>) -> Result<WritingPager<D>, WritingPagerError> {
        let PagedWrite { groups, skipped, on_each_page } = write;
        let count = groups.len();
        if skipped > count {
            return Err(WritingPagerError::SkipsTooMany { skipped, groups: count });
        }
        let now = self.now();
        let groups = groups
            .into_iter()
            .skip(skipped)
            .map(|group| group.build(&self.names, now))
            .collect::<Result<Vec<_>, Error>>()?;
        let added = |done| match &on_each_page {
            Some(on_each_page) => on_each_page(done).build(&self.names, now),
            None => Ok(Vec::new()),
        };
        let pages = pack(skipped, groups, added)?;
        Ok(WritingPager::new(self.clone(), pages, skipped))
    }
}
