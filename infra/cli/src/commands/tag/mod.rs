//! `favorites tag`.

mod attach;
mod create;
mod delete;
mod descendants;
mod detach;
mod list;
mod merge;
mod rename;
mod selection;

use clap::Subcommand;

use self::attach::Attach;
use self::create::Create;
use self::delete::Delete;
use self::detach::Detach;
use self::list::List;
use self::merge::Merge;
use self::rename::Rename;
use crate::client::Client;
use crate::failure::Reason;
use crate::output::Output;

/// List, create, rename, merge and delete tags, and put them on favorites.
#[derive(Debug, Subcommand)]
pub(crate) enum Tag {
    List(List),
    Create(Create),
    Rename(Rename),
    Merge(Merge),
    Delete(Delete),
    Attach(Attach),
    Detach(Detach),
}

impl Tag {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        match self {
            Self::List(list) => list.run(client, output).await,
            Self::Create(create) => create.run(client, output).await,
            Self::Rename(rename) => rename.run(client, output).await,
            Self::Merge(merge) => merge.run(client, output).await,
            Self::Delete(delete) => delete.run(client, output).await,
            Self::Attach(attach) => attach.run(client, output).await,
            Self::Detach(detach) => detach.run(client, output).await,
        }
    }
}
