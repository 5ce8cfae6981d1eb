//! `claim-links`: gives links their records after another rule by which two addresses are the same link.

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
            Environment::read().context("the command finds the table by the variables of a function")?;
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
        "{favorites} favorites read, {claimed} written, {doubles} have a link that another favorite has, {deleted} old records deleted"
    )
}
