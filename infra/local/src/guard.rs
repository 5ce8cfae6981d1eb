//! Keeps web pages of other sites away from the ports of this service.
//!
//! A browser lets any page send requests to the loopback interface. It tells whom it speaks for in `Origin` and
//! `Sec-Fetch-Site`; and a page that points its own name at 127.0.0.1 (DNS rebinding) shows that name in `Host`.

use axum::extract::{Request, State};
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::middleware::{FromFnLayer, Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures::future::BoxFuture;
use serde_json::json;

type Check = fn(State<u16>, Request, Next) -> BoxFuture<'static, Response>;

/// A layer that only lets requests through that mean this service on `port` and come from no other site.
pub(crate) fn layer(port: u16) -> FromFnLayer<Check, u16, (State<u16>, Request)> {
    from_fn_with_state(port, check as Check)
}

fn check(State(port): State<u16>, request: Request, next: Next) -> BoxFuture<'static, Response> {
    Box::pin(async move {
        match refuse(port, request.uri(), request.headers()) {
            Some(refusal) => refusal.into_response(),
            None => next.run(request).await,
        }
    })
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Refusal {
    /// The request means another host.
    Misdirected,
    /// A page of another site sent it.
    ForeignOrigin,
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let (status, title, detail) = match self {
            Self::Misdirected => (
                StatusCode::MISDIRECTED_REQUEST,
                "Misdirected Request",
                "The Host header must name this service: localhost, 127.0.0.1 or [::1] with its port.",
            ),
            Self::ForeignOrigin => {
                (StatusCode::FORBIDDEN, "Forbidden", "Web pages of another origin may not use this service.")
            }
        };
        let problem =
            json!({"type": "about:blank", "title": title, "status": status.as_u16(), "detail": detail});
        (status, [(CONTENT_TYPE, "application/problem+json")], problem.to_string()).into_response()
    }
}

fn refuse(port: u16, uri: &Uri, headers: &HeaderMap) -> Option<Refusal> {
    let hosts: Vec<_> = headers.get_all(HOST).iter().collect();
    let [host] = hosts[..] else { return Some(Refusal::Misdirected) };
    let means_us = |authority: &str| is_own(authority, port);
    if !host.to_str().is_ok_and(means_us)
        || !uri.authority().is_none_or(|authority| means_us(authority.as_str()))
    {
        return Some(Refusal::Misdirected);
    }
    let is_own_origin = |origin: &str| origin.strip_prefix("http://").is_some_and(means_us);
    let foreign_origin =
        headers.get_all(ORIGIN).iter().any(|origin| !origin.to_str().is_ok_and(is_own_origin));
    let foreign_site = headers
        .get_all("sec-fetch-site")
        .iter()
        .any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none"));
    (foreign_origin || foreign_site).then_some(Refusal::ForeignOrigin)
}

/// Whether `authority` is a loopback name with our port. A port of 80 may be left out.
fn is_own(authority: &str, port: u16) -> bool {
    ["localhost", "127.0.0.1", "[::1]"].iter().any(|name| {
        authority
            .get(..name.len())
            .filter(|start| start.eq_ignore_ascii_case(name))
            .map(|_| &authority[name.len()..])
            .is_some_and(|rest| match rest.strip_prefix(':') {
                Some(digits) => digits.parse() == Ok(port),
                None => rest.is_empty() && port == 80,
            })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict(headers: &[(&'static str, &'static str)]) -> Option<Refusal> {
        let headers =
            headers.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect();
        refuse(3000, &Uri::from_static("/favorites"), &headers)
    }

    #[test]
    fn loopback_names_with_the_port_are_ours() {
        for host in ["localhost:3000", "LOCALHOST:3000", "127.0.0.1:3000", "[::1]:3000"] {
            assert_eq!(verdict(&[("host", host)]), None, "{host}");
        }
    }

    #[test]
    fn a_name_that_points_here_is_not_ours() {
        for host in [
            "evil.example:3000",
            "localhost.evil.example:3000",
            "localhost",
            "localhost:3001",
            "localhost:",
            "127.0.0.1:3000:3000",
            "127.0.0.1.evil.example:3000",
            "",
            "locälhost:3000",
        ] {
            let host: &'static str = host;
            assert_eq!(verdict(&[("host", host)]), Some(Refusal::Misdirected), "{host}");
        }
        assert_eq!(verdict(&[]), Some(Refusal::Misdirected));
        assert_eq!(
            verdict(&[("host", "localhost:3000"), ("host", "evil.example")]),
            Some(Refusal::Misdirected)
        );
    }

    #[test]
    fn an_absolute_target_must_be_ours_too() {
        let headers = [("host".parse().unwrap(), "localhost:3000".parse().unwrap())].into_iter().collect();
        let elsewhere = Uri::from_static("http://evil.example/favorites");
        assert_eq!(refuse(3000, &elsewhere, &headers), Some(Refusal::Misdirected));
        let here = Uri::from_static("http://localhost:3000/favorites");
        assert_eq!(refuse(3000, &here, &headers), None);
    }

    #[test]
    fn only_our_own_origin_may_ask() {
        let with_origin = |origin| verdict(&[("host", "localhost:3000"), ("origin", origin)]);
        assert_eq!(with_origin("http://localhost:3000"), None);
        for origin in [
            "https://evil.example",
            "null",
            "http://localhost:3001",
            "https://localhost:3000",
            "http://localhost:3000.evil.example",
        ] {
            assert_eq!(with_origin(origin), Some(Refusal::ForeignOrigin), "{origin}");
        }
    }

    #[test]
    fn a_page_that_hides_its_origin_is_known_by_its_site() {
        let with_site = |site| verdict(&[("host", "localhost:3000"), ("sec-fetch-site", site)]);
        assert_eq!(with_site("none"), None);
        assert_eq!(with_site("same-origin"), None);
        assert_eq!(with_site("cross-site"), Some(Refusal::ForeignOrigin));
        assert_eq!(with_site("same-site"), Some(Refusal::ForeignOrigin));
    }

    #[test]
    fn port_80_needs_no_number() {
        assert!(is_own("localhost", 80));
        assert!(!is_own("localhost", 8080));
    }
}
