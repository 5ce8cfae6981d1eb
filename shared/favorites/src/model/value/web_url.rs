//! Addresses of the web.

use std::borrow::Cow;
use std::cell::Cell;

use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use url::{SyntaxViolation, Url, form_urlencoded};

use super::ValueError;
use super::trackers::is_tracker;
use crate::limits;

/// An absolute `http` or `https` URL in its normal form, the serialization of the URL Standard: scheme and host in lower case,
/// no default port, dots resolved, and everything that is not ASCII encoded.
///
/// ```
/// # use favorites::WebUrl;
/// let url = WebUrl::parse(" HTTPS://Example.com:443/a/../b ").unwrap();
/// assert_eq!(url.as_str(), "https://example.com/b");
/// assert!(WebUrl::parse("https:example.com").is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct WebUrl(String);

impl WebUrl {
    /// Checks and normalizes the URL. Blanks around it are dropped.
    ///
    /// # Errors
    /// [`ValueError::TooLong`] past [`limits::URL_CHARS`], and [`ValueError::TooManyBytes`] where only the normal form is longer;
    /// [`ValueError::Control`] for a control character; [`ValueError::Url`] when it isn't an absolute web address, or begins
    /// with anything but the scheme and two slashes.
    pub fn parse(text: impl AsRef<str>) -> Result<Self, ValueError> {
        let text = text.as_ref();
        let given = text.chars().count();
        if given > limits::URL_CHARS {
            return Err(ValueError::TooLong { limit: limits::URL_CHARS, given });
        }
        if let Some(control) = text.chars().find(|c| c.is_control()) {
            return Err(ValueError::Control { code: u32::from(control) });
        }
        let url = absolute(text.trim())?;
        let given = url.as_str().len();
        if given > limits::URL_CHARS {
            return Err(ValueError::TooManyBytes { form: "normalized", limit: limits::URL_CHARS, given });
        }
        Ok(Self(url.into()))
    }

    /// The URL in its normal form.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the form by which two URLs are the same link. It is the normal form with these changes:
    ///
    /// - The scheme is `https`.
    /// - The path has no slash at its end, unless it is the root.
    /// - The query has no parameters that follow the reader, such as `utm_source`, and the others are in the
    ///   order of their names. Those of the same name keep their order, because sites read them as a list. A
    ///   query without parameters is left out.
    /// - The fragment is left out if it only names a place in the page.
    ///
    /// Apps that run in the page keep their routes in the fragment, and two routes are two links. A fragment counts as a route if
    /// it begins with `!` or contains `/`, `=`, `?` or `&`, written as they are or percent-encoded. Anchors such as `#chapter-2`
    /// don't, and neither do text directives (`:~:text=...`, see "Text Fragments" of the WICG), which are left out first.
    ///
    /// ```
    /// # use favorites::WebUrl;
    /// let link = |url: &str| WebUrl::parse(url).unwrap().link();
    /// let given = "http://example.com/a/?y=2&x=1&utm_source=news#top";
    /// assert_eq!(link(given), "https://example.com/a?x=1&y=2");
    /// assert_ne!(link("https://example.com/?x=1&x=2"), link("https://example.com/?x=2&x=1"));
    /// assert_ne!(link("https://example.com/"), link("https://www.example.com/"));
    /// assert_ne!(link("https://example.com/#/item/1"), link("https://example.com/#/item/2"));
    /// ```
    #[must_use]
    pub fn link(&self) -> String {
        let secure = self.0.strip_prefix("http:").map(|rest| format!("https:{rest}"));
        let Ok(mut url) = Url::parse(secure.as_deref().unwrap_or(&self.0)) else { return self.0.clone() };
        let path = url.path().trim_end_matches('/').to_owned();
        url.set_path(&path);
        let mut parameters = url.query().map(parameters).unwrap_or_default();
        parameters.sort_by(|(one, _), (other, _)| one.cmp(other));
        let query = joined(&parameters);
        url.set_query(query.as_deref());
        let route = url.fragment().and_then(route).map(str::to_owned);
        url.set_fragment(route.as_deref());
        url.into()
    }

    /// Returns the URL without parameters that follow the reader, and without a text directive.
    pub(crate) fn without_trackers(&self) -> Option<Url> {
        let mut url = self.parts()?;
        let query = url.query().and_then(|query| joined(&parameters(query)));
        url.set_query(query.as_deref());
        let fragment = url.fragment().map(|fragment| without_directive(fragment).to_owned());
        url.set_fragment(fragment.as_deref());
        Some(url)
    }

    /// The URL in its parts. It was read once already, so there is always one.
    pub(crate) fn parts(&self) -> Option<Url> {
        Url::parse(&self.0).ok()
    }
}

/// Reads an absolute URL of the web. The URL Standard repairs one that has not exactly two slashes after its scheme; a caller
/// who sends it meant something else.
fn absolute(text: &str) -> Result<Url, ValueError> {
    let has_two_slashes = Cell::new(true);
    let note = |violation| {
        if violation == SyntaxViolation::ExpectedDoubleSlash {
            has_two_slashes.set(false);
        }
    };
    let url = Url::options().syntax_violation_callback(Some(&note)).parse(text);
    let url = web(url)?;
    if has_two_slashes.get() {
        Ok(url)
    } else {
        Err(ValueError::Url { reason: format!("two slashes and a host must follow {}:", url.scheme()) })
    }
}

fn web(url: Result<Url, url::ParseError>) -> Result<Url, ValueError> {
    let url = url.map_err(|error| ValueError::Url { reason: error.to_string() })?;
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(ValueError::Url { reason: format!("the scheme is {other}") }),
    }
}

/// Returns the parameters of a query that can choose the page, each with its name as sites decode it:
/// parameters of one name are the same however the name is encoded.
fn parameters(query: &str) -> Vec<(Cow<'_, str>, &str)> {
    let named = |pair| Some((form_urlencoded::parse(str::as_bytes(pair)).next()?.0, pair));
    let mut parameters: Vec<_> = query.split('&').filter_map(named).collect();
    parameters.retain(|(name, _)| !is_tracker(name));
    parameters
}

/// Returns a query of these parameters, or `None` if there are none.
fn joined(parameters: &[(Cow<'_, str>, &str)]) -> Option<String> {
    let pairs: Vec<_> = parameters.iter().map(|(_, pair)| *pair).collect();
    (!pairs.is_empty()).then(|| pairs.join("&"))
}

/// Returns a fragment without the text that browsers are asked to show.
fn without_directive(fragment: &str) -> &str {
    fragment.split(":~:").next().unwrap_or_default()
}

/// Returns the part of a fragment that can be a route.
fn route(fragment: &str) -> Option<&str> {
    let fragment = without_directive(fragment);
    let is_route = percent_decode_str(fragment).next() == Some(b'!')
        || percent_decode_str(fragment).any(|byte| matches!(byte, b'/' | b'=' | b'?' | b'&'));
    is_route.then_some(fragment)
}

/// Reads a URL that is stored. Before URLs were normalized, they were stored as they were sent, so this takes everything that was
/// taken then, and gives its normal form.
impl TryFrom<String> for WebUrl {
    type Error = ValueError;

    fn try_from(stored: String) -> Result<Self, ValueError> {
        web(Url::parse(&stored)).map(|url| Self(url.into()))
    }
}

impl From<WebUrl> for String {
    fn from(url: WebUrl) -> Self {
        url.0
    }
}
