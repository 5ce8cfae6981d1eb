//! Reads the favorites that search should find from the stored items.

use std::collections::BTreeMap;

use favorites_api::favorites::{Timestamp, UserId};
use percent_encoding::percent_decode_str;
use serde_json::Value;

use super::text::Text;

/// A favorite that search may find.
#[derive(Debug, Clone)]
pub struct Kept {
    /// Its id.
    pub data_id: String,
    /// The name of its type.
    pub data_type: String,
    /// The favorite's tags that exist.
    pub tag_ids: Vec<String>,
    /// All texts by which search finds it. The names of its tags come last.
    pub(super) texts: Vec<String>,
    /// The same texts, as they are compared. The first one is the title.
    pub(super) compared: Vec<Text>,
    /// The names of its tags and of their ancestors, as they are compared.
    tag_names: Vec<Text>,
    /// The host of its address.
    pub(super) host: Option<String>,
    /// Its `clipTime`, as it is stored.
    pub(super) clip_time: String,
}

/// Returns the favorites of a user that are neither expired nor in the trash, newest first, and the ids of the existing
/// tags, by name. Ids of tags that were created at the same moment have no fixed order, and a seed must lead to the same
/// searches in each run.
#[must_use]
pub fn kept(items: &[Value], user: &UserId, now: Timestamp) -> (Vec<Kept>, Vec<String>) {
    let own = || items.iter().filter(|item| item["userId"] == user.as_str());
    let of = |entity: &'static str| own().filter(move |item| item["type"] == entity);
    let names: BTreeMap<_, _> = of("Tag").map(|tag| (text(&tag["tagId"]), text(&tag["tagName"]))).collect();
    let there = of("FavoriteData").filter(|item| is_there(item, now));
    let mut kept: Vec<_> = there.map(|item| Kept::read(item, &names)).collect();
    kept.sort_by(|a, b| b.data_id.cmp(&a.data_id));
    (kept, by_name(names.keys().cloned(), &names))
}

/// Returns true if an item has not expired.
#[must_use]
pub fn is_there(item: &Value, now: Timestamp) -> bool {
    item["ttl"].as_i64().is_none_or(|ttl| ttl > now.unix_seconds())
}

impl Kept {
    /// Returns the title.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.texts[0]
    }

    /// Returns true if it has the tag with this name, or a descendant of it.
    pub(super) fn has_tag(&self, name: &Text) -> bool {
        self.tag_names.iter().any(|tag| tag.apart == name.apart)
    }

    fn read(item: &Value, names: &BTreeMap<String, String>) -> Self {
        let mut texts = texts(item);
        let tag_ids = item["tagIds"].as_array().into_iter().flatten().map(text);
        let tag_ids = by_name(tag_ids.filter(|tag_id| names.contains_key(tag_id)), names);
        texts.extend(tag_ids.iter().map(|tag_id| names[tag_id].clone()));
        let compared = texts.iter().map(|text| Text::of(text)).collect();
        let tag_names = tag_ids.iter().flat_map(|tag_id| ancestors(&names[tag_id])).map(Text::of).collect();
        let host = address(item).map(|(host, _)| host);
        let [data_id, data_type, clip_time] =
            ["dataId", "dataType", "clipTime"].map(|name| text(&item[name]));
        Self { data_id, data_type, tag_ids, texts, compared, tag_names, host, clip_time }
    }
}

/// Returns the beginnings of a path, and the path.
fn ancestors(name: &str) -> impl Iterator<Item = &str> {
    name.match_indices('/').map(|(end, _)| &name[..end]).chain([name])
}

fn by_name(tag_ids: impl Iterator<Item = String>, names: &BTreeMap<String, String>) -> Vec<String> {
    let mut tag_ids: Vec<_> = tag_ids.collect();
    tag_ids.sort_by_key(|tag_id| &names[tag_id]);
    tag_ids
}

/// Returns the title, and the texts of the type.
fn texts(item: &Value) -> Vec<String> {
    let content = &item["content"];
    let members = match item["dataType"].as_str().expect("every favorite has a type") {
        "note" => vec!["text"],
        "file" => vec!["fileName"],
        "music" => vec!["artist", "album"],
        "voice" => vec!["transcript"],
        "location" => vec!["name", "address"],
        "link" => vec!["siteName", "description"],
        _ => vec![],
    };
    let mut texts = vec![text(&item["title"])];
    texts.extend(members.into_iter().filter_map(|member| content[member].as_str()).map(str::to_owned));
    for message in content["messages"].as_array().into_iter().flatten() {
        texts.extend([text(&message["sender"]), text(&message["text"])]);
    }
    // The labels of a host are words of their own.
    texts.extend(address(item).map(|(host, rest)| format!("{} {rest}", host.replace('.', " "))));
    texts.retain(|text| !text.is_empty());
    texts
}

/// Returns the host of an address, without its `www.`, and what follows it. Stored addresses have their
/// normal form.
fn address(item: &Value) -> Option<(String, String)> {
    let url = item["contentUrl"].as_str()?;
    let (_, address) = url.split_once("://").expect("the address is absolute");
    let (host, rest) = address.split_once('/').expect("a normal address has a path");
    let is_plain = !host.contains([':', '@', '[']) && !host.contains("xn--") && !rest.contains("utm_");
    assert!(is_plain, "{url}: only hosts in ASCII are supported, without users, ports and trackers");
    let host = host.strip_prefix("www.").unwrap_or(host);
    Some((host.to_owned(), percent_decode_str(rest).decode_utf8_lossy().into_owned()))
}

fn text(value: &Value) -> String {
    value.as_str().expect("it is text").to_owned()
}
