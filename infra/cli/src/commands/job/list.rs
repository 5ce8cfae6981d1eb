//! `favorites job list`.

use clap::Args;

use crate::client::{Client, Request};
use crate::commands::listing::Listing;
use crate::failure::Reason;
use crate::output::{Output, job_line};

/// List the jobs of the last 90 days, newest first: id, time of creation in UTC, action, state, and what they have done.
#[derive(Debug, Args)]
pub(crate) struct List {
    #[command(flatten)]
    listing: Listing,
}

impl List {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        self.listing.write(client, output, Request::get(["jobs"]), "jobs", job_line).await
    }
}
