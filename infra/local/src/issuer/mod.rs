//! The issuer: signs users of the web app in, as an OpenID provider does.
//!
//! The app signs in by the authorization code flow with PKCE, here as on AWS. Instead of a password it has a
//! code from the link that the service or `token link` prints. A link works once, within ten minutes, like
//! those of Jupyter. The app sends its code as the login hint.
//!
//! It follows RFC 6749, RFC 7636 (PKCE) and RFC 7009 (revocation), and answers the service's own origin only:
//! the [guard](crate::guard) refuses requests from others.

mod codes;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use serde_json::json;
use subtle::ConstantTimeEq as _;
use url::{Url, form_urlencoded};

use self::codes::Codes;
use crate::admitted::Admitted;
use crate::token::{AUDIENCE, RefreshError, Tokens};

/// The path of the page that signs users in.
pub(crate) const AUTHORIZE: &str = "/oauth2/authorize";

/// The path that exchanges codes and refresh tokens for tokens.
pub(crate) const TOKEN: &str = "/oauth2/token";

/// The path that revokes refresh tokens.
pub(crate) const REVOKE: &str = "/oauth2/revoke";

/// The time between the redirect with an authorization code and its exchange.
const CODE_LIFETIME: Duration = Duration::from_mins(1);

/// The largest form of the token endpoint, in bytes.
const FORM_BYTES: usize = 16 * 1024;

/// Signs users in with links, and issues their tokens.
pub(crate) struct Issuer {
    tokens: Arc<Tokens>,
    port: u16,
    admitted: Arc<Admitted>,
    grants: Codes<Grant>,
}

/// The sign-in that an authorization code completes.
struct Grant {
    user: String,
    redirect_uri: String,
    challenge: String,
    nonce: Option<String>,
}

/// An error of RFC 6749: the code for the client, and what is wrong.
type OAuthError = (&'static str, &'static str);

impl Issuer {
    pub(crate) fn new(tokens: Arc<Tokens>, port: u16, admitted: Arc<Admitted>) -> Self {
        Self { tokens, port, admitted, grants: Codes::default() }
    }

    /// Returns the address to go on to: that of the app, with an authorization code or an error.
    fn authorize(&self, query: &Form) -> Result<Url, OAuthError> {
        let given = query.get("redirect_uri").filter(|uri| self.is_app(uri));
        let redirect_uri =
            given.ok_or(("invalid_request", "redirect_uri must be the root of this service"))?;
        let mut url = Url::parse(redirect_uri).expect("it was parsed before");
        let outcome = self.grant(query, redirect_uri);
        let mut pairs = url.query_pairs_mut();
        match &outcome {
            Ok(code) => pairs.append_pair("code", code),
            Err((error, description)) => {
                pairs.append_pair("error", error).append_pair("error_description", description)
            }
        };
        if let Some(state) = query.get("state") {
            pairs.append_pair("state", state);
        }
        drop(pairs);
        Ok(url)
    }

    fn grant(&self, query: &Form, redirect_uri: &str) -> Result<String, OAuthError> {
        let is = |name, value| query.get(name).is_some_and(|given| given == value);
        if !is("response_type", "code") {
            return Err(("unsupported_response_type", "response_type must be code"));
        }
        if !is("client_id", AUDIENCE) {
            return Err(("unauthorized_client", "client_id must be favorites"));
        }
        if !is("code_challenge_method", "S256") {
            return Err(("invalid_request", "code_challenge_method must be S256"));
        }
        let challenge = query.get("code_challenge").filter(|challenge| challenge.len() == 43);
        let challenge =
            challenge.ok_or(("invalid_request", "code_challenge must have 43 characters"))?.clone();
        let user = query.get("login_hint").map(|code| self.tokens.use_link(code)).transpose();
        let user = user.map_err(|error| {
            tracing::error!(%error, "a link can't be checked");
            ("server_error", "the list of tokens can't be written")
        })?;
        let denied = (
            "access_denied",
            "open the link that `cargo run` or `cargo run -- token link` prints; each works once",
        );
        let user = user.flatten().ok_or(denied)?;
        let nonce = query.get("nonce").cloned();
        let grant = Grant { user, redirect_uri: redirect_uri.to_owned(), challenge, nonce };
        self.grants.add(grant, CODE_LIFETIME).ok_or(("server_error", "there are no random bytes"))
    }

