//! Things to show in tests.

use aws_sdk_dynamodb::config::{BehaviorVersion, Config};
use aws_smithy_runtime_api::client::http::{
    HttpClient, HttpConnector, HttpConnectorFuture, HttpConnectorSettings, SharedHttpConnector,
};
use aws_smithy_runtime_api::client::orchestrator::HttpRequest;
use aws_smithy_runtime_api::client::runtime_components::RuntimeComponents;
use favorites::{
    Client, Content, Details, EpochSeconds, FavoriteData, Favorites, Life, Note, Tag, TagName, TagTimes,
    Text, Timestamp, TrashedFavorite,
};
use favorites::{UserId, WebUrl};
use serde_json::Value;

use crate::body::BATCH_BODY_BYTES;
use crate::event;
use crate::request::Request;
use crate::response::Response;
use crate::route::Route;

pub(crate) const ID: &str = "019a0000-0000-7000-8000-000000000001";

fn time() -> Timestamp {
    "2026-11-21T08:35:15.123Z".parse().unwrap()
}

pub(crate) fn favorite() -> FavoriteData {
    FavoriteData {
        user_id: UserId::parse("alice").unwrap(),
        data_id: ID.parse().unwrap(),
        details: Details {
            thumbnail_url: Some(WebUrl::parse("https://example.org/t.png").unwrap()),
            ..Details::new(Text::parse("Idea").unwrap())
        },
        clip_time: time(),
        update_time: time(),
        expire_time: None,
        content: Content::Note(Note { text: Text::parse("Write it down").unwrap() }),
        tag_ids: [ID.parse().unwrap()].into(),
        tag_times: TagTimes::default(),
        restore_time: None,
        version: 3,
        life: Life::default(),
        truncated: false,
    }
}

pub(crate) fn trashed() -> TrashedFavorite {
    let favorite = favorite();
    TrashedFavorite {
        user_id: favorite.user_id.clone(),
        data_id: favorite.data_id,
        delete_time: time(),
        purge_time: EpochSeconds::of(time()),
        favorite,
    }
}

pub(crate) fn tag() -> Tag {
    Tag {
        user_id: UserId::parse("alice").unwrap(),
        tag_id: ID.parse().unwrap(),
        tag_name: TagName::parse("Rust").unwrap(),
        create_time: time(),
        last_access_time: time(),
        version: 2,
        former_names: Vec::new(),
    }
}

/// A route that accepts everything that any route accepts.
pub(crate) static ROUTE: Route =
    Route::post("/anything", "anything", |_, _| Box::pin(async { Ok(Response::no_content()) }))
        .query(&[
            "q",
            "type",
            "tag",
            "site",
            "before",
            "after",
            "untagged",
            "counts",
            "sort",
            "order",
            "limit",
            "cursor",
            "onExisting",
            "confirm",
        ])
        .body(BATCH_BODY_BYTES)
        .idempotent();

/// Returns the request to [`ROUTE`] that an event makes.
pub(crate) fn request(event: Value) -> Request {
    Request::new(event::read(event).unwrap(), ROUTE.accepted())
}

/// A service without a table behind it, for handlers that never reach it.
pub(crate) fn favorites() -> Favorites {
    let config = Config::builder().behavior_version(BehaviorVersion::latest()).build();
    Favorites::new(Client::from_conf(config), "unused".to_owned())
}

/// A service whose requests go to `http`.
pub(crate) fn favorites_on(http: impl HttpClient + 'static) -> Favorites {
    Favorites::new(single_table::testing::client(http), "unused".to_owned())
}

/// A DynamoDB that takes every request and never answers.
#[derive(Debug, Clone)]
pub(crate) struct Silent;

impl HttpConnector for Silent {
    fn call(&self, _: HttpRequest) -> HttpConnectorFuture {
        HttpConnectorFuture::new(std::future::pending())
    }
}

impl HttpClient for Silent {
    fn http_connector(&self, _: &HttpConnectorSettings, _: &RuntimeComponents) -> SharedHttpConnector {
        SharedHttpConnector::new(self.clone())
    }
}
