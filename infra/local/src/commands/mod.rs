//! The commands of the program beside starting the service.

mod backup;
mod claim_links;
mod reconcile;
mod token;
mod values;

use clap::Subcommand;

use self::backup::{BackupArguments, RestoreArguments};
use self::claim_links::ClaimLinksArguments;
use self::reconcile::ReconcileArguments;
use self::token::TokenArguments;
pub(crate) use self::values::user_id;

/// A command.
#[derive(Subcommand)]
pub(crate) enum Command {
    /// Compare counts and search of a running service with its favorites, and repair them.
    Reconcile(ReconcileArguments),
    /// Write the records of all links in a table, after an update that changed which addresses are the same
    /// link. The variables `TABLE_NAME` and `AWS_…` name the table and the credentials.
    ClaimLinks(ClaimLinksArguments),
    /// Write the data to a file, while the service runs or not.
    Backup(BackupArguments),
    /// Replace the data by those of a backup, while the service runs or not. The data from before stay in the data folder.
    Restore(RestoreArguments),
    /// Create, list and revoke the tokens of a data folder, while its service runs or not.
    Token(TokenArguments),
}

impl Command {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        match self {
            Self::Reconcile(arguments) => arguments.run().await,
            Self::ClaimLinks(arguments) => arguments.run().await,
            Self::Backup(arguments) => arguments.run().await,
            Self::Restore(arguments) => arguments.run().await,
            Self::Token(arguments) => arguments.run(),
        }
    }
}
