//! `favorites tag detach`.

use clap::Args;

use super::selection::Selection;
use crate::client::{Client, Request};
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
        self.selection.send_each(client, output, Request::delete).await
    }
}
