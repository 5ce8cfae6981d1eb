//! The functions of the service, by the names that the template gives their binaries.

use std::fmt::Display;
use std::future::Future;

use favorites_api::favorites::Client;
use favorites_api::{Favorites, in_process, job_in_process, stream_in_process};
use serde_json::Value;

use crate::environment::Environment;
use crate::invoke::{FunctionError, Functions, Timed};

/// Every function of the service, talking to the DynamoDB of `environment`.
#[must_use]
pub fn functions(environment: &Environment) -> Functions {
    functions_on(&Favorites::new(Client::new(&environment.sdk_config()), environment.table_name.clone()))
}

/// Every function of the service, on a service of the caller's own: one with a clock or a meter, in tests.
#[must_use]
pub fn functions_on(favorites: &Favorites) -> Functions {
    let stream = stream_in_process(change_consumer::handler, favorites.clone());
    let job = job_in_process(reconcile::handler, favorites.clone());
    let functions = Functions::new()
        .with("change-consumer", Timed(move |event, deadline| reported(stream(event, deadline))))
        .with("reconcile", Timed(move |event, deadline| reported(job(event, deadline))));
    macro_rules! http {
        ($($function:ident = $name:literal),* $(,)?) => {
            functions$(.with($name, {
                let function = in_process($function::handler, favorites.clone());
                move |event| reported(function(event))
            }))*
        };
    }
    http! {
        create_favorite = "create-favorite",
        create_tag = "create-tag",
        delete_favorite = "delete-favorite",
        delete_tag = "delete-tag",
        get_counts = "get-counts",
        get_favorite = "get-favorite",
        get_tag = "get-tag",
        list_favorite_tags = "list-favorite-tags",
        list_favorites = "list-favorites",
        list_tag_favorites = "list-tag-favorites",
        list_tags = "list-tags",
        list_trash = "list-trash",
        purge_favorite = "purge-favorite",
        rename_tag = "rename-tag",
        replace_favorite_tags = "replace-favorite-tags",
        restore_favorite = "restore-favorite",
        search_favorites = "search-favorites",
        tag_favorite = "tag-favorite",
        untag_favorite = "untag-favorite",
        update_favorite = "update-favorite",
    }
}

/// The answer of a function, its error as the Lambda runtime tells it.
async fn reported<E: Display>(
    answer: impl Future<Output = Result<Value, E>>,
) -> Result<Value, FunctionError> {
    answer.await.map_err(|error| FunctionError::new("HandlerError", error.to_string()))
}