    /// Returns true for the address of the app: the root of this service, by one of its names.
    fn is_app(&self, uri: &str) -> bool {
        if uri.strip_suffix('/').is_some_and(|origin| self.admitted.is_page_of_host(origin)) {
            return true;
        }
        ["127.0.0.1", "localhost", "[::1]"].iter().any(|host| {
            Url::parse(&format!("http://{host}:{}/", self.port)).is_ok_and(|app| app.as_str() == uri)
        })
    }

    fn token(&self, form: &Form) -> Result<Response, OAuthError> {
        let field = |name| form.get(name).map(String::as_str).unwrap_or_default();
        let issued = match field("grant_type") {
            "authorization_code" => {
                let grant = self.grants.take(field("code")).filter(|grant| {
                    let challenge = digest(&SHA256, field("code_verifier").as_bytes());
                    let challenge = URL_SAFE_NO_PAD.encode(challenge);
                    bool::from(challenge.as_bytes().ct_eq(grant.challenge.as_bytes()))
                        && grant.redirect_uri == field("redirect_uri")
                });
                let grant =
                    grant.ok_or(("invalid_grant", "the code is unknown, used or too old, or not yours"))?;
                self.tokens.begin_session(&grant.user, grant.nonce.as_deref()).map_err(RefreshError::from)
            }
            "refresh_token" => self.tokens.renew_session(field("refresh_token")),
            _ => {
                let expected = "grant_type must be authorization_code or refresh_token";
                return Err(("unsupported_grant_type", expected));
            }
        };
        match issued {
            Ok(tokens) => Ok(Json(tokens).into_response()),
            Err(RefreshError::Invalid(reason)) => {
                tracing::debug!(%reason, "a refresh token is not accepted");
                Err(("invalid_grant", "the refresh token is not valid, or revoked; sign in again"))
            }
            Err(RefreshError::List(error)) => {
                tracing::error!(%error, "a session can't be stored");
                Err(("server_error", "the list of tokens can't be written"))
            }
        }
    }

    /// Revokes the session of a refresh token. The answer is the same for a token that is not valid (RFC
    /// 7009, section 2.2).
    fn revoke(&self, form: &Form) {
        let token = form.get("token").map(String::as_str).unwrap_or_default();
        if let Err(error) = self.tokens.end_session(token) {
            tracing::debug!(%error, "a refresh token can't be revoked");
        }
    }
}

/// The parameters of a query or a form. Of two with the same name, the last counts.
type Form = BTreeMap<String, String>;

fn parse(text: &[u8]) -> Form {
    form_urlencoded::parse(text).into_owned().collect()
}

/// Returns the endpoints of the issuer.
pub(crate) fn router(issuer: Issuer) -> Router {
    Router::new()
        .route(AUTHORIZE, get(authorize))
        .route(TOKEN, post(token))
        .route(REVOKE, post(revoke))
        .with_state(Arc::new(issuer))
}

async fn authorize(State(issuer): State<Arc<Issuer>>, request: Request) -> Response {
    let query = parse(request.uri().query().unwrap_or_default().as_bytes());
    match issuer.authorize(&query) {
        Ok(url) => {
            let location = HeaderValue::try_from(url.as_str()).expect("a URL is ASCII");
            let headers = [(LOCATION, location), (CACHE_CONTROL, HeaderValue::from_static("no-store"))];
            (StatusCode::FOUND, headers).into_response()
        }
        Err(error) => refusal(error),
    }
}

async fn token(State(issuer): State<Arc<Issuer>>, request: Request) -> Response {
    let form = match read(request).await {
        Ok(form) => form,
        Err(error) => return refusal(error),
    };
    let mut response = issuer.token(&form).unwrap_or_else(refusal);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn revoke(State(issuer): State<Arc<Issuer>>, request: Request) -> Response {
    match read(request).await {
        Ok(form) => {
            issuer.revoke(&form);
            StatusCode::OK.into_response()
        }
        Err(error) => refusal(error),
    }
}

async fn read(request: Request) -> Result<Form, OAuthError> {
    let body = axum::body::to_bytes(request.into_body(), FORM_BYTES).await;
    body.map(|body| parse(&body)).map_err(|_| ("invalid_request", "the form may have 16 KB"))
}

fn refusal((error, description): OAuthError) -> Response {
    let body = Json(json!({"error": error, "error_description": description}));
    (StatusCode::BAD_REQUEST, body).into_response()
}

#[cfg(test)]
mod tests;
