//! All tags of a user at once: at most [`TAGS_PER_PERSON`](crate::limits::TAGS_PER_PERSON).

use crate::error::Error;
use crate::limits::EXPORT_PAGE;
use crate::model::ids::UserId;
use crate::model::tag::{Tag, TagItems};
use crate::service::Favorites;

impl Favorites {
    /// Returns the tags by id, with all earlier writes.
    pub(super) async fn all_tags(&self, user: &UserId) -> Result<Vec<Tag>, Error> {
        let mut tags = Vec::new();
        let mut after = None;
        loop {
            let query = TagItems::query(user.clone()).consistent().limit(EXPORT_PAGE);
            let page = self.read_after(after.as_ref(), query).await?;
            tags.extend(page.items);
            after = page.next;
            if after.is_none() {
                return Ok(tags);
            }
        }
    }
}
