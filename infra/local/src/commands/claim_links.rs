//! `claim-links`: updates the records of links after the rule for equal links has changed.

use std::io::Write as _;

use anyhow::Context as _;
use clap::Args;
use favorites_api::favorites::ClaimedLinks;
use favorites_api::{Environment, connect};

#[derive(Args)]
pub(crate) struct ClaimLinksArguments;

impl ClaimLinksArguments {
    pub(crate) async fn run(self) -> anyhow::Result<()> {
        let environment =
            Environment::read().context("the command needs the variables of a function to find the table")?;
        let favorites = connect(&environment)?;
        let report = |claimed: &ClaimedLinks| tracing::info!("so far: {}", summary(claimed));
        let claimed = favorites.claim_links(report).await?;
        writeln!(std::io::stdout(), "{}", summary(&claimed))?;
        Ok(())
    }
}

fn summary(claimed: &ClaimedLinks) -> String {
    let ClaimedLinks { favorites, claimed, doubles, deleted } = claimed;
    format!(
        "{favorites} favorites read, {claimed} written, {doubles} with the link of another favorite, {deleted} old \
         records deleted"
    )
}
