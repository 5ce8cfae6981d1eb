//! The routes of the HTTP API. This is the one list of them: the functions' programs, the local service, the generated
//! parts of `template.yaml` and the tests read it.

use favorites_api::{BATCH_BODY_BYTES, BODY_BYTES, Rate, Route, RouteKey};

use crate::{account, favorites, jobs, search, tags, transfers, trash};

/// Declares each route as a static of its own, so that a program only contains the handler that it serves.
macro_rules! routes {
    ($($name:ident = $route:expr;)*) => {
        $(
            /// A route of the HTTP API.
            pub static $name: Route = $route;
        )*

        /// All routes, in the order of the list above.
        pub static ROUTES: &[&Route] = &[$(&$name),*];

        /// The methods and paths of all routes, with those of the web app. Unlike [`ROUTES`], it contains no
        /// handler.
        pub static KEYS: &[RouteKey] =
            &[$(($name.method, $name.path),)* ("GET", "/"), ("GET", "/app/{file+}")];
    };
}

/// Coerces an `async fn` to a function pointer.
macro_rules! handler {
    ($handler:path) => {
        |favorites, request| Box::pin($handler(favorites, request))
    };
}

routes! {
    CREATE_FAVORITE = Route::post("/favorites", "create-favorite", handler!(favorites::create_favorite))
        .query(&["onExisting"]).body(BODY_BYTES).idempotent();
    CREATE_FAVORITES = Route::post("/favorites/batch", "create-favorites", handler!(favorites::create_favorites))
        .query(&["onExisting"]).body(BATCH_BODY_BYTES).idempotent().rate(Rate::Batch);
    ACT_ON_FAVORITES = Route::post("/favorites/actions", "act-on-favorites", handler!(favorites::act_on_favorites))
        .body(BODY_BYTES).idempotent().rate(Rate::Batch);
    LIST_FAVORITES = Route::get("/favorites", "list-favorites", handler!(favorites::list_favorites))
        .query(&["type", "sort", "order", "limit", "cursor", "url"]);
    PUT_FAVORITE = Route::put("/favorites/{dataId}", "put-favorite", handler!(favorites::put_favorite))
        .query(&["onExisting"]).body(BODY_BYTES);
    GET_FAVORITE = Route::get("/favorites/{dataId}", "get-favorite", handler!(favorites::get_favorite));
    UPDATE_FAVORITE = Route::patch("/favorites/{dataId}", "update-favorite", handler!(favorites::update_favorite))
        .body(BODY_BYTES);
    DELETE_FAVORITE = Route::delete("/favorites/{dataId}", "delete-favorite", handler!(favorites::delete_favorite));
    LIST_FAVORITE_TAGS = Route::get(
        "/favorites/{dataId}/tags", "list-favorite-tags", handler!(favorites::list_favorite_tags),
    ).query(&["order"]);
    REPLACE_FAVORITE_TAGS = Route::put(
        "/favorites/{dataId}/tags", "replace-favorite-tags", handler!(favorites::replace_favorite_tags),
    ).body(BODY_BYTES);
    TAG_FAVORITE = Route::put(
        "/favorites/{dataId}/tags/{tagId}", "tag-favorite", handler!(favorites::tag_favorite),
    );
    UNTAG_FAVORITE = Route::delete(
        "/favorites/{dataId}/tags/{tagId}", "untag-favorite", handler!(favorites::untag_favorite),
    );

    CREATE_TAG = Route::post("/tags", "create-tag", handler!(tags::create_tag)).body(BODY_BYTES).idempotent();
    LIST_TAGS = Route::get("/tags", "list-tags", handler!(tags::list_tags))
        .query(&["sort", "order", "limit", "cursor"]);
    GET_TAG = Route::get("/tags/{tagId}", "get-tag", handler!(tags::get_tag));
    RENAME_TAG = Route::patch("/tags/{tagId}", "rename-tag", handler!(tags::rename_tag)).body(BODY_BYTES);
    DELETE_TAG = Route::delete("/tags/{tagId}", "delete-tag", handler!(tags::delete_tag));
    MERGE_TAG = Route::post("/tags/{tagId}/merge", "merge-tag", handler!(tags::merge_tag)).body(BODY_BYTES);
    LIST_TAG_FAVORITES = Route::get("/tags/{tagId}/favorites", "list-tag-favorites", handler!(tags::list_tag_favorites))
        .query(&["type", "order", "limit", "cursor"]);

    LIST_TRASH = Route::get("/trash", "list-trash", handler!(trash::list_trash)).query(&["order", "limit", "cursor"]);
    EMPTY_TRASH = Route::delete("/trash", "empty-trash", handler!(trash::empty_trash)).idempotent().rate(Rate::Batch);
    GET_TRASHED_FAVORITE = Route::get(
        "/trash/{dataId}", "get-trashed-favorite", handler!(trash::get_trashed_favorite),
    );
    RESTORE_FAVORITE = Route::post("/trash/{dataId}/restore", "restore-favorite", handler!(trash::restore_favorite))
        .idempotent();
    PURGE_FAVORITE = Route::delete("/trash/{dataId}", "purge-favorite", handler!(trash::purge_favorite));

    SEARCH_FAVORITES = Route::get("/search", "search-favorites", handler!(search::search_favorites))
        .query(&["q", "type", "tag", "site", "before", "after", "untagged", "counts", "limit", "cursor"])
        .rate(Rate::Search);
    GET_COUNTS = Route::get("/counts", "get-counts", handler!(search::get_counts));
    GET_CHANGES = Route::get("/changes", "get-changes", handler!(search::get_changes)).query(&["cursor"]);

    LIST_JOBS = Route::get("/jobs", "list-jobs", handler!(jobs::list_jobs)).query(&["order", "limit", "cursor"]);
    GET_JOB = Route::get("/jobs/{jobId}", "get-job", handler!(jobs::get_job)).files();
    CANCEL_JOB = Route::delete("/jobs/{jobId}", "cancel-job", handler!(jobs::cancel_job)).files().during_erasure();
    UNDO_JOB = Route::post("/jobs/{jobId}/undo", "undo-job", handler!(jobs::undo_job)).rate(Rate::Batch);

    CREATE_EXPORT = Route::post("/exports", "create-export", handler!(transfers::create_export))
        .body(BODY_BYTES).idempotent().files().rate(Rate::Batch);
    CREATE_IMPORT = Route::post("/imports", "create-import", handler!(transfers::create_import))
        .body(BODY_BYTES).idempotent().files().rate(Rate::Batch);
    START_IMPORT = Route::post("/jobs/{jobId}/start", "start-import", handler!(transfers::start_import))
        .files().rate(Rate::Batch);
    GET_IMPORT_REPORT = Route::get("/jobs/{jobId}/report", "get-import-report", handler!(transfers::get_import_report))
        .query(&["limit", "cursor"]);

    GET_ACCOUNT = Route::get("/account", "get-account", handler!(account::get_account));
    DELETE_ACCOUNT = Route::delete("/account", "delete-account", handler!(account::delete_account))
        .query(&["confirm"]).idempotent().rate(Rate::Batch)
        .during_erasure();
}
