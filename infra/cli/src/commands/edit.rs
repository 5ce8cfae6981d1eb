//! `favorites edit`.

use clap::{ArgGroup, Args, ValueEnum};
use serde_json::{Map, Value, json};

use super::favorite_name::FavoriteArgument;
use super::find_favorite::Place;
use super::values::{json_object, version};
use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::{Output, favorite_line};

/// Change a favorite's title, addresses, content, clip time or expiry.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("change").required(true).multiple(true)
    .args(["title", "url", "thumbnail_url", "clip_time", "expire_time", "content", "remove"])))]
pub(crate) struct Edit {
    #[command(flatten)]
    name: FavoriteArgument,

    /// The new title.
    #[arg(long)]
    title: Option<String>,

    /// The new address.
    #[arg(long, value_name = "URL")]
    url: Option<String>,

    /// The new address of the thumbnail.
    #[arg(long, value_name = "URL")]
    thumbnail_url: Option<String>,

    /// The new time at which it was saved. Another time gives the favorite another id, with which the output begins.
    #[arg(long, value_name = "TIME")]
    clip_time: Option<String>,

    /// The new time from which on it is gone.
    #[arg(long, value_name = "TIME")]
    expire_time: Option<String>,

    /// Fields of the content to change, as JSON; null removes a field.
    #[arg(long, value_name = "JSON", value_parser = json_object)]
    content: Option<Map<String, Value>>,

    /// Remove a member; may be repeated.
    #[arg(long, value_name = "MEMBER")]
    remove: Vec<Member>,

    /// Change it only if it still has this version.
    #[arg(long, value_name = "VERSION", value_parser = version)]
    if_version: Option<u64>,
}

/// A member that a favorite may lack.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Member {
    Url,
    ThumbnailUrl,
    ExpireTime,
}

impl Member {
    fn name(self) -> &'static str {
        match self {
            Self::Url => "contentUrl",
            Self::ThumbnailUrl => "thumbnailUrl",
            Self::ExpireTime => "expireTime",
        }
    }
}

impl Edit {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let id = self.name.favorite.id(client, Place::Favorites).await?;
        let request = Request::patch(["favorites", &id.to_string()]).if_version(self.if_version);
        let favorite: Document<_> = client.fetch(request.json(&self.patch())).await?;
        Ok(output.document(&favorite, favorite_line)?)
    }

    /// Returns the merge patch (RFC 7396), in which null removes a member.
    fn patch(self) -> Map<String, Value> {
        let members = [
            ("title", self.title.map(Value::from)),
            ("contentUrl", self.url.map(Value::from)),
            ("thumbnailUrl", self.thumbnail_url.map(Value::from)),
            ("clipTime", self.clip_time.map(Value::from)),
            ("expireTime", self.expire_time.map(Value::from)),
            ("content", self.content.map(Value::from)),
        ];
        let set = members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?)));
        let removed = self.remove.into_iter().map(|member| (member.name().to_owned(), json!(null)));
        set.chain(removed).collect()
    }
}
