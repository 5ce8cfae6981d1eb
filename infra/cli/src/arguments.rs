//! The command line.

use clap::{Parser, Subcommand};

use crate::commands::{
    Account, Add, Bulk, Completions, Connection, Counts, Delete, Edit, Export, GLOBAL, Import, Job, List,
    Login, Logout, Open, Redrive, Restore, Search, Show, Smoke, Sync, Tag,
};

/// The exit codes, as `--help` shows them.
const EXIT_CODES: &str = "\
Exit codes:
  0  done
  1  another error than those below
  2  the command line is not valid, or an id in it matches several favorites
  3  not signed in, or the service refused the token
  4  the favorite, tag or job does not exist
  5  the service refused the input, entries of an import, or favorites of a job
  6  conflict: another version, a name or link that is taken, or a limit of the library
  7  the service can't be reached or is busy; a later try may succeed

Environment:
  FAVORITES_API      the address of the service, as --api
  FAVORITES_TOKEN    the token; takes precedence over the one that `login` stored
  FAVORITES_RETRIES  the number of repeats, as --retries";

/// Save, find and organize favorites.
#[derive(Debug, Parser)]
#[command(name = "favorites", version, max_term_width = 100, after_help = EXIT_CODES)]
pub struct Arguments {
    #[command(flatten)]
    pub(crate) connection: Connection,

    /// Write the service's JSON: a document, or a line for each thing of a list.
    #[arg(long, global = true, help_heading = GLOBAL)]
    pub(crate) json: bool,

    #[command(subcommand)]
    pub(crate) command: Command,
}

/// A command of the program.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Login(Login),
    Logout(Logout),
    Add(Add),
    List(List),
    Show(Show),
    Open(Open),
    Edit(Edit),
    Delete(Delete),
    Restore(Restore),
    Search(Search),
    #[command(subcommand)]
    Tag(Tag),
    Bulk(Bulk),
    #[command(subcommand)]
    Job(Job),
    Import(Import),
    Export(Export),
    Sync(Sync),
    Counts(Counts),
    #[command(subcommand)]
    Account(Account),
    Smoke(Smoke),
    Redrive(Redrive),
    Completions(Completions),
}
