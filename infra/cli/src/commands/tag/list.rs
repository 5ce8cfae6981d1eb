//! `favorites tag list`.

use clap::{Args, ValueEnum};

use crate::client::{Client, Request};
use crate::commands::listing::Listing;
use crate::commands::values::Order;
use crate::failure::Reason;
use crate::output::{Output, tag_line};

/// List tags by name: id, time of creation in UTC, number of favorites, and name.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// The sort order [default: name].
    #[arg(long)]
    sort: Option<Sort>,

    /// The direction [default: asc for names, desc for times].
    #[arg(long)]
    order: Option<Order>,

    #[command(flatten)]
    listing: Listing,
}

/// The order of tags.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Sort {
    /// By name.
    Name,
    /// By the time of creation.
    Created,
    /// By the time at which the favorites with the tag were last listed.
    Accessed,
}

impl Sort {
    fn name(self) -> &'static str {
        match self {
            Self::Name => "tagName",
            Self::Created => "createTime",
            Self::Accessed => "lastAccessTime",
        }
    }
}

impl List {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request =
            Request::get(["tags"]).query("sort", self.sort.map(Sort::name)).query("order", self.order);
        self.listing.write(client, output, request, "tags", tag_line).await
    }
}
