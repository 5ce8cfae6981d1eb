//! The routes that read what the change consumer keeps: search, counts and changes.

use favorites_api::{Changes, Favorites, Problem, Request, Response};

/// `GET /search`: finds favorites by words and other conditions, newest first, and counts the matches of each
/// type and tag.
pub async fn search_favorites(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let search = request.query().search(&user)?;
    let page = favorites.search(&user, search.request()).await?;
    Ok(search.answer(&page).revalidated(&request))
}

/// `GET /counts`: counts all favorites, each type, and the trash.
pub async fn get_counts(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    request.query().end()?;
    let counts = favorites.counts(&user).await?;
    Ok(Response::counts(&counts))
}

/// `GET /changes`: lists what changed since a cursor, oldest first, or everything without a cursor.
pub async fn get_changes(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let changes = request.query().changes(&user)?;
    let page = favorites.changes(&user, changes.after(), &Changes::size).await?;
    Ok(changes.answer(&page).revalidated(&request))
}
