//! `favorites account delete`.

use clap::Args;

use crate::client::{Client, Document, Job, Request};
use crate::commands::job::wait;
use crate::failure::Reason;
use crate::output::{Output, job_line};

/// Erase everything in the account, and wait for the end. Nothing undoes this.
///
/// This is a job, which goes on also if the program ends before. It also erases what is saved while it runs, and takes at least 15 minutes.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    /// Confirm with the id of the user, which `account show` shows.
    #[arg(long, value_name = "USER")]
    confirm: String,

    /// Do not wait for the end. `job show` shows the progress.
    #[arg(long)]
    no_wait: bool,
}

impl Delete {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request = Request::delete(["account"]).query("confirm", Some(self.confirm)).with_key();
        let job: Document<Job> = client.fetch(request).await?;
        if self.no_wait {
            return Ok(output.document(&job, job_line)?);
        }
        wait(client, output, job).await
    }
}
