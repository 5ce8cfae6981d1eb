//! `favorites job undo`.

use clap::Args;
use favorites_api::favorites::JobId;

use super::wait::wait;
use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::Output;

/// Make the opposite change of each favorite that a job has changed, and wait for the end.
#[derive(Debug, Args)]
pub(crate) struct Undo {
    /// The job.
    #[arg(value_name = "ID")]
    id: JobId,
}

impl Undo {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let job: Document<_> =
            client.fetch(Request::post(["jobs", &self.id.to_string(), "undo"]).waiting()).await?;
        wait(client, output, job).await
    }
}
