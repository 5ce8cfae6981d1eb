//! Functions and routes, as a template declares them.

use std::time::Duration;

/// An `AWS::Serverless::Function`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Function {
    /// Its `Handler`, by which the functions' program knows what to serve.
    pub name: String,
    /// The longest time of a call: `Timeout`, its own or that of `Globals`. Lambda's default is 3 seconds.
    pub timeout: Duration,
}

/// A route of the HTTP API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Route {
    /// An HTTP method in capitals, or `ANY`.
    pub method: String,
    /// The path, with parameters in braces: `/favorites/{dataId}`. The default route has [`DEFAULT`].
    pub path: String,
    /// The proof that a caller needs.
    pub authorizer: Authorizer,
    /// The function that answers.
    pub function: Function,
}

/// The path and the key of the default route, which takes all requests without another route.
pub const DEFAULT: &str = "$default";

/// The proof that the caller of a route needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authorizer {
    /// A token.
    Jwt,
    /// Nothing: the event says `Auth: {Authorizer: NONE}`.
    None,
}

impl Route {
    /// The route key, as events carry it: `GET /favorites/{dataId}`, or `$default`.
    #[must_use]
    pub fn key(&self) -> String {
        if self.path == DEFAULT { DEFAULT.to_owned() } else { format!("{} {}", self.method, self.path) }
    }
}
