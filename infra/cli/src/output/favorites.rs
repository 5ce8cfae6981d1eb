//! Favorites as text.

use std::fmt::Write as _;

use serde_json::{Map, Value};

use super::text::{lines, minute, one_line};
use crate::client::{Favorite, Tag};

/// The time that the line of a favorite shows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ShownTime {
    /// When it was saved.
    Saved,
    /// When it last changed.
    Updated,
}

/// Returns the line of a favorite: its id, type, time, title and address.
pub(crate) fn favorite_line(favorite: &Favorite) -> String {
    tagged_line(favorite, ShownTime::Saved, &[])
}

/// Returns the line of a favorite in a list: its id, type, time, title, address and tags.
pub(crate) fn tagged_line(favorite: &Favorite, time: ShownTime, tags: &[String]) -> String {
    let Favorite { data_id, data_type, clip_time, update_time, title, content_url, purge_time, .. } =
        favorite;
    let time = match time {
        ShownTime::Saved => clip_time,
        ShownTime::Updated => update_time,
    };
    let mut line = format!("{data_id}  {:<10}  {}  {}", data_type.as_str(), minute(time), one_line(title));
    if let Some(url) = content_url {
        let _ = write!(line, "  {}", one_line(url));
    }
    if !tags.is_empty() {
        let _ = write!(line, "  [{}]", one_line(&tags.join(", ")));
    }
    if let Some(time) = purge_time {
        let _ = write!(line, "  (in the trash until {})", minute(time));
    }
    line
}

/// Returns all about a favorite, a line for each member, and then its text.
pub(crate) fn favorite_details(favorite: &Favorite, tags: &[&Tag]) -> String {
    let mut members = Members::default();
    members.add("id", &favorite.data_id.to_string());
    members.add("type", favorite.data_type.as_str());
    members.add("title", &favorite.title);
    members.add_some("address", favorite.content_url.as_deref());
    members.add_some("thumbnail", favorite.thumbnail_url.as_deref());
    members.add_some("creator", favorite.creator_id.as_deref());
    members.add("saved", &favorite.clip_time);
    members.add("changed", &favorite.update_time);
    members.add_some("expires", favorite.expire_time.as_deref());
    members.add("version", &favorite.version.to_string());
    if !tags.is_empty() {
        let names: Vec<_> = tags.iter().map(|tag| tag.name.as_str()).collect();
        members.add("tags", &names.join(", "));
    }
    members.add_content(&favorite.content);
    members.finish()
}

/// Lines of members, and longer texts below them.
#[derive(Default)]
struct Members {
    lines: String,
    texts: String,
}

impl Members {
    fn add(&mut self, name: &str, value: &str) {
        let _ = writeln!(self.lines, "{name:<15} {}", one_line(value));
    }

    fn add_some(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.add(name, value);
        }
    }

    fn add_content(&mut self, content: &Map<String, Value>) {
        for (name, value) in content {
            match value {
                Value::String(text) if name == "text" => self.add_text(text),
                Value::Array(messages) if name == "messages" => self.add_messages(messages),
                Value::String(text) => self.add(name, text),
                other => self.add(name, &other.to_string()),
            }
        }
    }

    fn add_text(&mut self, text: &str) {
        let _ = write!(self.texts, "\n{}", lines(text));
    }

    fn add_messages(&mut self, messages: &[Value]) {
        for message in messages {
            let part = |name: &str| message[name].as_str().unwrap_or_default();
            let _ = write!(self.texts, "\n{}: {}", one_line(part("sender")), lines(part("text")));
        }
    }

    fn finish(self) -> String {
        let Self { lines, texts } = self;
        format!("{}{texts}", if texts.is_empty() { lines.trim_end() } else { &lines })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn favorite(content: &Value) -> Favorite {
        let favorite = json!({
            "dataId": "01a20f28-e5bb-7621-93a7-29659ab5aedf", "dataType": "note", "title": "Milk\nand \u{1b}tea",
            "clipTime": "2026-11-24T20:04:28.219Z", "updateTime": "2026-11-24T20:04:28.219Z", "version": 3,
            "content": content,
        });
        serde_json::from_value(favorite).unwrap()
    }

    #[test]
    fn a_favorite_is_one_line_of_a_list() {
        let mut favorite = favorite(&json!({}));
        let line = "01a20f28-e5bb-7621-93a7-29659ab5aedf  note        2026-11-24 20:04  Milk and tea";
        assert_eq!(favorite_line(&favorite), line);
        favorite.content_url = Some("https://example.com/".to_owned());
        assert_eq!(favorite_line(&favorite), format!("{line}  https://example.com/"));
    }

    #[test]
    fn details_end_with_the_text_in_its_lines() {
        let details = favorite_details(&favorite(&json!({"text": "one\ntwo"})), &[]);
        assert!(
            details
                .starts_with("id              01a20f28-e5bb-7621-93a7-29659ab5aedf\ntype            note\n"),
            "{details}"
        );
        assert!(details.ends_with("version         3\n\none\ntwo"), "{details}");
    }

    #[test]
    fn details_have_each_message_and_each_other_member_of_the_content() {
        let messages = json!([{"sender": "Ann", "text": "Tea?"}, {"sender": "Bo", "text": "Yes"}]);
        let details = favorite_details(&favorite(&json!({"messages": messages})), &[]);
        assert!(details.ends_with("\n\nAnn: Tea?\nBo: Yes"), "{details}");
        let details = favorite_details(&favorite(&json!({"latitude": 1.5, "name": "Tea house"})), &[]);
        assert!(details.ends_with("\nlatitude        1.5\nname            Tea house"), "{details}");
    }
}
