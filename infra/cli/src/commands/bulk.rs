//! `favorites bulk`.

use clap::{ArgGroup, Args, Subcommand};
use favorites_api::favorites::{ActionName, DataType, TagName};
use serde_json::{Value, json};

use super::favorite_name::FavoriteName;
use super::find_favorite::Place;
use super::find_tag::{find_or_create_tag, find_tag};
use super::job::wait;
use super::values::{data_type, tag_name};
use crate::client::{Client, Document, Request};
use crate::failure::Reason;
use crate::output::Output;

/// Apply an action to everything that a search or a list has, and wait for the end.
///
/// This is a job, which goes on also if the program ends before. `job undo` undoes it, except for `purge`.
#[derive(Debug, Args)]
pub(crate) struct Bulk {
    #[command(subcommand)]
    action: Action,
}

/// The action.
#[derive(Debug, Subcommand)]
enum Action {
    /// Put a tag on favorites. Creates the tag if it does not exist.
    Tag(Tagging),
    /// Take a tag off favorites.
    Untag(Tagging),
    /// Move favorites to the trash.
    Delete(Selection),
    /// Bring everything back from the trash.
    Restore(Exceptions),
    /// Delete everything in the trash for good.
    Purge(Exceptions),
}

/// A tag, and the favorites.
#[derive(Debug, Args)]
struct Tagging {
    /// The name of the tag.
    #[arg(value_name = "NAME", value_parser = tag_name)]
    name: TagName,

    #[command(flatten)]
    selection: Selection,
}

/// Favorites outside the trash.
#[derive(Debug, Args)]
#[command(group(ArgGroup::new("selected").args(["query", "data_type", "tag", "all"]).multiple(true).required(true)))]
struct Selection {
    /// The favorites that this search finds.
    #[arg(long, value_name = "QUERY")]
    query: Option<String>,

    /// The favorites of this type.
    #[arg(long = "type", value_name = "TYPE", value_parser = data_type())]
    data_type: Option<DataType>,

    /// The favorites with the tag of this name.
    #[arg(long, value_name = "NAME", value_parser = tag_name)]
    tag: Option<TagName>,

    /// All favorites.
    #[arg(long, conflicts_with_all = ["query", "data_type", "tag"])]
    all: bool,

    #[command(flatten)]
    exceptions: Exceptions,
}

/// Favorites that stay as they are.
#[derive(Debug, Args)]
struct Exceptions {
    /// Exclude this favorite: its id, the first 8 or more digits of the id, or the address of a link; may be
    /// repeated.
    #[arg(long, value_name = "ID")]
    except: Vec<FavoriteName>,
}

impl Bulk {
    pub(crate) async fn run(self, client: &Client, output: &mut Output) -> Result<(), Reason> {
        let body = self.action.body(client, output).await?;
        let job: Document<_> =
            client.fetch(Request::post(["favorites", "actions"]).json(&body).waiting()).await?;
        wait(client, output, job).await
    }
}

impl Action {
    async fn body(&self, client: &Client, output: &mut Output) -> Result<Value, Reason> {
        let (name, tagging) = match self {
            Self::Tag(tagging) => (ActionName::Tag, tagging),
            Self::Untag(tagging) => (ActionName::Untag, tagging),
            Self::Delete(selection) => return selection.body(client, ActionName::Delete).await,
            Self::Restore(exceptions) => {
                return exceptions.body(client, ActionName::Restore, Place::Trash).await;
            }
            Self::Purge(exceptions) => return exceptions.body(client, ActionName::Purge, Place::Trash).await,
        };
        let mut body = tagging.selection.body(client, name).await?;
        let tag = match name {
            ActionName::Tag => find_or_create_tag(client, output, &tagging.name).await?,
            _ => find_tag(client, &tagging.name).await?,
        };
        body["tagId"] = json!(tag.id);
        Ok(body)
    }
}

impl Selection {
    async fn body(&self, client: &Client, action: ActionName) -> Result<Value, Reason> {
        let mut body = self.exceptions.body(client, action, Place::Favorites).await?;
        let select = &mut body["select"];
        if let Some(query) = &self.query {
            select["q"] = json!(query);
        }
        if let Some(data_type) = self.data_type {
            select["type"] = json!(data_type.as_str());
        }
        if let Some(name) = &self.tag {
            select["tag"] = json!(find_tag(client, name).await?.id);
        }
        Ok(body)
    }
}

impl Exceptions {
    async fn body(&self, client: &Client, action: ActionName, place: Place) -> Result<Value, Reason> {
        let mut except = Vec::new();
        for favorite in &self.except {
            except.push(favorite.id(client, place).await?);
        }
        Ok(json!({ "action": action.as_str(), "select": { "except": except } }))
    }
}
