//! Hosts of links.

use crate::search_text::{End, Words, folded_host, is_at_or_below, read_host};

/// A host, which also stands for the hosts below it.
#[derive(Debug, Clone)]
pub(crate) struct Site {
    host: String,
    words: Words,
}

impl Site {
    /// Reads a host such as `example.com`, or takes the host of an address. Returns `None` if it has no letter or digit.
    pub(super) fn of(value: &str) -> Option<Self> {
        let host = read_host(value).unwrap_or_else(|| value.to_owned());
        // The labels of a host are words of their own, and are not written together.
        let words = Words::new(&host.replace('.', " "), End::Whole)?;
        Some(Self { host: folded_host(&host), words })
    }

    /// Returns true for the folded form of the host, and for that of a host below it.
    pub(crate) fn has(&self, host: &str) -> bool {
        is_at_or_below(&self.host, host)
    }

    /// Returns the words of the host, which every text with the host contains.
    pub(crate) fn words(&self) -> &Words {
        &self.words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has(site: &str, host: &str) -> bool {
        Site::of(site).unwrap().has(&folded_host(host))
    }

    #[test]
    fn a_site_is_a_host_and_the_hosts_below_it() {
        for site in [
            "example.com",
            "EXAMPLE.com",
            "www.example.com",
            "https://example.com/path?q#f",
            "example.com:8080",
        ] {
            assert!(has(site, "example.com") && has(site, "blog.example.com"), "{site}");
            for other in ["example.org", "my-example.com", "notexample.com", "example.com.evil.test", ""] {
                assert!(!has(site, other), "{site}: {other}");
            }
        }
        assert!(has("com", "example.com") && !has("example", "example.com"));
        assert!(has("bücher.example", "bücher.example") && has("xn--bcher-kva.example", "bücher.example"));
        assert!(has("my-site.example", "my-site.example") && !has("site.example", "my-site.example"));
        assert!(has("收藏.example", "a.收藏.example") && has("127.0.0.1", "127.0.0.1"));
        assert!(!has("藏.example", "收藏.example") && has("藏.example", "收.藏.example"));
        assert!(!has("example.com", "my_example.com") && has("my_site.example", "a.my_site.example"));
    }

    #[test]
    fn a_site_without_letters_is_none() {
        for value in ["", "?", "..."] {
            assert!(Site::of(value).is_none(), "{value:?}");
        }
    }
}
