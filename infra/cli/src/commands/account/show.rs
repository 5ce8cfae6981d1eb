//! `favorites account show`.

use clap::Args;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, account};

/// Show who is signed in, the number of favorites and tags, and the limits.
#[derive(Debug, Args)]
pub(crate) struct Show {}

impl Show {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let document: Document<_> = client.fetch(Request::get(["account"])).await?;
        Ok(output.document(&document, account)?)
    }
}
