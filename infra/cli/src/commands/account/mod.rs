//! `favorites account`.

mod delete;
mod show;

use clap::Subcommand;

use self::delete::Delete;
use self::show::Show;
use crate::client::Client;
use crate::failure::Reason;
use crate::output::Output;

/// Show the account, or erase everything in it.
#[derive(Debug, Subcommand)]
pub(crate) enum Account {
    Show(Show),
    Delete(Delete),
}

impl Account {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        match self {
            Self::Show(show) => show.run(client, output).await,
            Self::Delete(delete) => delete.run(client, output).await,
        }
    }
}
