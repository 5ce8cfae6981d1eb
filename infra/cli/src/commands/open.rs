//! `favorites open`.

use std::time::Duration;

use clap::Args;
use url::Url;

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use crate::client::{Client, Document, Favorite, Request};
use crate::failure::Reason;
use crate::output::Output;

/// The time to wait for a launcher to fail. Some launchers run as long as the browser.
const START: Duration = Duration::from_secs(3);

/// Open the address of a favorite in the browser.
///
/// Opens only http and https addresses. Prints the address if no browser starts.
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
        output.message("No browser could be started. The address is:");
        Ok(output.line(url.as_str())?)
    }
}
