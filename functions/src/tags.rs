//! The routes of tags.

use favorites_api::favorites::{Order, TagSort};
use favorites_api::representation::{FavoriteBody, TagBody};
use favorites_api::{Favorites, MergeBody, Problem, Request, Response, TagNameBody, both, draft_and};

/// `POST /tags`: creates a tag.
pub async fn create_tag(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (draft, (key, ())) =
        draft_and(request.tag_draft(), both(request.idempotency_key(), request.query().end()))?;
    let tag = favorites.create_tag(&user, draft, key.as_ref()).await?;
    Ok(Response::new_tag(&tag))
}

/// `GET /tags`: lists tags with their counts, by name from `a`, or by a time from the newest, unless `order`
/// is given.
pub async fn list_tags(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let sort = query.optional("sort").unwrap_or(TagSort::TagName);
    let order = if sort == TagSort::TagName { Order::Ascending } else { Order::Descending };
    let list = query.list(&user, "list-tags", order)?;
    let page = favorites.list_tags(&user, sort, list.page()).await?;
    Ok(list.answer(&page, TagBody::from).revalidated(&request))
}

/// `GET /tags/{tagId}`: reads a tag with its count.
pub async fn get_tag(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    request.query().end()?;
    let tag = favorites.tag(&user, tag_id).await?;
    Ok(Response::tag(&tag))
}

/// `PATCH /tags/{tagId}`: renames a tag, with its descendants if the body says so.
pub async fn rename_tag(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let ((TagNameBody { tag_name, descendants }, expected), ()) =
        both(both(request.tag_name(), request.if_match()), request.query().end())?;
    let tag = if descendants {
        favorites.rename_tag_with_descendants(&user, tag_id, expected, tag_name).await?
    } else {
        favorites.rename_tag(&user, tag_id, expected, tag_name).await?
    };
    Ok(Response::tag(&tag))
}

/// `DELETE /tags/{tagId}`: deletes a tag. The function `worker` then removes it from its favorites.
pub async fn delete_tag(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    favorites.delete_tag(&user, tag_id, expected).await?;
    Ok(Response::no_content())
}

/// `POST /tags/{tagId}/merge`: merges a tag into another one, with its descendants if the body says so. The
/// function `worker` then changes its favorites.
pub async fn merge_tag(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let ((MergeBody { into, descendants }, expected), ()) =
        both(both(request.merged_into(), request.if_match()), request.query().end())?;
    if descendants {
        favorites.merge_tag_with_descendants(&user, tag_id, into, expected).await?;
    } else {
        favorites.merge_tag(&user, tag_id, into, expected).await?;
    }
    Ok(Response::no_content())
}

/// `GET /tags/{tagId}/favorites`: lists the favorites with a tag by clip time, newest first unless `order` is
/// given. It sets the tag's `lastAccessTime`.
pub async fn list_tag_favorites(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let tag_id = request.tag_id()?;
    let mut query = request.query();
    let data_type = query.optional("type");
    let list = query.list(&user, "list-tag-favorites", Order::Descending)?;
    let page = favorites.list_tag_favorites(&user, tag_id, data_type, list.page()).await?;
    Ok(list.answer(&page, FavoriteBody::from).revalidated(&request))
}
