//! Commands that list favorites.

use std::collections::HashMap;

use clap::Args;
use favorites_api::favorites::{TagId, TagName};

use super::listing::{Lines, Listing};
use crate::client::{Client, ClientError, Document, Favorite, Pages, Request, Tag};
use crate::failure::Reason;
use crate::output::{self, Output, ShownTime, Table};

/// The number of favorites to list, and their form.
#[derive(Debug, Args)]
pub(super) struct FavoriteListing {
    #[command(flatten)]
    listing: Listing,

    /// Write a CSV table (RFC 4180). The first line names the columns.
    #[arg(long, conflicts_with_all = ["json", "tsv"])]
    csv: bool,

    /// Write a table separated by tabs, without quotes, for programs such as cut and awk.
    #[arg(long, conflicts_with = "json")]
    tsv: bool,
}

impl FavoriteListing {
    /// Writes the favorites that `request` finds, with their tags and `time`.
    pub(super) async fn write(
        &self,
        client: &Client,
        output: &mut Output,
        request: Request,
        time: ShownTime,
    ) -> Result<(), Reason> {
        let table = match (self.csv, self.tsv) {
            (true, _) => Some(Table::Csv),
            (_, true) => Some(Table::Tsv),
            _ => None,
        };
        let lines = FavoriteLines { names: TagNames::new(client), table, time };
        self.listing.write(client, output, request, "favorites", lines).await
    }
}

/// The lines of favorites with the names of their tags.
struct FavoriteLines<'a> {
    names: TagNames<'a>,
    /// The format of the table, or `None` for readable lines.
    table: Option<Table>,
    time: ShownTime,
}

impl Lines<Favorite> for FavoriteLines<'_> {
    fn header(&self) -> Option<String> {
        self.table.map(Table::header)
    }

    async fn prepare(&mut self, page: &[Document<Favorite>]) -> Result<(), Reason> {
        let favorites: Vec<_> = page.iter().map(|favorite| &favorite.value).collect();
        Ok(self.names.learn(&favorites).await?)
    }

    fn line(&self, favorite: &Favorite) -> String {
        let tags = self.names.of(favorite);
        match self.table {
            Some(table) => table.row(favorite, &tags),
            None => output::tagged_line(favorite, self.time, &tags),
        }
    }
}

/// The names of the user's tags, loaded as needed.
#[derive(Debug)]
struct TagNames<'a> {
    pages: Pages<'a, Tag>,
    names: HashMap<TagId, TagName>,
}

impl<'a> TagNames<'a> {
    fn new(client: &'a Client) -> Self {
        Self { pages: Pages::new(client, Request::get(["tags"]), None), names: HashMap::new() }
    }

    /// Reads more of the list of tags until it has the tags of these favorites.
    async fn learn(&mut self, favorites: &[&Favorite]) -> Result<(), ClientError> {
        let ids = || favorites.iter().flat_map(|favorite| &favorite.tag_ids);
        while ids().any(|id| !self.names.contains_key(id)) {
            let Some(page) = self.pages.next().await? else { break };
            let tags = page.items.into_iter().map(|tag| tag.value);
            self.names.extend(tags.map(|tag| (tag.id, tag.name)));
        }
        Ok(())
    }

    /// Returns the names of a favorite's tags, or the id of a tag that was created after the list was read.
    fn of(&self, favorite: &Favorite) -> Vec<String> {
        let name =
            |id: &TagId| self.names.get(id).map_or_else(|| id.to_string(), |name| name.as_str().to_owned());
        favorite.tag_ids.iter().map(name).collect()
    }
}
