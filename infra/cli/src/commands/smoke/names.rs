//! The names of what a run creates.

use std::fmt;

use favorites_api::favorites::TagName;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::client::Request;

/// The names of what a run creates. Nothing else has them, because they contain a random word.
#[derive(Debug)]
pub(super) struct Names {
    word: String,
}

impl Names {
    pub(super) fn new() -> Self {
        Self { word: Uuid::new_v4().simple().to_string() }
    }

    pub(super) fn title(&self, name: &str) -> String {
        format!("Smoke test {}, {name}", self.word)
    }

    pub(super) fn tag(&self) -> TagName {
        TagName::parse(format!("smoke-{}", self.word)).expect("letters, digits and hyphens are a name")
    }

    /// Returns the beginning of the addresses of all links.
    pub(super) fn site(&self) -> String {
        format!("https://smoke.example/{}/", self.word)
    }

    /// Returns true if the address is of a link of the run.
    pub(super) fn have(&self, address: Option<&str>) -> bool {
        address.is_some_and(|address| address.starts_with(&self.site()))
    }

    /// Returns true if a list has this number of the run's links and nothing else.
    pub(super) fn are_all(&self, list: &Value, number: usize) -> bool {
        let items = list["items"].as_array().map_or(&[][..], Vec::as_slice);
        items.len() == number && items.iter().all(|item| self.have(item["contentUrl"].as_str()))
    }

    /// Returns the request that saves a link.
    pub(super) fn save(&self, name: &str, address: &str) -> Request {
        let body =
            json!({ "dataType": "link", "title": self.title(name), "contentUrl": address, "content": {} });
        Request::post(["favorites"]).json(&body)
    }

    /// Returns the request that finds all links.
    pub(super) fn search(&self) -> Request {
        Request::get(["search"]).query("q", Some(&self.word))
    }

    /// Returns a file of bookmarks with two links.
    pub(super) fn bookmarks(&self) -> String {
        let link = |name| format!("<DT><A HREF=\"{}{name}\">{}</A>\n", self.site(), self.title(name));
        format!(
            "<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n{}</DL><p>\n",
            ["one", "two"].map(link).concat()
        )
    }
}

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the tag {}, and links that begin with {}", self.tag().as_str(), self.site())
    }
}
