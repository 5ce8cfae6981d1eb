//! `favorites smoke`.

mod leftovers;
mod names;
mod steps;
mod tour;

use std::time::Duration;

use clap::Args;

use self::leftovers::Leftovers;
use self::names::Names;
use self::steps::Steps;
use crate::client::{Client, Request};
use crate::failure::Reason;
use crate::output::Output;

/// Check that the service works, with links that the check creates and deletes.
///
/// The check saves, finds, tags, changes, deletes and restores a link, imports a file and exports everything.
/// It works with any service, local or deployed, and in an account that is in use: it only changes what it
/// has created, under names that nothing else has. Each step writes a line with its name, its result and its
/// time in milliseconds. The first step that fails ends the check. What the check has created is deleted in
/// any case, also at Ctrl-C. A step ends after 5 minutes at the latest. The export needs space for all
/// favorites in the folder for temporary files. The jobs of the import and the export stay in the list of
/// jobs.
#[derive(Debug, Args)]
pub(crate) struct Smoke {
    /// Wait this number of seconds at most until lists, search and counts follow a change.
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..=120))]
    wait: u64,
}

impl Smoke {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let (names, wait) = (Names::new(), Duration::from_secs(self.wait));
        let leftovers = Leftovers::new(client, &names, wait);
        let mut steps = Steps::new(client, output, wait);
        // If the service can't be reached or refuses the token, there is nothing to delete.
        let account = Request::get(["account"]);
        steps.ask("read the account", "the account", account, |it| it["userId"].is_string()).await?;
        let mut import = None;
        let checked = unless_interrupted(async {
            let tag = tour::links(&names, &mut steps).await?;
            tour::files(client, &names, &mut steps, &tag, &mut import).await
        })
        .await;
        let deletion = async {
            match checked {
                Ok(()) => leftovers.delete().await,
                Err(_) => leftovers.delete_after_failure(import).await,
            }
        };
        let deleted =
            steps.run("delete what was created", "nothing left", unless_interrupted(deletion)).await;
        if deleted.is_err() {
            output.message(&format!("Some of what the check has created may be left: {names}."));
        }
        match (checked, deleted) {
            (Err(failed), Err(left)) => {
                output.message(&format!("{:#}", anyhow::Error::new(left)));
                Err(failed)
            }
            (checked, deleted) => checked.and(deleted),
        }
    }
}

/// Does `work`, or as much of it as is done before Ctrl-C.
async fn unless_interrupted<T>(work: impl Future<Output = Result<T, Reason>>) -> Result<T, Reason> {
    tokio::select! {
        done = work => done,
        Ok(()) = tokio::signal::ctrl_c() => Err(Reason::Interrupted),
    }
}
