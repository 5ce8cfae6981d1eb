//! Tags by their names.

use std::collections::HashSet;
use std::slice;

use favorites_api::favorites::TagName;
use serde_json::json;

use crate::client::{Client, ClientError, Document, Pages, Request, Tag};
use crate::exit::Exit;
use crate::failure::Reason;
use crate::output::Output;

/// Returns the tag with the name `name`. Case does not matter, as in the service.
pub(super) async fn find_tag(client: &Client, name: &TagName) -> Result<Tag, Reason> {
    existing(client, slice::from_ref(name)).await?.pop().ok_or_else(|| no_such_tag(name))
}

/// Returns the tags with these names, in their order.
pub(super) async fn find_tags(client: &Client, names: &[TagName]) -> Result<Vec<Tag>, Reason> {
    in_order(names, &existing(client, names).await?)
}

/// Returns the tag with the name `name`. If it does not exist, creates it and writes a message.
pub(super) async fn find_or_create_tag(
    client: &Client,
    output: &mut Output,
    name: &TagName,
) -> Result<Tag, Reason> {
    match find_tag(client, name).await {
        Err(Reason::NoSuchTag { .. }) => create_tag(client, output, name).await,
        found => found,
    }
}

/// Returns the tags with these names, in their order. Creates those that don't exist.
pub(super) async fn find_or_create_tags(
    client: &Client,
    output: &mut Output,
    names: &[TagName],
) -> Result<Vec<Tag>, Reason> {
    let mut tags = existing(client, names).await?;
    for name in names {
        if named(&tags, name).is_none() {
            tags.push(create_tag(client, output, name).await?);
        }
    }
    in_order(names, &tags)
}

/// Creates a tag and writes a message.
async fn create_tag(client: &Client, output: &mut Output, name: &TagName) -> Result<Tag, Reason> {
    let request = Request::post(["tags"]).json(&json!({ "tagName": name.as_str() }));
    let created: Result<Document<Tag>, _> = client.fetch(request).await;
    match created.map_err(Reason::from) {
        Ok(tag) => {
            output.message(&format!("Created the tag {:?}.", name.as_str()));
            Ok(tag.value)
        }
        // Another program of the user may have created it meanwhile.
        Err(reason) if reason.exit() == Exit::Conflict => find_tag(client, name).await.map_err(|_| reason),
        Err(reason) => Err(reason),
    }
}

/// Returns the existing tags among these names. Reads the list of tags once, until it has all of them.
async fn existing(client: &Client, names: &[TagName]) -> Result<Vec<Tag>, ClientError> {
    let mut missing: HashSet<_> = names.iter().map(TagName::folded).collect();
    let mut tags = Vec::new();
    let mut pages = Pages::<Tag>::new(client, Request::get(["tags"]), None);
    while !missing.is_empty() {
        let Some(page) = pages.next().await? else { break };
        let page = page.items.into_iter().map(|tag| tag.value);
        tags.extend(page.filter(|tag| missing.remove(&tag.name.folded())));
    }
    Ok(tags)
}

fn named<'a>(tags: &'a [Tag], name: &TagName) -> Option<&'a Tag> {
    let folded = name.folded();
    tags.iter().find(|tag| tag.name.folded() == folded)
}

fn in_order(names: &[TagName], tags: &[Tag]) -> Result<Vec<Tag>, Reason> {
    names.iter().map(|name| named(tags, name).cloned().ok_or_else(|| no_such_tag(name))).collect()
}

fn no_such_tag(name: &TagName) -> Reason {
    Reason::NoSuchTag { name: name.as_str().to_owned() }
}
