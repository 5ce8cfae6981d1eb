//! The web pages and hosts that the user allows in addition to those of this machine.

use std::fmt;
use std::str::FromStr;

use url::{Position, Url};

/// The web pages and hosts that the user allows, by default none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Admitted {
    /// Origins whose pages may use the API and the files.
    pub origins: Vec<Origin>,
    /// Hosts under which a tunnel or a reverse proxy serves the API and the web app.
    pub hosts: Vec<Host>,
}

/// The origin of web pages, such as `https://app.example.com` or `http://localhost:5173` (RFC 6454).
///
/// ```
/// use favorites_local::Origin;
///
/// assert_eq!("https://App.example.com".parse::<Origin>()?.as_str(), "https://app.example.com");
/// assert!("https://app.example.com/page".parse::<Origin>().is_err());
/// # Ok::<(), favorites_local::AdmittedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(String);

/// The host of a URL with its port, if that is not the default: `favorites.example.com` or `10.0.0.7:8443`.
///
/// ```
/// use favorites_local::Host;
///
/// assert_eq!("Favorites.example.com".parse::<Host>()?.to_string(), "favorites.example.com");
/// assert!("https://favorites.example.com".parse::<Host>().is_err());
/// # Ok::<(), favorites_local::AdmittedError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Host(String);

/// A value is not an origin or a host.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AdmittedError {
    /// It is not an origin.
    #[error(
        "must be an http or https origin without a default port or a path, such as https://app.example.com or \
         http://localhost:5173"
    )]
    Origin,
    /// It is not a host.
    #[error(
        "must be a host as browsers send it: a name or an IP address, with the port unless it is the default, such \
         as favorites.example.com or 10.0.0.7:8443"
    )]
    Host,
}

impl Admitted {
    /// Returns true if pages of the origin are allowed: the user named it, or the host that serves it.
    pub(crate) fn is_origin(&self, origin: &str) -> bool {
        self.origins.iter().any(|admitted| admitted.0 == origin) || self.is_page_of_host(origin)
    }

    /// Returns true if the user named this host.
    pub(crate) fn is_host(&self, authority: &str) -> bool {
        self.hosts.iter().any(|host| host.0.eq_ignore_ascii_case(authority))
    }

    /// Returns true if an allowed host serves pages of this origin.
    pub(crate) fn is_page_of_host(&self, origin: &str) -> bool {
        let authority = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
        authority.is_some_and(|authority| self.is_host(authority))
    }
}

impl Origin {
    /// The origin in the form that browsers send.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = AdmittedError;

    fn from_str(text: &str) -> Result<Self, AdmittedError> {
        let url = Url::parse(text).map_err(|_| AdmittedError::Origin)?;
        let origin = url.origin().ascii_serialization();
        let is_web = matches!(url.scheme(), "http" | "https") && !origin.contains('*');
        if is_web && origin.eq_ignore_ascii_case(text) {
            Ok(Self(origin))
        } else {
            Err(AdmittedError::Origin)
        }
    }
}

impl FromStr for Host {
    type Err = AdmittedError;

    fn from_str(text: &str) -> Result<Self, AdmittedError> {
        // This scheme has no default port, so the parser keeps every port.
        let url = Url::parse(&format!("ws+host://{text}/")).map_err(|_| AdmittedError::Host)?;
        let host = url[Position::BeforeHost..Position::AfterPort].to_ascii_lowercase();
        let is_whole =
            url.username().is_empty() && host.eq_ignore_ascii_case(text) && !host.contains(['*', '%']);
        if is_whole && !host.is_empty() { Ok(Self(host)) } else { Err(AdmittedError::Host) }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for Host {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_a_scheme_a_host_and_a_port() {
        for origin in
            ["https://app.example.com", "http://localhost:5173", "http://127.0.0.1:8080", "http://[::1]:1"]
        {
            assert_eq!(origin.parse::<Origin>().unwrap().as_str(), origin);
        }
        for wrong in [
            "",
            "*",
            "null",
            "app.example.com",
            "localhost:5173",
            "https://app.example.com/",
            "https://app.example.com/x",
            "https://app.example.com?x",
            "https://app.example.com#x",
            "https://user@app.example.com",
            "ftp://app.example.com",
            "https://app.example.com:443",
            "https://*.example.com",
            "file:///",
            "https://a b",
            " https://app.example.com",
        ] {
            assert_eq!(wrong.parse::<Origin>(), Err(AdmittedError::Origin), "{wrong}");
        }
    }

    #[test]
    fn a_host_is_a_name_or_an_address_and_a_port() {
        for host in [
            "favorites.example.com",
            "10.0.0.7",
            "10.0.0.7:8443",
            "laptop:3000",
            "[fe80::1]:3000",
            "a.example:443",
        ] {
            assert_eq!(host.parse::<Host>().unwrap().to_string(), host);
        }
        for wrong in [
            "",
            "*",
            "*.example.com",
            "https://favorites.example.com",
            "favorites.example.com/",
            "a.example/x",
            "a.example?x",
            "a.example#x",
            "user@a.example",
            "a b",
            "a.example:",
            "a.example:99999",
            ":3000",
            "a%2eexample",
        ] {
            assert_eq!(wrong.parse::<Host>(), Err(AdmittedError::Host), "{wrong}");
        }
    }

    #[test]
    fn only_named_origins_and_pages_of_named_hosts_are_admitted() {
        let admitted = Admitted {
            origins: vec!["https://app.example.com".parse().unwrap()],
            hosts: vec!["favorites.example.com".parse().unwrap()],
        };
        for origin in
            ["https://app.example.com", "https://favorites.example.com", "http://favorites.example.com"]
        {
            assert!(admitted.is_origin(origin), "{origin}");
        }
        for origin in [
            "http://app.example.com",
            "https://app.example.com:8443",
            "https://app.example.com.evil.example",
            "null",
            "",
            "https://favorites.example.com:8443",
            "https://evil.example",
            "ftp://favorites.example.com",
        ] {
            assert!(!admitted.is_origin(origin), "{origin}");
        }
        assert!(admitted.is_host("Favorites.Example.com"));
        assert!(!admitted.is_host("favorites.example.com:3000") && !admitted.is_host("app.example.com"));
        assert!(!Admitted::default().is_origin("null") && !Admitted::default().is_host(""));
    }
}
