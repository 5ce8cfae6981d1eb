//! A favorite, and tags to put on it or to take off it.

use clap::Args;
use favorites_api::favorites::{DataId, TagName};

use crate::client::{Client, Document, Request, Tag};
use crate::commands::favorite_name::FavoriteArgument;
use crate::commands::find_favorite::Place;
use crate::commands::values::tag_name;
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// A favorite and names of tags.
#[derive(Debug, Args)]
pub(super) struct Selection {
    #[command(flatten)]
    name: FavoriteArgument,

    /// The names of the tags.
    #[arg(value_name = "NAME", required = true, value_parser = tag_name)]
    pub(super) names: Vec<TagName>,
}

impl Selection {
    /// Returns the id of the favorite.
    pub(super) async fn favorite(&self, client: &Client) -> Result<DataId, Reason> {
        self.name.favorite.id(client, Place::Favorites).await
    }
}

/// Sends a request for each tag, one after the other, and then writes the changed favorite. `request` gets
/// the path of the tag on the favorite.
pub(super) async fn send_each(
    client: &Client,
    output: &mut Output,
    favorite: DataId,
    tags: &[Tag],
    request: impl Fn([&str; 4]) -> Request,
) -> Result<(), Reason> {
    let id = favorite.to_string();
    let mut changed = None;
    for tag in tags {
        let request = request(["favorites", &id, "tags", &tag.id.to_string()]);
        changed = Some(client.fetch::<Document<_>>(request).await?);
    }
    changed.map_or(Ok(()), |favorite| Ok(output.document(&favorite, favorite_line)?))
}
