//! `favorites delete`.

use clap::Args;

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use super::values::version;
use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// Move a favorite to the trash, from where `restore` brings it back for 30 days.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    #[command(flatten)]
    name: FavoriteArgument,

    /// Delete it only if it still has this version.
    #[arg(long, value_name = "VERSION", value_parser = version, conflicts_with = "permanently")]
    if_version: Option<u64>,

    /// Delete a favorite that is in the trash for good.
    #[arg(long)]
    permanently: bool,
}

impl Delete {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let place = if self.permanently { Place::Trash } else { Place::Favorites };
        let id = self.name.favorite.id(client, place).await?.to_string();
        if self.permanently {
            client.send(Request::delete(["trash", &id])).await?;
            return Ok(output.confirmation(&format!("{id} is deleted for good."))?);
        }
        let request = Request::delete(["favorites", &id]).if_version(self.if_version);
        let favorite: Document<_> = client.fetch(request).await?;
        Ok(output.document(&favorite, favorite_line)?)
    }
}
