//! `GET /account`: the use and the limits of a person's account.

use favorites_api::{Favorites, Problem, Request, Response};

/// Serves the route.
///
/// # Errors
/// A [`Problem`], which the caller is answered with.
pub async fn handler(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    request.query().end()?;
    let account = favorites.account(&user).await?;
    Ok(Response::account(&user, &account))
}
