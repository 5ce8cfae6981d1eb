//! A route of the HTTP API: what it accepts, and the handler that answers it.

use favorites::Favorites;
use futures::future::BoxFuture;

use crate::accepted::Accepted;
use crate::connect::{ConnectError, Environment, connect, connect_with_files};
use crate::problem::Problem;
use crate::request::Request;
use crate::response::Response;

/// A handler of a route. It is a function pointer, so that the code that serves it is compiled once for all routes.
pub type Handler = for<'a> fn(&'a Favorites, Request) -> BoxFuture<'a, Result<Response, Problem>>;

/// A route of the HTTP API. Every route needs a token, whose `sub` is the user.
///
/// The functions' programs, the gateway of the local service, the generated parts of `template.yaml` and the tests read
/// these facts. Handlers can only read query parameters, a body and an idempotency key that their route declares.
///
/// ```
/// use favorites_api::{Favorites, Problem, Request, Response, Route};
///
/// async fn count(favorites: &Favorites, request: Request) -> Result<Response, Problem> {
///     Ok(Response::counts(&favorites.counts(&request.user()?).await?))
/// }
///
/// static COUNT: Route =
///     Route::get("/counts", "get-counts", |favorites, request| Box::pin(count(favorites, request)));
/// assert_eq!(COUNT.key(), "GET /counts");
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Route {
    /// The method in capitals.
    pub method: &'static str,
    /// The path with its parameters in braces, as API Gateway writes it: `/favorites/{dataId}`.
    pub path: &'static str,
    /// The name of the Lambda function, which is also the name of its program.
    pub function: &'static str,
    /// The query parameters that the route accepts, in the order in which an error lists them.
    pub query: &'static [&'static str],
    /// The largest body, in bytes. `None` if the route reads no body.
    pub body_bytes: Option<usize>,
    /// Whether the route accepts an `Idempotency-Key`.
    pub is_idempotent: bool,
    /// Whether the function has the bucket for files.
    pub has_files: bool,
    /// Whether the route is refused while the account is being erased.
    pub is_refused_during_erasure: bool,
    /// The limit on requests.
    pub rate: Rate,
    pub(crate) handler: Handler,
    /// Connects the function to what it works on. A program contains the client of S3 only if this names it.
    pub(crate) connect: fn(&Environment) -> Result<Favorites, ConnectError>,
}

/// The limit on the requests that a route accepts in a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rate {
    /// Reads: the default of the API.
    Read,
    /// Searches, whose function has seven times the memory of others.
    Search,
    /// Writes on a favorite or a tag.
    Write,
    /// Batches, actions, jobs and transfers, each on up to 100 favorites at a time.
    Batch,
}

impl Rate {
    /// Returns the requests a second, or `None` for the default of the API. A burst is twice as many.
    #[must_use]
    pub const fn per_second(self) -> Option<u32> {
        match self {
            Self::Read => None,
            Self::Search => Some(100),
            Self::Write => Some(200),
            Self::Batch => Some(20),
        }
    }
}

impl Route {
    /// Declares a `GET` route.
    #[must_use]
    pub const fn get(path: &'static str, function: &'static str, handler: Handler) -> Self {
        Self::new("GET", path, function, Rate::Read, handler).during_erasure()
    }

    /// Declares a `POST` route.
    #[must_use]
    pub const fn post(path: &'static str, function: &'static str, handler: Handler) -> Self {
        Self::new("POST", path, function, Rate::Write, handler)
    }

    /// Declares a `PUT` route.
    #[must_use]
    pub const fn put(path: &'static str, function: &'static str, handler: Handler) -> Self {
        Self::new("PUT", path, function, Rate::Write, handler)
    }

    /// Declares a `PATCH` route.
    #[must_use]
    pub const fn patch(path: &'static str, function: &'static str, handler: Handler) -> Self {
        Self::new("PATCH", path, function, Rate::Write, handler)
    }

    /// Declares a `DELETE` route.
    #[must_use]
    pub const fn delete(path: &'static str, function: &'static str, handler: Handler) -> Self {
        Self::new("DELETE", path, function, Rate::Write, handler)
    }

    const fn new(
        method: &'static str,
        path: &'static str,
        function: &'static str,
        rate: Rate,
        handler: Handler,
    ) -> Self {
        Self {
            method,
            path,
            function,
            query: &[],
            body_bytes: None,
            is_idempotent: false,
            has_files: false,
            is_refused_during_erasure: true,
            rate,
            handler,
            connect,
        }
    }

    /// Accepts these query parameters.
    #[must_use]
    pub const fn query(self, names: &'static [&'static str]) -> Self {
        Self { query: names, ..self }
    }

    /// Accepts a body of at most this number of bytes.
    #[must_use]
    pub const fn body(self, bytes: usize) -> Self {
        Self { body_bytes: Some(bytes), ..self }
    }

    /// Accepts an `Idempotency-Key`.
    #[must_use]
    pub const fn idempotent(self) -> Self {
        Self { is_idempotent: true, ..self }
    }

    /// Connects the function to the bucket for files, too.
    #[must_use]
    pub const fn files(self) -> Self {
        Self { has_files: true, connect: connect_with_files, ..self }
    }

    /// Serves the route also while the account is being erased.
    #[must_use]
    pub const fn during_erasure(self) -> Self {
        Self { is_refused_during_erasure: false, ..self }
    }

    /// Limits the requests a second.
    #[must_use]
    pub const fn rate(self, rate: Rate) -> Self {
        Self { rate, ..self }
    }

    /// Returns the route key, such as `GET /favorites/{dataId}`.
    #[must_use]
    pub fn key(&self) -> String {
        self.accepted().key()
    }

    /// Returns what the route accepts, for its requests.
    pub(crate) fn accepted(&self) -> Accepted {
        let Self { method, path, query, body_bytes, is_idempotent, .. } = *self;
        Accepted { method, path, query, body_bytes, is_idempotent }
    }
}
