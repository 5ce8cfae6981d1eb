//! `favorites job`.

mod cancel;
mod follow;
mod list;
mod show;
mod undo;
mod wait;

use clap::Subcommand;

use self::cancel::Cancel;
pub(super) use self::follow::{LOOK, Pace, follow, processed};
use self::list::List;
use self::show::Show;
use self::undo::Undo;
pub(super) use self::wait::wait;
use crate::client::Client;
use crate::failure::Reason;
use crate::output::Output;

/// List jobs, and cancel or undo them. `bulk` begins jobs.
#[derive(Debug, Subcommand)]
pub(crate) enum Job {
    List(List),
    Show(Show),
    Cancel(Cancel),
    Undo(Undo),
}

impl Job {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        match self {
            Self::List(list) => list.run(client, output).await,
            Self::Show(show) => show.run(client, output).await,
            Self::Cancel(cancel) => cancel.run(client, output).await,
            Self::Undo(undo) => undo.run(client, output).await,
        }
    }
}
