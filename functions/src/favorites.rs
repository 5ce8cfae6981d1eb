//! The routes of favorites, and of the tags on one favorite.

use favorites_api::favorites::{FavoriteDraft, FavoriteSort, Order};
use favorites_api::representation::FavoriteBody;
use favorites_api::{Favorites, Problem, Request, Response, Selected, both, draft_and};

/// `POST /favorites`: creates a favorite.
pub async fn create_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let on_existing = query.optional("onExisting").unwrap_or_default();
    let (draft, (key, ())) =
        draft_and(request.favorite_draft(), both(request.idempotency_key(), query.end()))?;
    let new = FavoriteDraft { on_existing, ..draft };
    let saved = favorites.create_favorite(&user, new, key.as_ref()).await?;
    Ok(Response::saved_favorite(&saved))
}

/// `POST /favorites/batch`: creates up to 100 favorites.
pub async fn create_favorites(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let on_existing = query.optional("onExisting").unwrap_or_default();
    let (batch, (key, ())) = both(request.batch(), both(request.idempotency_key(), query.end()))?;
    let saved = favorites.create_favorites(&user, batch.items(on_existing), key.as_ref()).await?;
    Ok(Response::batch(saved, &request))
}

/// `PUT /favorites/{dataId}`: creates a favorite under an id that the client chose. A client that was offline
/// can repeat it at any time.
pub async fn put_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let on_existing = query.optional("onExisting").unwrap_or_default();
    let (draft, (data_id, ((), ()))) =
        draft_and(request.favorite_draft(), both(request.chosen_id(), both(request.creates(), query.end())))?;
    let new = FavoriteDraft { on_existing, data_id: Some(data_id), ..draft };
    let saved = favorites.create_favorite(&user, new, None).await?;
    Ok(Response::saved_favorite(&saved))
}

/// `POST /favorites/actions`: applies one action to many favorites.
pub async fn act_on_favorites(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (selection, (key, ())) =
        both(request.selection(), both(request.idempotency_key(), request.query().end()))?;
    match selection.selected {
        Selected::Ids(data_ids) => {
            let results = favorites.act_on_favorites(&user, selection.action, &data_ids).await?;
            Ok(Response::acted(results, &data_ids, &request))
        }
        Selected::All(selector) => {
            let job = favorites.begin_job(&user, selection.action, selector, key.as_ref()).await?;
            Ok(Response::begun(&favorites.run_at_once(job, request.wait()).await))
        }
    }
}

/// `GET /favorites`: lists favorites by clip time or by the time of their last change, newest first unless
/// `order` is given. With `url` it lists the link with this address, if the user keeps it.
pub async fn list_favorites(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let mut query = request.query();
    let url = query.only_url("url");
    let data_type = query.optional("type");
    let sort = query.optional("sort").unwrap_or_default();
    if data_type.is_some() && sort == FavoriteSort::UpdateTime {
        query.refuse("sort", "must be clipTime for the favorites of a type; updateTime was given");
    }
    let list = query.list(&user, "list-favorites", Order::Descending)?;
    let page = match (url, sort) {
        (Some(url), _) => favorites.favorites_with_link(&user, &url).await?,
        (None, FavoriteSort::ClipTime) => favorites.list_favorites(&user, data_type, list.page()).await?,
        (None, FavoriteSort::UpdateTime) => favorites.list_updated_favorites(&user, list.page()).await?,
    };
    Ok(list.answer(&page, FavoriteBody::from).revalidated(&request))
}

/// `GET /favorites/{dataId}`: reads a favorite with its whole texts.
pub async fn get_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    request.query().end()?;
    let favorite = favorites.favorite(&user, data_id).await?;
    Ok(Response::favorite(&favorite).revalidated(&request))
}

/// `PATCH /favorites/{dataId}`: changes title, thumbnail, content, clip time or expiry.
pub async fn update_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let (patch, (expected, ())) =
        draft_and(request.patch(), both(request.if_match(), request.query().end()))?;
    let favorite = favorites.update_favorite(&user, data_id, expected, patch).await?;
    Ok(Response::changed_favorite(&favorite))
}

/// `DELETE /favorites/{dataId}`: moves a favorite to the trash.
pub async fn delete_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    let trashed = favorites.delete_favorite(&user, data_id, expected).await?;
    Ok(Response::trashed_favorite(&trashed))
}

/// `GET /favorites/{dataId}/tags`: lists the tags of a favorite by creation time, oldest first unless `order`
/// is given.
pub async fn list_favorite_tags(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let mut query = request.query();
    let order = query.order(Order::Ascending).unwrap_or(Order::Ascending);
    query.end()?;
    let tags = favorites.favorite_tags(&user, data_id, order).await?;
    Ok(Response::favorite_tags(&tags).revalidated(&request))
}

/// `PUT /favorites/{dataId}/tags`: replaces the tags of a favorite.
pub async fn replace_favorite_tags(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.data_id()?;
    let ((tag_ids, expected), ()) = both(both(request.tag_ids(), request.if_match()), request.query().end())?;
    let favorite = favorites.replace_favorite_tags(&user, data_id, expected, tag_ids).await?;
    Ok(Response::favorite(&favorite))
}

/// `PUT /favorites/{dataId}/tags/{tagId}`: puts a tag on a favorite.
pub async fn tag_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (data_id, tag_id) = (request.data_id()?, request.tag_id()?);
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    let favorite = favorites.tag_favorite(&user, data_id, expected, tag_id).await?;
    Ok(Response::favorite(&favorite))
}

/// `DELETE /favorites/{dataId}/tags/{tagId}`: removes a tag from a favorite.
pub async fn untag_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (data_id, tag_id) = (request.data_id()?, request.tag_id()?);
    let (expected, ()) = both(request.if_match(), request.query().end())?;
    let favorite = favorites.untag_favorite(&user, data_id, expected, tag_id).await?;
    Ok(Response::favorite(&favorite))
}
