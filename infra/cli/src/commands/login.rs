//! `favorites login`.

use std::path::Path;

use clap::Args;

use super::connection::Connection;
use crate::client::{ApiUrl, Client, Counts, Document, Request, Token};
use crate::config::Config;
use crate::failure::Reason;
use crate::login::{Keyring, TOKEN_VARIABLE, has_token_variable, read_token};
use crate::output::Output;

/// Sign in: check a token and store it in the system's keyring.
///
/// Asks for the token on a terminal, without showing it, or else reads it from standard input. It is checked against the service, and
/// stored together with the service's address. Without a keyring, set `FAVORITES_API` and `FAVORITES_TOKEN` instead.
#[derive(Debug, Args)]
pub(crate) struct Login {}

impl Login {
    pub(crate) async fn run(self, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
        let api = connection.api()?;
        let keyring = Keyring::open()?;
        let path = Config::path()?;
        let token = read_token(&api)?;
        let client = connection.client_with(api.clone(), &token)?;
        sign_in(&client, &api, &token, &keyring, &path).await?;
        output.confirmation(&format!("Signed in to {api}."))?;
        if has_token_variable() {
            output.message(&format!(
                "{TOKEN_VARIABLE} is set: its token comes before the one that was stored now."
            ));
        }
        Ok(())
    }
}

/// Stores the token and the address, if the service accepts the token.
async fn sign_in(
    client: &Client,
    api: &ApiUrl,
    token: &Token,
    keyring: &Keyring,
    path: &Path,
) -> Result<(), Reason> {
    let _: Document<Counts> = client.fetch(Request::get(["counts"])).await?;
    keyring.store(api, token)?;
    Ok(Config { api: Some(api.to_string()) }.write(path)?)
}

#[cfg(test)]
#[path = "login_tests.rs"]
mod tests;
