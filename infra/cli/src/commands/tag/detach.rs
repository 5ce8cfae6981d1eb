//! `favorites tag detach`.

use clap::Args;

use super::selection::{Selection, send_each};
use crate::client::{Client, Request};
use crate::commands::find_tag::find_tags;
use crate::failure::Reason;
use crate::output::Output;

/// Take tags off a favorite, one after the other.
///
/// If the service refuses one of the tags, the tags before it are already removed. Removing a tag that the favorite does not have changes
/// nothing, so the command can be repeated.
#[derive(Debug, Args)]
pub(crate) struct Detach {
    #[command(flatten)]
    selection: Selection,
}

impl Detach {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let favorite = self.selection.favorite(client).await?;
        let tags = find_tags(client, &self.selection.names).await?;
        send_each(client, output, favorite, &tags, Request::delete).await
    }
}
