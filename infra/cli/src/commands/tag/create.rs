//! `favorites tag create`.

use clap::Args;
use serde_json::json;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, tag_line};

/// Create a tag.
#[derive(Debug, Args)]
pub(crate) struct Create {
    /// The name. Names are unique, and case does not matter.
    #[arg(value_name = "NAME")]
    name: String,
}

impl Create {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request = Request::post(["tags"]).json(&json!({"tagName": self.name}));
        let tag: Document<_> = client.fetch(request).await?;
        Ok(output.document(&tag, tag_line)?)
    }
}
