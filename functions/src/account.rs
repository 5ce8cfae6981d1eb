//! The routes of the account.

use favorites_api::{Favorites, Problem, Request, Response, both};

/// `GET /account`: reads the use and the limits of an account.
pub async fn get_account(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    request.query().end()?;
    let account = favorites.account(&user).await?;
    Ok(Response::account(&user, &account))
}

/// `DELETE /account`: begins a job that erases everything that belongs to the user. The function
/// `worker` does the work.
pub async fn delete_account(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (key, ()) = both(request.idempotency_key(), request.query().confirmed_by(&user))?;
    let job = favorites.erase_account(&user, key.as_ref()).await?;
    Ok(Response::begun(&job))
}
