//! The S3 endpoint, for the functions, for clients with presigned URLs, and for the AWS CLI and the SDKs.
//!
//! `s3s` speaks the protocol and checks the signatures, and `s3s-fs` keeps the objects as files. This module adds the roles of the
//! functions, the lifecycle rules of the bucket, and corrections where the files differ from S3.

mod access;
mod expiry;
mod folder;
mod key;
mod keys;
mod names;
mod objects;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::error_handling::HandleError;
use axum::extract::Request;
use axum::http::header::{CONTENT_TYPE, ETAG};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode};
use axum::middleware::{Next, from_fn};
use axum::response::Response;
use s3s::HttpError;
use s3s::config::{S3Config, StaticConfigProvider};
use s3s::service::S3ServiceBuilder;
use tower_http::cors::{AllowOrigin, CorsLayer};

pub(crate) use self::expiry::Expiry;
pub(crate) use self::folder::Folder;
pub use self::folder::FolderError;

use self::access::RoleAccess;
use self::keys::Keys;
use self::objects::Objects;
use crate::access_key::AccessKey;
use crate::admitted::Admitted;
use crate::guard::{self, Guard};
use crate::iam::Authorizer;
use crate::template::Bucket;

/// The pages that can use the files: the web app on the port `app`, and the pages that the user allows.
pub(crate) struct Pages {
    pub(crate) app: u16,
    pub(crate) admitted: Arc<Admitted>,
}

/// Returns the endpoint of `bucket` as a router. Its objects are in `folder`. `pages` can upload and download
/// them.
///
/// # Errors
/// Returns a [`FolderError`] if the folder can't be used.
pub(crate) fn router(
    folder: &Arc<Folder>,
    bucket: &Bucket,
    authorizer: &Arc<Authorizer>,
    key: AccessKey,
    address: SocketAddr,
    pages: &Pages,
) -> Result<Router, FolderError> {
    let objects = Objects::open(Arc::clone(folder), bucket.name.clone(), Arc::clone(authorizer))?;
    let mut service = S3ServiceBuilder::new(objects);
    service.set_auth(Keys { key, authorizer: Arc::clone(authorizer) });
    service.set_access(RoleAccess { bucket: bucket.name.clone(), authorizer: Arc::clone(authorizer) });
    service.set_config(Arc::new(StaticConfigProvider::new(Arc::new(without_forms()))));
    Ok(Router::new()
        .fallback_service(HandleError::new(service.build(), broken))
        .layer(from_fn(logged))
        .layer(cross_origin(pages))
        .layer(Guard::loopback(address.port()).for_app_at(pages.app).and(&pages.admitted).layer()))
}

/// Returns the rule of the bucket for requests from pages, as in `template.yaml`.
fn cross_origin(pages: &Pages) -> CorsLayer {
    let (app, admitted) = (pages.app, Arc::clone(&pages.admitted));
    let is_admitted = move |origin: &HeaderValue, _: &Parts| {
        origin.to_str().is_ok_and(|origin| guard::is_page_of(app, origin) || admitted.is_origin(origin))
    };
    CorsLayer::new()
        .allow_origin(AllowOrigin::predicate(is_admitted))
        .allow_methods([Method::GET, Method::HEAD, Method::PUT])
        .allow_headers([CONTENT_TYPE])
        .expose_headers([ETAG])
}

/// Returns settings that refuse uploads from HTML forms: `s3s` reads such a body into memory before it asks for the caller.
fn without_forms() -> S3Config {
    let mut config = S3Config::default();
    config.form_max_parts = 0;
    config.post_object_max_file_size = 0;
    config
}

/// `s3s` answers all errors of S3 itself. This is for those that leave it without an answer.
async fn broken(error: HttpError) -> StatusCode {
    tracing::error!(?error, "the S3 endpoint failed");
    StatusCode::INTERNAL_SERVER_ERROR
}

/// Logs a request that failed or was refused, without its query, which may contain a signature.
async fn logged(request: Request, next: Next) -> Result<Response, Infallible> {
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let response = next.run(request).await;
    let status = response.status();
    if status.is_server_error() && status != StatusCode::NOT_IMPLEMENTED {
        tracing::error!(%method, path, %status, "a request to S3 failed");
    } else if status.is_client_error() {
        tracing::debug!(%method, path, %status, "a request to S3 was refused");
    }
    Ok(response)
}
