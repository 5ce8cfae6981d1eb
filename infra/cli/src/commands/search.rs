//! `favorites search`.

use clap::Args;
use favorites_api::favorites::{DataType, TagName};

use super::favorite_listing::FavoriteListing;
use super::find_tag::find_tag;
use super::values::{data_type, tag_name};
use crate::client::{Client, Favorite, Page, Request};
use crate::failure::Reason;
use crate::output::{Output, ShownTime, match_counts};

/// Find favorites by words and operators, newest first.
///
/// All words must match; the last one may be the beginning of a word. "Quotes" make a phrase, -word excludes a word (write `--` before
/// the query), OR joins alternatives. The operators are title:, site:, tag:, type:, before:, after: and untagged; docs/search.md
/// describes them.
#[derive(Debug, Args)]
pub(crate) struct Search {
    /// The words and operators. Without them, everything that the options allow is found.
    #[arg(value_name = "QUERY")]
    query: Vec<String>,

    /// Find favorites of this type only.
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type())]
    data_type: Option<DataType>,

    /// Find favorites with the tag of this name only.
    #[arg(long, value_name = "NAME", value_parser = tag_name)]
    tag: Option<TagName>,

    /// Find links to this host and the hosts below it only.
    #[arg(long, value_name = "HOST")]
    site: Option<String>,

    /// Find favorites from before this year, month, day or time only, such as 2026-11.
    #[arg(long, value_name = "TIME")]
    before: Option<String>,

    /// Find favorites from this year, month, day or time on only.
    #[arg(long, value_name = "TIME")]
    after: Option<String>,

    /// Find favorites without tags only.
    #[arg(long, conflicts_with = "tag")]
    untagged: bool,

    /// Write the number of matches instead of the matches.
    #[arg(long, conflicts_with_all = ["limit", "all", "csv", "tsv"])]
    counts: bool,

    #[command(flatten)]
    listing: FavoriteListing,
}

impl Search {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request = self.request(client).await?;
        if !self.counts {
            return self.listing.write(client, output, request, ShownTime::Saved).await;
        }
        let request = request.query("counts", Some("all")).query("limit", Some(1));
        let page: Page<Favorite> = client.fetch(request).await?;
        match page.counts {
            Some(counts) => Ok(output.document(&counts, match_counts)?),
            None => Err(Reason::NoCounts),
        }
    }

    async fn request(&self, client: &Client) -> Result<Request, Reason> {
        let tag = match &self.tag {
            Some(name) => Some(find_tag(client, name).await?.id),
            None => None,
        };
        Ok(Request::get(["search"])
            .query("q", Some(self.query.join(" ")))
            .query("type", self.data_type)
            .query("tag", tag)
            .query("site", self.site.as_ref())
            .query("before", self.before.as_ref())
            .query("after", self.after.as_ref())
            .query("untagged", self.untagged.then_some(true)))
    }
}
