//! Tags by their names.

use favorites_api::favorites::TagName;
use serde_json::json;

use crate::client::{Client, Document, Pages, Request, Tag};
use crate::exit::Exit;
use crate::failure::Reason;
use crate::output::Output;

/// Returns the tag with the name `name`. Case does not matter, as in the service.
pub(super) async fn find_tag(client: &Client, name: &TagName) -> Result<Tag, Reason> {
    let wanted = name.folded();
    let mut pages = Pages::<Tag>::new(client, Request::get(["tags"]), None);
    while let Some(page) = pages.next().await? {
        let tags = page.items.into_iter().map(|tag| tag.value);
        if let Some(tag) = tags.into_iter().find(|tag| tag.name.folded() == wanted) {
            return Ok(tag);
        }
    }
    Err(Reason::NoSuchTag { name: name.as_str().to_owned() })
}

/// Returns the tags with these names, in their order.
pub(super) async fn find_tags(client: &Client, names: &[TagName]) -> Result<Vec<Tag>, Reason> {
    let mut tags = Vec::new();
    for name in names {
        tags.push(find_tag(client, name).await?);
    }
    Ok(tags)
}

/// Returns the tag with the name `name`. If it does not exist, creates it and writes a message.
pub(super) async fn find_or_create_tag(
    client: &Client,
    output: &mut Output,
    name: &TagName,
) -> Result<Tag, Reason> {
    match find_tag(client, name).await {
        Err(Reason::NoSuchTag { .. }) => {}
        found => return found,
    }
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

/// Returns the tags with these names, in their order. Creates those that don't exist.
pub(super) async fn find_or_create_tags(
    client: &Client,
    output: &mut Output,
    names: &[TagName],
) -> Result<Vec<Tag>, Reason> {
    let mut tags = Vec::new();
    for name in names {
        tags.push(find_or_create_tag(client, output, name).await?);
    }
    Ok(tags)
}
