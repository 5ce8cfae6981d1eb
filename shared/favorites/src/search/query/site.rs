//! Hosts of links.

use crate::search_text::{End, Words, fold, is_inside_a_word, read_host};

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
        let words = Words::new(&host, End::Whole)?;
        Some(Self { host: fold(&host), words })
    }

    /// Returns true for the folded form of the host, and for that of a host below it.
    pub(crate) fn has(&self, host: &str) -> bool {
        host.strip_suffix(&*self.host).is_some_and(|below| {
            below.is_empty()
                || below.ends_with(' ')
                || (!below.ends_with('-') && !is_inside_a_word(host, below.len()))
        })
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
        Site::of(site).unwrap().has(&fold(host))
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
    }

    #[test]
    fn a_site_without_letters_is_none() {
        for value in ["", "?", "..."] {
            assert!(Site::of(value).is_none(), "{value:?}");
        }
    }
}
