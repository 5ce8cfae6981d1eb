//! `favorites logout`.

use clap::Args;

use super::connection::Connection;
use crate::failure::Reason;
use crate::login::{Keyring, TOKEN_VARIABLE, has_token_variable};
use crate::output::Output;

/// Sign out: delete the token from the system's keyring.
#[derive(Debug, Args)]
pub(crate) struct Logout {}

impl Logout {
    pub(crate) fn run(self, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
        let Self {} = self;
        let api = connection.api()?;
        let was_there = Keyring::open()?.delete(&api)?;
        let line = if was_there { "Signed out of" } else { "There was no token for" };
        output.confirmation(&format!("{line} {api}."))?;
        if has_token_variable() {
            output.message(&format!("{TOKEN_VARIABLE} is set: commands go on using its token."));
        }
        Ok(())
    }
}
