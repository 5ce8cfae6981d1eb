//! `favorites job cancel`.

use clap::Args;
use favorites_api::favorites::JobId;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, job_line};

/// End a job at its current step. Changes until then stay.
#[derive(Debug, Args)]
pub(crate) struct Cancel {
    /// The job.
    #[arg(value_name = "ID")]
    id: JobId,
}

impl Cancel {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let job: Document<_> = client.fetch(Request::delete(["jobs", &self.id.to_string()])).await?;
        Ok(output.document(&job, job_line)?)
    }
}
