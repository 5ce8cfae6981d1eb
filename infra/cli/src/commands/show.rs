//! `favorites show`.

use clap::Args;

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use crate::client::{Client, Document, Favorite, Page, Request, Tag};
use crate::failure::Reason;
use crate::output::{Output, favorite_details};

/// Show all about a favorite, with its whole text.
#[derive(Debug, Args)]
pub(crate) struct Show {
    #[command(flatten)]
    name: FavoriteArgument,
}

impl Show {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let id = self.name.favorite.id(client, Place::Favorites).await?.to_string();
        let favorite: Document<Favorite> = client.fetch(Request::get(["favorites", &id])).await?;
        let tags: Page<Tag> = client.fetch(Request::get(["favorites", &id, "tags"])).await?;
        let tags: Vec<&Tag> = tags.items.iter().map(|tag| &tag.value).collect();
        Ok(output.document(&favorite, |favorite| favorite_details(favorite, &tags))?)
    }
}
