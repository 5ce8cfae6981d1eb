//! `favorites tag merge`.

use clap::Args;
use favorites_api::favorites::TagName;
use serde_json::json;

use super::descendants::with_descendants;
use crate::client::{Client, Request};
use crate::commands::find_tag::{find_tag, find_tags};
use crate::commands::values::tag_name;
use crate::failure::Reason;
use crate::output::Output;

/// Merge tags into another tag, which their favorites get instead, and delete them.
///
/// The favorites follow within moments; those in the trash only lose the tags. This can't be undone. If a
/// name is wrong, nothing is merged.
#[derive(Debug, Args)]
pub(crate) struct Merge {
    /// The names of the tags to merge and delete.
    #[arg(value_name = "FROM", required = true, value_parser = tag_name)]
    from: Vec<TagName>,

    /// The name of the tag to merge them into.
    #[arg(value_name = "INTO", value_parser = tag_name)]
    into: TagName,

    /// Also merge the tags whose names begin with a merged tag's name and a slash: `Dev/Rust` into
    /// `Code/Rust` if `Dev` is merged into `Code`. If `Code/Rust` does not exist, rename `Dev/Rust` to it.
    #[arg(long)]
    descendants: bool,
}

impl Merge {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        if self.from.iter().any(|name| name.folded() == self.into.folded()) {
            return Err(Reason::MergedIntoItself { name: self.into.as_str().to_owned() });
        }
        let into = find_tag(client, &self.into).await?;
        let mut tags = find_tags(client, &self.from).await?;
        tags.sort_unstable_by_key(|tag| tag.id);
        tags.dedup_by_key(|tag| tag.id);
        for tag in tags {
            let id = tag.id.to_string();
            client
                .send(
                    Request::post_once(["tags", &id, "merge"])
                        .json(&with_descendants(json!({ "into": into.id }), self.descendants)),
                )
                .await?;
            let (from, into) = (tag.name.as_str(), into.name.as_str());
            output.confirmation(&format!("Merged the tag {from:?} into {into:?}."))?;
        }
        Ok(())
    }
}
