//! `favorites login`.

use std::path::{Path, PathBuf};

use clap::Args;

use super::connection::Connection;
use crate::client::{ApiUrl, Client, Counts, Document, Request, Token};
use crate::config::Config;
use crate::failure::Reason;
use crate::login::{TOKEN_VARIABLE, TokenStore, has_token_variable, read_token};
use crate::output::Output;

/// Sign in: check a token and store it in the system's keyring.
///
/// Asks for the token on a terminal, without showing it, or else reads it from standard input. Checks the
/// token against the service, and stores it with the service's address. Without a keyring, stores the token
/// in a file that only you can read.
#[derive(Debug, Args)]
pub(crate) struct Login {}

impl Login {
    pub(crate) async fn run(self, connection: &Connection, output: &mut Output) -> Result<(), Reason> {
        let api = connection.api()?;
        let path = Config::path()?;
        let store = TokenStore::open(&path);
        let token = read_token(&api)?;
        let client = connection.client_with(api.clone(), &token)?;
        let file = sign_in(&client, &api, &token, &store, &path).await?;
        output.confirmation(&format!("Signed in to {api}."))?;
        if let Some(file) = file {
            output.message(&format!(
                "No keyring is available. The token is stored in {}, which only you can read.",
                file.display()
            ));
        }
        if has_token_variable() {
            output.message(&format!("{TOKEN_VARIABLE} is set and takes precedence over the stored token."));
        }
        Ok(())
    }
}

/// Stores the token and the address if the service accepts the token. Without a keyring, returns the path of
/// the file that has the token.
async fn sign_in(
    client: &Client,
    api: &ApiUrl,
    token: &Token,
    store: &TokenStore,
    path: &Path,
) -> Result<Option<PathBuf>, Reason> {
    let _: Document<Counts> = client.fetch(Request::get(["counts"])).await?;
    let file = store.store(api, token)?;
    Config { api: Some(api.to_string()) }.write(path)?;
    Ok(file)
}

#[cfg(test)]
#[path = "login_tests.rs"]
mod tests;
