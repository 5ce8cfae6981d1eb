//! `favorites list`.

use clap::{Args, ValueEnum};
use favorites_api::favorites::{DataType, TagName};

use super::favorite_listing::FavoriteListing;
use super::find_tag::find_tag;
use super::values::{Order, data_type, tag_name};
use crate::client::{Client, Request};
use crate::failure::Reason;
use crate::output::{Output, ShownTime};

/// List favorites, newest first: id, type, time in UTC, title, address and tags.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// List favorites of this type only.
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type())]
    data_type: Option<DataType>,

    /// List favorites with the tag of this name only.
    #[arg(long, value_name = "NAME", value_parser = tag_name)]
    tag: Option<TagName>,

    /// List the trash.
    #[arg(long, conflicts_with_all = ["data_type", "tag"])]
    trash: bool,

    /// The time to sort by and to show [default: saved].
    #[arg(long, conflicts_with_all = ["data_type", "tag", "trash"])]
    sort: Option<Sort>,

    /// The order by time [default: desc].
    #[arg(long)]
    order: Option<Order>,

    #[command(flatten)]
    listing: FavoriteListing,
}

/// The time to sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Sort {
    /// When they were saved.
    Saved,
    /// When they last changed.
    Updated,
}

impl List {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request = match &self.tag {
            Some(name) => {
                let tag = find_tag(client, name).await?;
                Request::get(["tags", &tag.id.to_string(), "favorites"])
            }
            None if self.trash => Request::get(["trash"]),
            None => Request::get(["favorites"]),
        };
        let (sort, time) = match self.sort {
            Some(Sort::Updated) => (Some("updateTime"), ShownTime::Updated),
            Some(Sort::Saved) | None => (None, ShownTime::Saved),
        };
        let request = request.query("type", self.data_type).query("sort", sort).query("order", self.order);
        self.listing.write(client, output, request, time).await
    }
}
