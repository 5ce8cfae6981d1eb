//! The options with which every command finds the service.

use clap::Args;

use crate::client::{ApiUrl, Client, Token};
use crate::config::Config;
use crate::failure::Reason;
use crate::login::{SignInError, token_for};

/// The heading above the options that all commands share.
pub(crate) const GLOBAL: &str = "Options of all commands";

/// The most repeats of a request. With the waits between them, ten take more than two minutes.
const MOST_RETRIES: u8 = 10;

/// The service and how patiently to talk to it.
#[derive(Debug, Args)]
#[command(next_help_heading = GLOBAL)]
pub(crate) struct Connection {
    /// The address of the service, https:// or on this machine http://. `favorites login` stores it.
    #[arg(long, global = true, value_name = "URL", env = "FAVORITES_API")]
    api: Option<ApiUrl>,

    /// Repeat a request up to this number of times if the service can't be reached or is busy.
    #[arg(
        long,
        global = true,
        value_name = "NUMBER",
        default_value_t = 4,
        env = "FAVORITES_RETRIES",
        value_parser = retries,
    )]
    retries: u8,
}

fn retries(text: &str) -> Result<u8, String> {
    let number = text.parse().ok().filter(|number| *number <= MOST_RETRIES);
    number.ok_or_else(|| format!("must be a whole number from 0 to {MOST_RETRIES}"))
}

impl Connection {
    /// Returns the address of the service: the given one, or else the stored one.
    pub(super) fn api(&self) -> Result<ApiUrl, Reason> {
        if let Some(api) = &self.api {
            return Ok(api.clone());
        }
        let path = Config::path()?;
        let stored = Config::read(&path)?.api.ok_or(SignInError::NoApi)?;
        stored.parse().map_err(|source| SignInError::StoredApi { path, source }.into())
    }

    /// Connects with `token`.
    pub(super) fn client_with(&self, api: ApiUrl, token: &Token) -> Result<Client, Reason> {
        Ok(Client::new(api, token, self.retries.into())?)
    }

    /// Connects as the user who is signed in.
    pub(crate) fn client(&self) -> Result<Client, Reason> {
        let api = self.api()?;
        let token = token_for(&api)?;
        self.client_with(api, &token)
    }
}
