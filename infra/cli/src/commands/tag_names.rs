//! The names of tags on favorites.

use std::collections::HashMap;

use favorites_api::favorites::{TagId, TagName};

use crate::client::{Client, ClientError, Favorite, Pages, Request, Tag};

/// The names of the user's tags, loaded as needed.
#[derive(Debug)]
pub(super) struct TagNames<'a> {
    pages: Pages<'a, Tag>,
    names: HashMap<TagId, TagName>,
}

impl<'a> TagNames<'a> {
    pub(super) fn new(client: &'a Client) -> Self {
        Self { pages: Pages::new(client, Request::get(["tags"]), None), names: HashMap::new() }
    }

    /// Reads more of the list of tags until it has the tags of these favorites.
    pub(super) async fn learn(&mut self, favorites: &[&Favorite]) -> Result<(), ClientError> {
        let ids = || favorites.iter().flat_map(|favorite| &favorite.tag_ids);
        while ids().any(|id| !self.names.contains_key(id)) {
            let Some(page) = self.pages.next().await? else { break };
            let tags = page.items.into_iter().map(|tag| tag.value);
            self.names.extend(tags.map(|tag| (tag.id, tag.name)));
        }
        Ok(())
    }

    /// Returns the names of a favorite's tags, or the id of a tag that was created after the list was read.
    pub(super) fn of(&self, favorite: &Favorite) -> Vec<String> {
        let name =
            |id: &TagId| self.names.get(id).map_or_else(|| id.to_string(), |name| name.as_str().to_owned());
        favorite.tag_ids.iter().map(name).collect()
    }
}
