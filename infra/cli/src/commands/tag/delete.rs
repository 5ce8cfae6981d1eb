//! `favorites tag delete`.

use clap::Args;
use favorites_api::favorites::TagName;

use crate::client::{Client, Request};
use crate::commands::find_tag::find_tag;
use crate::commands::values::tag_name;
use crate::failure::Reason;
use crate::output::Output;

/// Delete a tag, and take it off all favorites. The favorites stay.
#[derive(Debug, Args)]
pub(crate) struct Delete {
    /// The name.
    #[arg(value_name = "NAME", value_parser = tag_name)]
    name: TagName,
}

impl Delete {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let tag = find_tag(client, &self.name).await?;
        client.send(Request::delete(["tags", &tag.id.to_string()])).await?;
        Ok(output.confirmation(&format!("The tag {:?} is deleted.", tag.name.as_str()))?)
    }
}
