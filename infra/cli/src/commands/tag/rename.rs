//! `favorites tag rename`.

use clap::Args;
use favorites_api::favorites::TagName;
use serde_json::json;

use super::descendants::with_descendants;
use crate::client::{Client, ClientError, Document, Request};
use crate::commands::find_tag::find_tag;
use crate::commands::values::tag_name;
use crate::failure::Reason;
use crate::output::{Output, tag_line};

/// Rename a tag. It stays on its favorites.
///
/// Its descendants, such as `Dev/Rust` for `Dev`, keep their names unless `--descendants` is given.
#[derive(Debug, Args)]
pub(crate) struct Rename {
    /// The present name.
    #[arg(value_name = "NAME", value_parser = tag_name)]
    name: TagName,

    /// The new name.
    #[arg(value_name = "NEW_NAME")]
    new_name: String,

    /// Also rename the tags whose names begin with the present name and a slash.
    #[arg(long)]
    descendants: bool,
}

impl Rename {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let tag = find_tag(client, &self.name).await?;
        let request = Request::patch(["tags", &tag.id.to_string()])
            .json(&with_descendants(json!({"tagName": self.new_name}), self.descendants));
        let tag: Document<_> = client.fetch(request).await.map_err(|error| match error {
            ClientError::Refused { problem, .. } if problem.is_name_taken() => {
                Reason::TagNameTaken { name: tag.name.as_str().to_owned(), into: self.new_name }
            }
            error => error.into(),
        })?;
        Ok(output.document(&tag, tag_line)?)
    }
}
