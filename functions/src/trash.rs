//! The routes of the trash.

use favorites_api::favorites::{Action, Order, Selector};
use favorites_api::representation::TrashedFavoriteBody;
use favorites_api::{Favorites, Problem, Request, Response, both};

/// `GET /trash`: lists the favorites in the trash, the last deleted first unless `order` is given.
pub async fn list_trash(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let list = request.query().list(&user, "list-trash", Order::Descending)?;
    let page = favorites.list_trash(&user, list.page()).await?;
    Ok(list.answer(&page, TrashedFavoriteBody::from).revalidated(&request))
}

/// `GET /trash/{dataId}`: reads a favorite in the trash.
pub async fn get_trashed_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.trashed_id()?;
    request.query().end()?;
    let trashed = favorites.trashed_favorite(&user, data_id).await?;
    Ok(Response::trashed_favorite(&trashed))
}

/// `POST /trash/{dataId}/restore`: restores a favorite with its tags.
pub async fn restore_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.trashed_id()?;
    let (key, ()) = both(request.idempotency_key(), request.query().end())?;
    let favorite = favorites.restore_favorite(&user, data_id, key.as_ref()).await?;
    Ok(Response::favorite(&favorite))
}

/// `DELETE /trash/{dataId}`: deletes a favorite permanently.
pub async fn purge_favorite(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let data_id = request.trashed_id()?;
    request.query().end()?;
    favorites.purge_favorite(&user, data_id).await?;
    Ok(Response::no_content())
}

/// `DELETE /trash`: begins a job that deletes everything in the trash permanently.
pub async fn empty_trash(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (key, ()) = both(request.idempotency_key(), request.query().end())?;
    let job = favorites.begin_job(&user, Action::Purge, Selector::default(), key.as_ref()).await?;
    Ok(Response::begun(&favorites.run_at_once(job, request.wait()).await))
}
