//! Prevents web pages of other sites from using the ports of this service.
//!
//! A browser lets any page send requests to this machine. It names the page's site in `Origin` and `Sec-Fetch-Site`. A site can
//! also let its own name resolve to this machine (DNS rebinding); then `Host` contains that name.
//!
//! So `Host` must be an IP address, which no one can redirect, or a name that no one can register: `localhost` (RFC 6761, section
//! 6.3), or `host.docker.internal`, by which containers reach their host (ICANN reserves the top-level domain `internal` for
//! private use). A malicious resolver can still return a false address for the second name, so pages with that origin are
//! refused, too.
//!
//! The user can [allow more](Admitted): pages of other origins, and hosts of tunnels and reverse proxies,
//! which then serve the app's own pages.
//!
//! The web app needs two exceptions. Other sites may link to its page at `/`, for example by a bookmarklet:
//! the page shows nothing of the user to them. And the page uploads and downloads files at S3, which has
//! another port and asks each request for a signature.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri};
use axum::middleware::{FromFnLayer, Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use serde_json::json;

use crate::admitted::Admitted;

type Check = fn(State<Guard>, Request, Next) -> BoxFuture<'static, Response>;

/// Decides which requests to admit.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    port: u16,
    /// The address of a port that containers may use. `None` admits only the loopback names.
    containers: Option<IpAddr>,
    app: App,
    /// The pages and hosts that the user allows. The hosts apply only to the port of the app.
    admitted: Arc<Admitted>,
}

/// The role of a port for the web app.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum App {
    /// The app does not use the port.
    No,
    /// The port serves the page of the app.
    Here,
    /// The page of the app uses the port. This other port serves the page.
    At(u16),
}

impl Guard {
    /// Admits requests to the loopback names.
    pub(crate) fn loopback(port: u16) -> Self {
        Self { port, containers: None, app: App::No, admitted: Arc::default() }
    }

    /// Also admits visits of the page at `/` that other sites link to.
    pub(crate) fn with_app(self) -> Self {
        Self { app: App::Here, ..self }
    }

    /// Also admits requests of the page that the port `app` serves.
    pub(crate) fn for_app_at(self, app: u16) -> Self {
        Self { app: App::At(app), ..self }
    }

    /// Also admits the pages and hosts that the user allows.
    pub(crate) fn and(self, admitted: &Arc<Admitted>) -> Self {
        Self { admitted: Arc::clone(admitted), ..self }
    }

    /// Also admits requests to the address `listen` and to Docker's name for this machine.
    pub(crate) fn containers(listen: SocketAddr) -> Self {
        let containers = Some(listen.ip().to_canonical());
        Self { containers, ..Self::loopback(listen.port()) }
    }

    /// Returns a layer that admits only requests whose host is this service and which don't come from another site.
    pub(crate) fn layer(self) -> FromFnLayer<Check, Self, (State<Self>, Request)> {
        from_fn_with_state(self, check as Check)
    }

    fn refuse(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
        let misdirected = Some(Refusal::Misdirected { containers: self.containers.is_some() });
        let hosts: Vec<_> = headers.get_all(HOST).iter().collect();
        let [host] = hosts[..] else { return misdirected };
        if !host.to_str().is_ok_and(|host| self.is_host(host))
            || !uri.authority().is_none_or(|authority| self.is_host(authority.as_str()))
        {
            return misdirected;
        }
        let own_port = if let App::At(app) = self.app { app } else { self.port };
        let is_own = |origin: &str| is_page_of(own_port, origin);
        let is_admitted_page = |origin: &str| self.admitted.is_origin(origin);
        let origins: Vec<_> =
            headers.get_all(ORIGIN).iter().map(|origin| origin.to_str().unwrap_or("")).collect();
        let has_origin = !origins.is_empty();
        if !origins.iter().all(|origin| is_own(origin) || is_admitted_page(origin)) {
            return Some(Refusal::ForeignOrigin);
        }
        let is_from_admitted = has_origin && origins.iter().all(|origin| is_admitted_page(origin));
        let is_visit =
            method == Method::GET && headers.get("sec-fetch-mode").is_some_and(|mode| mode == "navigate");
        let is_admitted = |site: &HeaderValue| match (site.as_bytes(), self.app) {
            (b"same-origin" | b"none", _) => true,
            _ if is_from_admitted => true,
            (_, App::Here) => is_visit && uri.path() == "/",
            (b"same-site", App::At(_)) => has_origin || is_visit,
            _ => false,
        };
        let is_foreign = headers.get_all("sec-fetch-site").iter().any(|site| !is_admitted(site));
        is_foreign.then_some(Refusal::ForeignOrigin)
    }

