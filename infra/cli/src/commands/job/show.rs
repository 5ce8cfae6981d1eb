//! `favorites job show`.

use clap::Args;
use favorites_api::favorites::JobId;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, job_line};

/// Show a job with its progress.
#[derive(Debug, Args)]
pub(crate) struct Show {
    /// The job.
    #[arg(value_name = "ID")]
    id: JobId,
}

impl Show {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let job: Document<_> = client.fetch(Request::get(["jobs", &self.id.to_string()])).await?;
        Ok(output.document(&job, job_line)?)
    }
}
