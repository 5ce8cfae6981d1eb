//! `favorites tag attach`.

use clap::Args;

use super::selection::Selection;
use crate::client::{Client, Request};
use crate::failure::Reason;
use crate::output::Output;

/// Put tags on a favorite, one after the other.
///
/// If the service refuses one of the tags, the tags before it stay. Adding a tag that the favorite already has changes nothing, so the
/// command can be repeated.
#[derive(Debug, Args)]
pub(crate) struct Attach {
    #[command(flatten)]
    selection: Selection,
}

impl Attach {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        self.selection.send_each(client, output, Request::put).await
    }
}
