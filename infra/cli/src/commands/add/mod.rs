//! `favorites add`.

mod addresses;
mod batch;
mod single;

use clap::{ArgGroup, Args};
use favorites_api::favorites::{DataType, TagName};
use serde_json::{Map, Value, json};

use self::addresses::{addresses, web_url};
use self::single::NewFavorite;
use super::find_tag::find_or_create_tags;
use super::text_input::{STANDARD_INPUT, file_or_input, text_or_input};
use super::values::{OnExisting, data_type, json_object, tag_name};
use crate::client::{Client, Request};
use crate::failure::Reason;
use crate::output::Output;

/// Save something: links, a note or any other type.
///
/// An address is saved as a link unless --type says otherwise, and --text as a note. If the link was saved
/// before, the command shows the existing favorite and says so. Several addresses become one favorite each,
/// with the same tags. The command lists the addresses that can't be saved with their lines and the reasons,
/// and then ends with the exit code 5.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("thing").args(["urls", "text", "data_type", "from"]).multiple(true).required(true)))]
pub(crate) struct Add {
    /// The address of the link, image, video, file, music or voice note; several addresses; or - to read them
    /// from standard input, one per line.
    #[arg(value_name = "URL")]
    urls: Vec<String>,

    /// The title. The default is the first line of a note, the name of a file or a place, or else the
    /// address.
    #[arg(long)]
    title: Option<String>,

    /// The type.
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type())]
    data_type: Option<DataType>,

    /// The text of a note; - reads it from standard input.
    #[arg(long)]
    text: Option<String>,

    /// The description of a link.
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,

    /// The name of a link's site.
    #[arg(long, value_name = "NAME")]
    site_name: Option<String>,

    /// The content as JSON, for types that need more, such as '{"latitude": 35.0, "longitude": 135.7}'.
    #[arg(
        long,
        value_name = "JSON",
        value_parser = json_object,
        conflicts_with_all = ["text", "description", "site_name"],
    )]
    content: Option<Map<String, Value>>,

    /// The address of a thumbnail.
    #[arg(long, value_name = "URL")]
    thumbnail_url: Option<String>,

    /// The creator of what is saved.
    #[arg(long, value_name = "CREATOR")]
    creator_id: Option<String>,

    /// The time at which it was saved, for imported history, such as 2026-11-21T09:35:15+01:00.
    #[arg(long, value_name = "TIME")]
    clip_time: Option<String>,

    /// The time at which it expires and disappears.
    #[arg(long, value_name = "TIME")]
    expire_time: Option<String>,

    /// The name of a tag to add, which is created if it does not exist; may be repeated.
    #[arg(long = "tag", value_name = "NAME", value_parser = tag_name)]
    tags: Vec<TagName>,

    /// The action if the link was saved before: keep it as it is, or add the tags and the missing details.
    #[arg(long, value_name = "ACTION", value_enum, default_value_t = OnExisting::Keep)]
    on_existing: OnExisting,

    /// Read the whole favorite as JSON from a file, or from standard input with -. docs and
    /// shared/api/openapi.json describe it (`NewFavorite`).
    #[arg(long, value_name = "FILE", conflicts_with_all = [
        "urls", "title", "data_type", "text", "description", "site_name", "content", "thumbnail_url", "creator_id",
        "clip_time", "expire_time", "tags",
    ])]
    from: Option<String>,
}

impl Add {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let on_existing = self.on_existing.parameter();
        let save = Request::post(["favorites"]).query("onExisting", on_existing);
        if let Some(path) = &self.from {
            return single::save(client, output, save.text(file_or_input(path)?)).await;
        }
        if self.urls.len() > 1 || self.urls.iter().any(|url| url == STANDARD_INPUT) {
            if let Some(option) = self.option_for_one() {
                return Err(Reason::OptionForOne { option });
            }
            let addresses = addresses(&self.urls)?;
            let favorite = self.new_favorite(client, output, None).await?;
            return batch::save(client, output, on_existing, &favorite, addresses).await;
        }
        if let Some(url) = self.urls.first() {
            web_url(url)?;
        }
        let url = self.urls.first().cloned();
        let favorite = self.new_favorite(client, output, url).await?;
        single::save(client, output, save.json(&favorite)).await
    }

    /// Returns a given option that describes a single favorite.
    fn option_for_one(&self) -> Option<&'static str> {
        let options = [
            ("--title", self.title.is_some()),
            ("--text", self.text.is_some()),
            ("--description", self.description.is_some()),
            ("--site-name", self.site_name.is_some()),
            ("--content", self.content.is_some()),
            ("--thumbnail-url", self.thumbnail_url.is_some()),
        ];
        options.into_iter().find_map(|(option, is_given)| is_given.then_some(option))
    }

    async fn new_favorite(
        self,
        client: &Client,
        output: &mut Output,
        url: Option<String>,
    ) -> Result<NewFavorite, Reason> {
        let default = if self.text.is_some() { DataType::Note } else { DataType::Link };
        let content = match self.content {
            Some(content) => content,
            None => content(self.text, self.description, self.site_name)?,
        };
        let tags = find_or_create_tags(client, output, &self.tags).await?;
        Ok(NewFavorite {
            data_type: self.data_type.unwrap_or(default),
            title: self.title,
            content,
            content_url: url,
            thumbnail_url: self.thumbnail_url,
            creator_id: self.creator_id,
            clip_time: self.clip_time,
            expire_time: self.expire_time,
            tag_ids: tags.into_iter().map(|tag| tag.id).collect(),
        })
    }
}

fn content(
    text: Option<String>,
    description: Option<String>,
    site_name: Option<String>,
) -> Result<Map<String, Value>, Reason> {
    let text = text.map(text_or_input).transpose()?;
    let members = [("text", text), ("description", description), ("siteName", site_name)];
    Ok(members.into_iter().filter_map(|(name, value)| Some((name.to_owned(), json!(value?)))).collect())
}
