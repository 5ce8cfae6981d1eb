//! `favorites tag attach`.

use clap::Args;
use favorites_api::favorites::{DataId, TagName};

use crate::client::{Client, Document, Request};
use crate::commands::find_tag::find_tags;
use crate::commands::values::tag_name;
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// Put tags on a favorite.
#[derive(Debug, Args)]
pub(crate) struct Attach {
    /// The favorite.
    #[arg(value_name = "ID")]
    id: DataId,

    /// The names of the tags.
    #[arg(value_name = "NAME", required = true, value_parser = tag_name)]
    names: Vec<TagName>,
}

impl Attach {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let id = self.id.to_string();
        let mut changed = None;
        for tag in find_tags(client, &self.names).await? {
            let request = Request::put(["favorites", &id, "tags", &tag.id.to_string()]);
            changed = Some(client.fetch::<Document<_>>(request).await?);
        }
        changed.map_or(Ok(()), |favorite| Ok(output.document(&favorite, favorite_line)?))
    }
}
