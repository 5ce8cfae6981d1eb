//! `favorites restore`.

use clap::Args;
use favorites_api::favorites::DataId;

use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// Bring a favorite back from the trash, with its tags.
#[derive(Debug, Args)]
pub(crate) struct Restore {
    /// The favorite.
    #[arg(value_name = "ID")]
    id: DataId,
}

impl Restore {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let request = Request::post(["trash", &self.id.to_string(), "restore"]);
        let favorite: Document<_> = client.fetch(request).await?;
        Ok(output.document(&favorite, favorite_line)?)
    }
}
