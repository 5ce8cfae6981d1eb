//! Tags by their names.

use favorites_api::favorites::TagName;

use crate::client::{Client, Pages, Request, Tag};
use crate::failure::Reason;

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
