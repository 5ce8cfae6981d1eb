//! `reconcile`: reconciles users of a running service by hand.

use std::io::Write as _;
use std::path::PathBuf;

use anyhow::Context as _;
use clap::{ArgGroup, Args};
use favorites_api::favorites::{Repairs, UserId};
use favorites_local::reconcile::{Progress, Whom, favorites_at, reconcile};
use favorites_local::template::Template;
use favorites_local::{AccessKey, DEFAULT_DATA_DIR, DEFAULT_DYNAMODB_HOST, DEFAULT_DYNAMODB_PORT};

use super::values::user_id;

#[derive(Args)]
#[command(group(ArgGroup::new("whom").required(true).args(["user", "due", "all"])))]
pub(crate) struct ReconcileArguments {
    /// The user to reconcile.
    #[arg(long, value_name = "NAME", value_parser = user_id)]
    user: Option<UserId>,

    /// Reconcile the users who are due.
    #[arg(long)]
    due: bool,

    /// Reconcile all users.
    #[arg(long)]
    all: bool,

    /// Repair differences at first sight. Without it, a difference is repaired when it is still there 15 minutes later.
    #[arg(long)]
    at_once: bool,

    /// The address of the DynamoDB endpoint that the running service has printed.
    #[arg(long, value_name = "URL", default_value_t = format!("http://{DEFAULT_DYNAMODB_HOST}:{DEFAULT_DYNAMODB_PORT}"))]
    endpoint: String,

    /// The data folder of the running service, which contains its access key. For a service in memory, export the key that it prints.
    #[arg(long, value_name = "FOLDER", default_value = DEFAULT_DATA_DIR)]
    data_dir: PathBuf,
}

impl ReconcileArguments {
    /// Returns the key in the environment, if it is one that a local service has printed, or the one in the data folder.
    fn access_key(&self) -> anyhow::Result<AccessKey> {
        if let Some(key) = AccessKey::in_environment().filter(AccessKey::is_local) {
            return Ok(key);
        }
        AccessKey::read(&self.data_dir).context("the access key of the running service can't be read")
    }

    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let table = Template::project()?.table.name;
        let favorites = favorites_at(&self.endpoint, &table, &self.access_key()?);
        let whom = match self.user {
            Some(user) => Whom::User(user),
            None if self.due => Whom::Due,
            None => Whom::Everybody,
        };
        let repairs = if self.at_once { Repairs::AtOnce } else { Repairs::Confirmed };
        let report = |progress: &Progress| tracing::info!("so far: {}", summary(progress));
        let progress = reconcile(&favorites, whom, repairs, report).await.with_context(|| {
            format!(
                "the table {table} at {} can't be reconciled; is the service running there?",
                self.endpoint
            )
        })?;
        writeln!(std::io::stdout(), "{}", summary(&progress))?;
        anyhow::ensure!(
            progress.failed == 0,
            "{} users could not be reconciled; the log says why",
            progress.failed
        );
        Ok(())
    }
}

fn summary(progress: &Progress) -> String {
    let Progress { users, found, .. } = progress;
    format!(
        "{users} users, {} favorites read, {} repaired, {} of them drift, {} differences wait for a second sight",
        found.favorites, found.repaired, found.drift, found.suspects
    )
}
