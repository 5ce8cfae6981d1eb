//! The address of the service.

use std::fmt;
use std::str::FromStr;

use url::{Host, Url};

/// The address of the service's API: `https`, or `http` on this machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ApiUrl(Url);

/// A text is not the address of a service.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiUrlError {
    #[error("{given:?} is not a URL: {source}; give an address such as https://api.example.com")]
    Syntax { given: String, source: url::ParseError },
    #[error("{given:?} is not a complete address; write {whole}")]
    NoScheme { given: String, whole: String },
    #[error("{given:?} must begin with https://, or with http:// for a service on this machine")]
    Scheme { given: String },
    #[error(
        "{given:?} would send the token unencrypted over the network; use https://. http:// is for services on \
         this machine, such as http://127.0.0.1:3000"
    )]
    Unencrypted { given: String },
    #[error("the address of the API must have no user name, password, query or fragment; {given:?} has one")]
    Extra { given: String },
}

impl ApiUrl {
    /// Returns the URL of a resource. `segments` are the parts of its path below the API's address; they are percent-encoded.
    pub(crate) fn resource(&self, segments: &[String]) -> Url {
        let mut url = self.0.clone();
        if let Ok(mut path) = url.path_segments_mut() {
            path.pop_if_empty().extend(segments);
        }
        url
    }

    /// Returns true if the service is on this machine.
    pub(crate) fn is_loopback(&self) -> bool {
        match self.0.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        }
    }

    /// Returns the address without a slash at the end.
    pub(crate) fn as_str(&self) -> &str {
        self.0.as_str().trim_end_matches('/')
    }
}

impl FromStr for ApiUrl {
    type Err = ApiUrlError;

    fn from_str(given: &str) -> Result<Self, ApiUrlError> {
        let shown = || given.to_owned();
        let has_scheme = given.contains("://");
        let whole = if has_scheme { given.to_owned() } else { format!("https://{given}") };
        let url = Url::parse(&whole).map_err(|source| ApiUrlError::Syntax { given: shown(), source })?;
        let has_user = !url.username().is_empty() || url.password().is_some();
        // A password in the address must not be shown.
        if has_user {
            let given = url.host_str().unwrap_or_default().to_owned();
            return Err(ApiUrlError::Extra { given });
        }
        if url.query().is_some() || url.fragment().is_some() {
            return Err(ApiUrlError::Extra { given: shown() });
        }
        let api = Self(url);
        if !has_scheme {
            let whole = if api.is_loopback() { format!("http://{given}") } else { whole };
            return Err(ApiUrlError::NoScheme { given: shown(), whole });
        }
        match api.0.scheme() {
            "https" => Ok(api),
            "http" if api.is_loopback() => Ok(api),
            "http" => Err(ApiUrlError::Unencrypted { given: shown() }),
            _ => Err(ApiUrlError::Scheme { given: shown() }),
        }
    }
}

impl fmt::Display for ApiUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        text.parse::<ApiUrl>().unwrap_err().to_string()
    }

    #[test]
    fn resources_are_below_the_address_and_their_names_are_encoded() {
        for (api, expected) in [
            ("http://127.0.0.1:3000", "http://127.0.0.1:3000/tags/a%2Fb"),
            ("http://127.0.0.1:3000/", "http://127.0.0.1:3000/tags/a%2Fb"),
            ("https://api.example.com/v1", "https://api.example.com/v1/tags/a%2Fb"),
            ("https://api.example.com/v1/", "https://api.example.com/v1/tags/a%2Fb"),
        ] {
            let api: ApiUrl = api.parse().unwrap();
            assert_eq!(api.resource(&["tags".to_owned(), "a/b".to_owned()]).as_str(), expected);
        }
    }

    #[test]
    fn only_services_on_this_machine_are_reached_without_encryption() {
        for local in ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000"] {
            assert!(local.parse::<ApiUrl>().unwrap().is_loopback(), "{local}");
        }
        assert!(error("http://api.example.com").contains("unencrypted"));
        assert!(error("http://192.168.0.1").contains("unencrypted"));
        assert!(error("http://localhost.example.com").contains("unencrypted"));
    }

    #[test]
    fn what_is_not_an_address_is_refused_with_the_reason() {
        assert!(error("https://").contains("is not a URL"));
        assert!(error("").contains("is not a URL"));
        assert!(
            error("api.example.com").ends_with("is not a complete address; write https://api.example.com")
        );
        assert!(error("127.0.0.1:3000").ends_with("is not a complete address; write http://127.0.0.1:3000"));
        assert!(error("localhost:3000").ends_with("is not a complete address; write http://localhost:3000"));
        assert!(!error("ann:secret@localhost").contains("secret"));
        assert!(error("ftp://localhost").contains("must begin with https://"));
        assert!(error("https://localhost/?q=1").contains("no user name, password, query or fragment"));
        assert!(error("https://localhost/#a").contains("no user name, password, query or fragment"));
        let with_password = error("https://ann:secret@localhost");
        assert!(with_password.contains("no user name, password"), "{with_password}");
        assert!(!with_password.contains("secret"), "{with_password}");
    }
}
