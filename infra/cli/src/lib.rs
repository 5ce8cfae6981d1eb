//! The command-line client of the favorites service: the program `favorites`.
//!
//! The program is in a library so that `main` stays small, and so that tests reach [`redrive`], which other tools may use as well.

mod arguments;
mod backoff;
mod client;
mod commands;
mod config;
mod exit;
mod failure;
mod login;
mod output;
pub mod redrive;
mod sync;

use clap::CommandFactory as _;

pub use self::arguments::Arguments;
pub use self::exit::Exit;
pub use self::failure::Failure;

use self::arguments::Command;
use self::commands::Connection;
use self::failure::Reason;
use self::output::Output;

/// Runs the command that `arguments` name.
///
/// # Errors
/// Returns a [`Failure`], which has the exit code.
pub async fn run(arguments: Arguments) -> Result<(), Failure> {
    let Arguments { connection, json, command } = arguments;
    Ok(dispatch(command, &connection, &mut Output::new(json)).await?)
}

async fn dispatch(command: Command, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
    let client = || connection.client();
    match command {
        Command::Login(login) => login.run(connection, output).await,
        Command::Logout(logout) => logout.run(connection, output),
        Command::Add(add) => add.run(&client()?, output).await,
        Command::List(list) => list.run(&client()?, output).await,
        Command::Show(show) => show.run(&client()?, output).await,
        Command::Open(open) => open.run(&client()?, output).await,
        Command::Edit(edit) => edit.run(&client()?, output).await,
        Command::Delete(delete) => delete.run(&client()?, output).await,
        Command::Restore(restore) => restore.run(&client()?, output).await,
        Command::Search(search) => search.run(&client()?, output).await,
        Command::Tag(tag) => tag.run(&client()?, output).await,
        Command::Bulk(bulk) => bulk.run(&client()?, output).await,
        Command::Job(job) => job.run(&client()?, output).await,
        Command::Import(import) => import.run(&client()?, output).await,
        Command::Export(export) => export.run(&client()?, output).await,
        Command::Sync(sync) => sync.run(&client()?, output).await,
        Command::Counts(counts) => counts.run(&client()?, output).await,
        Command::Account(account) => account.run(&client()?, output).await,
        Command::Smoke(smoke) => smoke.run(&client()?, output).await,
        Command::Redrive(redrive) => redrive.run(output).await,
        Command::Completions(completions) => completions.run(Arguments::command(), output),
    }
}
