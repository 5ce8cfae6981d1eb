//! `favorites reconcile`.

use std::time::Duration;

use clap::{Args, Subcommand};

use super::connection::Connection;
use crate::aws::{Arn, Aws};
use crate::failure::Reason;
use crate::output::{Output, Progress};
use crate::reconcile::{Execution, ReconcileError, Scope, Totals, reconcile_user};

/// Compare counts and search of a deployed stack with its favorites, and repair them.
///
/// For operators: it calls AWS with your own credentials, which must permit `lambda:InvokeFunction`, or `states:StartExecution` and
/// `states:DescribeExecution`. For the local service, use `cargo run -- reconcile`.
#[derive(Debug, Subcommand)]
pub(crate) enum Reconcile {
    User(User),
    Due(Due),
    All(All),
}

/// Reconcile one user, due or not.
#[derive(Debug, Args)]
pub(crate) struct User {
    /// The user: the `sub` of their token.
    #[arg(value_name = "USER")]
    id: String,

    /// The function, as in the stack's output `ReconcileFunctionName`.
    #[arg(long, value_name = "ARN", value_parser = Arn::function)]
    function: Arn,

    #[command(flatten)]
    repairs: Repairs,
}

/// Reconcile the users who are due.
#[derive(Debug, Args)]
pub(crate) struct Due {
    #[command(flatten)]
    run: Run,
}

/// Reconcile all users.
#[derive(Debug, Args)]
pub(crate) struct All {
    #[command(flatten)]
    run: Run,
}

/// The time of repairs.
#[derive(Debug, Args)]
struct Repairs {
    /// Repair differences at first sight. Without it, a difference is repaired when it is still there 15 minutes later.
    #[arg(long)]
    at_once: bool,
}

/// A run of the state machine.
#[derive(Debug, Args)]
struct Run {
    /// The state machine, as in the stack's output `ReconciliationArn`.
    #[arg(long, value_name = "ARN", value_parser = Arn::state_machine)]
    state_machine: Arn,

    #[command(flatten)]
    repairs: Repairs,

    /// The seconds between two looks at the execution.
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=3600))]
    interval: u32,
}

impl Reconcile {
    pub(crate) async fn run(self, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
        let aws = Aws::connect(connection.retries()).await.map_err(ReconcileError::from)?;
        match self {
            Self::User(user) => user.run(&aws, output).await,
            Self::Due(due) => due.run.run(&aws, Scope::Due, output).await,
            Self::All(all) => all.run.run(&aws, Scope::All, output).await,
        }
    }
}

impl User {
    async fn run(self, aws: &Aws, output: &mut Output) -> Result<(), Reason> {
        let progress = Progress::counting("favorites read");
        let report = |totals: &Totals| progress.set(totals.favorites);
        let totals = reconcile_user(aws, &self.function, &self.id, self.repairs.at_once, report).await?;
        drop(progress);
        Ok(output.value(&totals, summary)?)
    }
}

impl Run {
    async fn run(self, aws: &Aws, scope: Scope, output: &mut Output) -> Result<(), Reason> {
        let execution = Execution::start(aws, &self.state_machine, scope, self.repairs.at_once).await?;
        output.message(&format!("Started {}. It goes on if you stop waiting.", execution.arn()));
        let progress = Progress::counting("seconds");
        let interval = Duration::from_secs(self.interval.into());
        let report = || progress.advance(interval.as_secs());
        let ended = execution.wait(aws, &self.state_machine, interval, report).await?;
        drop(progress);
        let done = "The execution succeeded. The function's log has the passes that failed.";
        Ok(output.value(&ended, |_| done.to_owned())?)
    }
}

fn summary(totals: &Totals) -> String {
    let Totals { favorites, repaired, drift, suspects, .. } = totals;
    format!(
        "{favorites} favorites read, {repaired} repaired, {drift} of them drift, {suspects} differences wait for a \
         second sight"
    )
}
