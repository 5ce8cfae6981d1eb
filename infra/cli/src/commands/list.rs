//! `favorites list`.

use clap::Args;
use favorites_api::favorites::{DataType, TagName};

use super::find_tag::find_tag;
use super::listing::Listing;
use super::values::{Order, data_type, tag_name};
use crate::client::{Client, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// List favorites, newest first: id, type, time in UTC, title and address.
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

    /// The order by time [default: desc].
    #[arg(long, hide_possible_values = false)]
    order: Option<Order>,

    #[command(flatten)]
    listing: Listing,
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
        let request = request.query("type", self.data_type).query("order", self.order);
        self.listing.write(client, output, request, "favorites", favorite_line).await
    }
}
