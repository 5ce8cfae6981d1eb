//! `favorites counts`.

use clap::Args;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{self, Output};

/// Count the favorites: all, of each type, and in the trash.
#[derive(Debug, Args)]
pub(crate) struct Counts {}

impl Counts {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let counts: Document<_> = client.fetch(Request::get(["counts"])).await?;
        Ok(output.document(&counts, output::counts)?)
    }
}
