//! The routes of the account, and its erasure.

use favorites_api::favorites::JobRunner;
use favorites_api::{
    Deadline, Favorites, JobsAnswer, JobsEvent, Problem, Request, Response, TaskError, both,
};

/// `GET /account`: reads the use and the limits of an account.
pub async fn get_account(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    request.query().end()?;
    let account = favorites.account(&user).await?;
    Ok(Response::account(&user, &account))
}

/// `DELETE /account`: begins a job that erases everything that belongs to the user. The function
/// `run-erasures` does the work.
pub async fn delete_account(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
    let user = request.user()?;
    let (key, ()) = both(request.idempotency_key(), request.query().confirmed_by(&user))?;
    let job = favorites.erase_account(&user, key.as_ref()).await?;
    Ok(Response::begun(&job))
}

/// Finds the accounts that are being erased, or works on one of them until shortly before `deadline`; the
/// next call continues.
pub async fn run_erasures(
    favorites: &Favorites,
    event: JobsEvent,
    deadline: Deadline,
) -> Result<JobsAnswer, TaskError> {
    event.work(favorites, JobRunner::Erasures, Favorites::run_erasure, deadline).await
}
