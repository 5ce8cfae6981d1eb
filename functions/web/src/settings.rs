//! The settings of the web app: the issuer of its tokens, and the bucket of its files.

use serde::Serialize;
use url::Url;

use crate::files::VERSION;

/// The issuer of the tokens and the place of the files.
///
/// Endpoints are URLs. A path stands for a place at the origin that serves the app.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Settings {
    /// The issuer (`iss`) of the tokens.
    pub issuer: String,
    /// The client id of the app at the issuer.
    pub client_id: String,
    /// The page that signs users in.
    pub authorization_endpoint: String,
    /// The address that exchanges codes and refresh tokens for tokens.
    pub token_endpoint: String,
    /// The address that revokes refresh tokens (RFC 7009), if the issuer has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub revocation_endpoint: Option<String>,
    /// The page that ends the user's session at the issuer, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub end_session_endpoint: Option<String>,
    /// The scopes to ask for, separated by spaces.
    pub scope: String,
    /// The origin of the presigned URLs for uploads and downloads. It is not part of the app's configuration,
    /// because the API returns whole URLs; the content security policy names it.
    #[serde(skip)]
    pub files_origin: String,
}

/// A setting is missing or can't be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A variable is missing.
    #[error("the environment variable {0} is missing; template.yaml sets it for the function `web`")]
    Missing(&'static str),
    /// A variable is neither a URL nor a path.
    #[error("the environment variable {name} must be a URL with https; \"{given}\" was given")]
    Url {
        /// The name of the variable.
        name: &'static str,
        /// The value.
        given: String,
    },
}

impl Settings {
    /// Reads the settings from environment variables.
    ///
    /// # Errors
    /// [`SettingsError`] for the first variable that is missing or is no URL.
    pub fn from_environment() -> Result<Self, SettingsError> {
        Self::read(|name| std::env::var(name).ok())
    }

    fn read(variable: impl Fn(&str) -> Option<String>) -> Result<Self, SettingsError> {
        let optional = |name| variable(name).filter(|value| !value.is_empty());
        let required = |name| optional(name).ok_or(SettingsError::Missing(name));
        let url = |name| required(name).and_then(|given| checked(name, given));
        let optional_url = |name| optional(name).map(|given| checked(name, given)).transpose();
        Ok(Self {
            issuer: url("OIDC_ISSUER")?,
            client_id: required("OIDC_CLIENT_ID")?,
            authorization_endpoint: url("OIDC_AUTHORIZATION_ENDPOINT")?,
            token_endpoint: url("OIDC_TOKEN_ENDPOINT")?,
            revocation_endpoint: optional_url("OIDC_REVOCATION_ENDPOINT")?,
            end_session_endpoint: optional_url("OIDC_END_SESSION_ENDPOINT")?,
            scope: optional("OIDC_SCOPE").unwrap_or_else(|| "openid".to_owned()),
            files_origin: url("FILES_ORIGIN")?,
        })
    }

    /// Returns the document `config.json`, which also has the version of the app.
    pub(crate) fn document(&self) -> String {
        #[derive(Serialize)]
        struct Document<'a> {
            #[serde(flatten)]
            settings: &'a Settings,
            version: &'static str,
        }
        serde_json::to_string(&Document { settings: self, version: VERSION })
            .expect("a struct of strings can be written")
    }

    /// Returns the origins that the app sends requests to, besides its own.
    pub(crate) fn foreign_origins(&self) -> Vec<String> {
        let endpoints =
            [Some(&self.token_endpoint), self.revocation_endpoint.as_ref(), Some(&self.files_origin)];
        let urls = endpoints.into_iter().flatten().filter_map(|endpoint| Url::parse(endpoint).ok());
        let mut origins: Vec<_> = urls.map(|url| url.origin().ascii_serialization()).collect();
        origins.sort();
        origins.dedup();
        origins
    }
}

/// Checks that an address uses `https`: tokens are always encrypted on their way.
fn checked(name: &'static str, given: String) -> Result<String, SettingsError> {
    let is_secure = Url::parse(&given).is_ok_and(|url| url.scheme() == "https");
    if is_secure { Ok(given) } else { Err(SettingsError::Url { name, given }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &str) -> Option<String> {
        Some(match name {
            "OIDC_ISSUER" => "https://issuer.example".to_owned(),
            "OIDC_CLIENT_ID" => "app".to_owned(),
            "OIDC_AUTHORIZATION_ENDPOINT" => "https://login.example/oauth2/authorize".to_owned(),
            "OIDC_TOKEN_ENDPOINT" => "https://login.example/oauth2/token".to_owned(),
            "OIDC_REVOCATION_ENDPOINT" => "https://login.example/oauth2/revoke".to_owned(),
            "OIDC_END_SESSION_ENDPOINT" => String::new(),
            "FILES_ORIGIN" => "https://files.s3.eu-central-1.amazonaws.com".to_owned(),
            _ => return None,
        })
    }

    #[test]
    fn the_document_has_what_the_app_needs_and_not_the_bucket() {
        let document = Settings::read(variable).unwrap().document();
        let document: serde_json::Value = serde_json::from_str(&document).unwrap();
        let expected = serde_json::json!({
            "issuer": "https://issuer.example", "clientId": "app", "scope": "openid", "version": VERSION,
            "authorizationEndpoint": "https://login.example/oauth2/authorize",
            "tokenEndpoint": "https://login.example/oauth2/token",
            "revocationEndpoint": "https://login.example/oauth2/revoke",
        });
        assert_eq!(document, expected);
    }

    #[test]
    fn each_origin_is_named_once() {
        let origins = Settings::read(variable).unwrap().foreign_origins();
        assert_eq!(origins, ["https://files.s3.eu-central-1.amazonaws.com", "https://login.example"]);
    }

    #[test]
    fn a_missing_variable_and_one_without_encryption_are_named() {
        let error = |change: fn(&str) -> Option<String>| Settings::read(change).unwrap_err().to_string();
        let missing = error(|name| variable(name).filter(|_| name != "OIDC_CLIENT_ID"));
        assert!(missing.contains("OIDC_CLIENT_ID is missing"), "{missing}");
        let open = error(|name| match name {
            "OIDC_TOKEN_ENDPOINT" => Some("http://login.example/token".to_owned()),
            _ => variable(name),
        });
        let expected =
            "OIDC_TOKEN_ENDPOINT must be a URL with https; \"http://login.example/token\" was given";
        assert!(open.contains(expected), "{open}");
    }
}
