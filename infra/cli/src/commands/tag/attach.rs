//! `favorites tag attach`.

use clap::Args;

use super::selection::{Selection, send_each};
use crate::client::{Client, Request};
use crate::commands::find_tag::{find_or_create_tags, find_tags};
use crate::failure::Reason;
use crate::output::Output;

/// Put tags on a favorite, one after the other.
///
/// Creates tags that don't exist. If the service refuses a tag, the tags before it stay. Adding a tag twice
/// changes nothing, so the command can be repeated.
#[derive(Debug, Args)]
pub(crate) struct Attach {
    #[command(flatten)]
    selection: Selection,
}

impl Attach {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let favorite = self.selection.favorite(client).await?;
        let tags = match find_tags(client, &self.selection.names).await {
            Err(Reason::NoSuchTag { .. }) => {
                // No tag is created for a favorite that does not exist.
                client.send(Request::get(["favorites", &favorite.to_string()])).await?;
                find_or_create_tags(client, output, &self.selection.names).await?
            }
            tags => tags?,
        };
        send_each(client, output, favorite, &tags, Request::put).await
    }
}
