//! `favorites restore`.

use clap::Args;

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// Bring a favorite back from the trash, with its tags.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    #[command(flatten)]
    name: FavoriteArgument,
}

impl Restore {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let id = self.name.favorite.id(client, Place::Trash).await?;
        let request = Request::post(["trash", &id.to_string(), "restore"]);
        let favorite: Document<_> = client.fetch(request).await?;
        Ok(output.document(&favorite, favorite_line)?)
    }
}
