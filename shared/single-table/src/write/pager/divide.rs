//! Divides a large update into transactions.

use super::packing::pack;
use super::{PagedWrite, WritingPager, WritingPagerError};
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;

impl<D: Database> Store<D> {
    /// Divides a large update into transactions. Nothing is written until the returned [pager](WritingPager) writes a page.
    /// Conditions on expiry compare with the time of this call.
    ///
    /// # Errors
    /// [`WritingPagerError`] when a group does not fit into a transaction, or when a key or a value of an operation can't be
    /// built.
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
