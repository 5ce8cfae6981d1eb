//! `favorites logout`.

use clap::Args;

use super::connection::Connection;
use crate::config::Config;
use crate::failure::Reason;
use crate::login::{TOKEN_VARIABLE, TokenStore, has_token_variable};
use crate::output::Output;

/// Sign out: delete the stored token.
#[derive(Debug, Args)]
pub(crate) struct Logout {}

impl Logout {
    pub(crate) fn run(self, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
        let Self {} = self;
        let api = connection.api()?;
        let was_there = TokenStore::open(&Config::path()?).delete(&api)?;
        let line = if was_there { "Signed out of" } else { "There was no token for" };
        output.confirmation(&format!("{line} {api}."))?;
        if has_token_variable() {
            output.message(&format!("{TOKEN_VARIABLE} is set: commands go on using its token."));
        }
        Ok(())
    }
}
