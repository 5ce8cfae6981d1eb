//! `GET /counts`: a person's counts in all, for each type, and in the trash.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    request.query().end()?;
    let counts = favorites.counts(&user).await?;
    Ok(Response::counts(&counts))
}
