//! Addresses: the text by which search finds what was saved from one, and the addresses in queries.

use percent_encoding::percent_decode_str;
use url::Url;

use super::fold::{JOINT, fold};
use crate::model::value::WebUrl;

/// The character between the labels of a host in folded text.
pub(super) const LABEL_END: char = '.';

/// The character between a host and the rest of its address in folded text.
pub(super) const HOST_END: char = '/';

const SCHEMES: [&str; 2] = ["https://", "http://"];
const WWW: &str = "www.";

/// Returns the folded address of a favorite: `example.com/watch v=1` for
/// `https://www.example.com/watch?v=1&utm_source=a`.
pub(super) fn folded(url: &WebUrl) -> String {
    let Some(url) = url.without_trackers() else { return String::new() };
    let mut address = folded_host(&host(&url));
    let rest = fold(&rest(&url, url.fragment()));
    if !rest.is_empty() {
        address.push(HOST_END);
        address.push_str(&rest);
    }
    address
}

/// Returns the folded form of a host. Each label is folded by itself, and has no space, so that its ends are
/// known.
pub(crate) fn folded_host(host: &str) -> String {
    let labels: Vec<_> = host.split('.').map(|label| fold(label).replace(' ', &JOINT.to_string())).collect();
    labels.join(&LABEL_END.to_string())
}

/// Returns true for the host `site`, and for a host below it, both folded.
pub(crate) fn is_at_or_below(site: &str, host: &str) -> bool {
    host.strip_suffix(site).is_some_and(|below| below.is_empty() || below.ends_with(LABEL_END))
}

/// Returns the host of an address, or of a text that may be a host or the beginning of an address, as people
/// read it.
pub(crate) fn read_host(text: &str) -> Option<String> {
    let address = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    Url::parse(&address).ok().map(|url| host(&url))
}

/// Returns the words by which an address in a query finds favorites, or `None` if `text` is not an address.
/// An address has a scheme, begins with `www.`, or has a host and parts that are written differently in
/// addresses and in texts. The words of other addresses are found as they are.
pub(crate) fn words_of(text: &str) -> Option<String> {
    let address = match scheme(text) {
        Some(_) => text.to_owned(),
        None if begins_with(text, WWW) || has_encoded_parts(text) => format!("{}{text}", SCHEMES[0]),
        None => return None,
    };
    let url = WebUrl::parse(address).ok()?;
    // The form as a link has no fragment that only names a place in the page: the page was saved without it.
    let link = Url::parse(&url.link()).ok()?;
    let url = url.without_trackers()?;
    Some(host(&url).replace('.', " ") + &rest(&url, link.fragment()))
}

/// Returns the address that a text is, with or without its scheme. `None` for a text that can't be one, or is
/// a single word.
pub(crate) fn whole(text: &str) -> Option<WebUrl> {
    match scheme(text) {
        Some(_) => WebUrl::parse(text).ok(),
        None if text.contains(['.', ':', '/']) => WebUrl::parse(format!("{}{text}", SCHEMES[0])).ok(),
        None => None,
    }
}

fn scheme(text: &str) -> Option<&'static str> {
    SCHEMES.into_iter().find(|scheme| begins_with(text, scheme))
}

fn begins_with(text: &str, beginning: &str) -> bool {
    text.get(..beginning.len()).is_some_and(|begin| begin.eq_ignore_ascii_case(beginning))
}

fn has_encoded_parts(text: &str) -> bool {
    text.split_once('/').is_some_and(|(host, path)| host.contains('.') && path.contains(['?', '#', '%']))
}

/// Returns the host as people read it, such as `bücher.example`, without its `www.`.
fn host(url: &Url) -> String {
    let host = match url.domain() {
        Some(domain) => idna::domain_to_unicode(domain).0,
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    host.strip_prefix(WWW).map(str::to_owned).unwrap_or(host)
}

/// Returns what follows the host, as people read it: the port, the path, the query and the fragment.
fn rest(url: &Url, fragment: Option<&str>) -> String {
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let signed = |sign: char, part: Option<&str>| {
        part.filter(|part| !part.is_empty()).map(|part| format!("{sign}{part}")).unwrap_or_default()
    };
    let (query, fragment) = (signed('?', url.query()), signed('#', fragment));
    let encoded = format!("{port}{}{query}{fragment}", url.path());
    percent_decode_str(&encoded).decode_utf8_lossy().into_owned()
}

#[cfg(test)]
#[path = "address_tests.rs"]
mod tests;
