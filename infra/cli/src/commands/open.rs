//! `favorites open`.

use std::time::Duration;

use clap::Args;
use url::Url;

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use crate::client::{Client, Document, Favorite, Request};
use crate::failure::Reason;
use crate::output::Output;

/// The time within which a program that starts the browser says that there is none. Some run as long as the
/// browser.
const START: Duration = Duration::from_secs(3);

/// Open the address of a favorite in the browser.
///
/// Only opens http and https addresses. Where no browser can be started, it writes the address.
#[derive(Debug, Args)]
pub(crate) struct Open {
    #[command(flatten)]
    name: FavoriteArgument,
}

impl Open {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let id = self.name.favorite.id(client, Place::Favorites).await?;
        let favorite: Document<Favorite> = client.fetch(Request::get(["favorites", &id.to_string()])).await?;
        let Some(address) = favorite.value.content_url else {
            return Err(Reason::NoAddress { id });
        };
        let url = Url::parse(&address).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let Some(url) = url else {
            return Err(Reason::NotOpened { address });
        };
        if open::that_detached_with_timeout(url.as_str(), START).is_ok() {
            return Ok(output.confirmation(&format!("Opened {url}"))?);
        }
        output.message("No browser can be started here. This is the address:");
        Ok(output.line(url.as_str())?)
    }
}