    /// Returns true if `authority` names a host of this service, with its port.
    fn is_host(&self, authority: &str) -> bool {
        let is_admitted = self.app == App::Here && self.admitted.is_host(authority);
        is_loopback(self.port, authority) || self.is_for_containers(authority) || is_admitted
    }

    fn is_for_containers(&self, authority: &str) -> bool {
        let (Some(listen), Some(host)) = (self.containers, host(self.port, authority)) else { return false };
        match address(host) {
            Some(address) => address.to_canonical() == listen || listen.is_unspecified(),
            None => host.eq_ignore_ascii_case("host.docker.internal"),
        }
    }
}

/// Returns true if `origin` is that of a page which this machine serves at `port`.
pub(crate) fn is_page_of(port: u16, origin: &str) -> bool {
    origin.strip_prefix("http://").is_some_and(|authority| is_loopback(port, authority))
}

fn is_loopback(port: u16, authority: &str) -> bool {
    host(port, authority).is_some_and(|host| match address(host) {
        Some(address) => address == Ipv4Addr::LOCALHOST || address == Ipv6Addr::LOCALHOST,
        None => host.eq_ignore_ascii_case("localhost"),
    })
}

/// Returns the host in `authority` if it has this port. Port 80 may be left out.
fn host(port: u16, authority: &str) -> Option<&str> {
    let end_of_host = authority.rfind(']').unwrap_or(0);
    let Some(colon) = authority[end_of_host..].find(':').map(|colon| end_of_host + colon) else {
        return (port == 80).then_some(authority);
    };
    (authority[colon + 1..].parse() == Ok(port)).then_some(&authority[..colon])
}

/// Parses the address in a URL: IPv6 in brackets, IPv4 without.
fn address(host: &str) -> Option<IpAddr> {
    match host.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inner) => inner.parse().ok().map(IpAddr::V6),
        None => host.parse().ok().map(IpAddr::V4),
    }
}

fn check(State(guard): State<Guard>, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(async move {
        match guard.refuse(request.method(), request.uri(), request.headers()) {
            Some(refusal) => refusal.into_response(),
            None => next.run(request).await,
        }
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The request names another host.
    Misdirected {
        /// True if the port also admits the hosts of containers.
        containers: bool,
    },
    /// A page of another site sent the request.
    ForeignOrigin,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, title, detail) = match self {
            Self::Misdirected { containers: false } => (
                StatusCode::MISDIRECTED_REQUEST,
                "Misdirected Request",
                "The Host header must name this service: localhost, 127.0.0.1 or [::1] with its port, or a host \
                 that --allow-host names.",
            ),
            Self::Misdirected { containers: true } => (
                StatusCode::MISDIRECTED_REQUEST,
                "Misdirected Request",
                "The Host header must name this service: localhost, host.docker.internal, 127.0.0.1, [::1] or an IP \
                 address that --dynamodb-host makes it listen on, with its port.",
            ),
            Self::ForeignOrigin => (
                StatusCode::FORBIDDEN,
                "Forbidden",
                "Web pages of another origin may not use this service unless --cors-origin allows it.",
            ),
        };
        let problem =
            json!({"type": "about:blank", "title": title, "status": status.as_u16(), "detail": detail});
        // The body is not read, so the server closes the connection. Tell the client, or it may reuse the connection.
        let headers = [(CONTENT_TYPE, "application/problem+json"), (CONNECTION, "close")];
        (status, headers, problem.to_string()).into_response()
    }
}

#[cfg(test)]
mod tests;
