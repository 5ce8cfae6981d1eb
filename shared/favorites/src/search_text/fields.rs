//! The fields of a favorite that search reads.

use std::borrow::Cow;
use std::collections::BTreeSet;

use percent_encoding::percent_decode_str;

use crate::model::content::{ChatRecord, Content, Link, Location, Music};
use crate::model::favorite::FavoriteData;
use crate::model::value::{ShortText, Text, WebUrl};

/// Returns the searched texts of a favorite, unfolded: the title, the host of a link, then the other texts of its type. The host is
/// empty for other types. Short texts come before long ones, because search reads a limited number of characters.
pub(super) fn fields(favorite: &FavoriteData) -> Vec<Cow<'_, str>> {
    let mut fields = vec![borrowed(&favorite.details.title), Cow::default()];
    match &favorite.content {
        Content::Note(note) => fields.push(borrowed(&note.text)),
        Content::ChatRecord(record) => fields.extend(of_chat(record)),
        Content::File(file) => fields.push(borrowed(&file.file_name)),
        Content::Location(Location { name, address, .. }) => fields.extend(given([name, address])),
        Content::Music(Music { artist, album, .. }) => fields.extend(given([artist, album])),
        Content::Link(link) => {
            let url = favorite.details.content_url.as_ref().and_then(WebUrl::parts);
            fields[1] = url.as_ref().map(|url| Cow::Owned(host(url))).unwrap_or_default();
            fields.extend(of_link(link, url.as_ref()));
        }
        Content::Voice(voice) => fields.extend(voice.transcript.as_ref().map(borrowed)),
        Content::Image(_) | Content::Video(_) => {}
    }
    fields
}

fn borrowed<const MAX: usize>(text: &Text<MAX>) -> Cow<'_, str> {
    Cow::Borrowed(text.as_str())
}

fn given(texts: [&Option<ShortText>; 2]) -> impl Iterator<Item = Cow<'_, str>> {
    texts.into_iter().flatten().map(borrowed)
}

/// Returns each sender once, then all messages.
fn of_chat(record: &ChatRecord) -> impl Iterator<Item = Cow<'_, str>> {
    let mut seen = BTreeSet::new();
    let senders = record.messages.iter().map(|message| &message.sender);
    let senders = senders.filter(move |sender| seen.insert(*sender)).map(borrowed);
    senders.chain(record.messages.iter().map(|message| borrowed(&message.text)))
}

fn of_link<'a>(link: &'a Link, url: Option<&url::Url>) -> impl Iterator<Item = Cow<'a, str>> {
    let site_name = link.site_name.as_ref().map(borrowed);
    let path = url.map(|url| Cow::Owned(path(url)));
    let description = link.description.as_ref().map(borrowed);
    [site_name, path, description].into_iter().flatten()
}

/// Returns the host of an address, or of a text that may be a host or the beginning of an address, as people read it.
pub(crate) fn read_host(text: &str) -> Option<String> {
    let address = if text.contains("://") { text.to_owned() } else { format!("http://{text}") };
    url::Url::parse(&address).ok().map(|url| host(&url))
}

/// Returns the host as people read it, such as `bücher.example`, without its `www.`.
fn host(url: &url::Url) -> String {
    let host = match url.domain() {
        Some(domain) => idna::domain_to_unicode(domain).0,
        None => url.host_str().unwrap_or_default().to_owned(),
    };
    host.strip_prefix("www.").map(str::to_owned).unwrap_or(host)
}

fn path(url: &url::Url) -> String {
    percent_decode_str(url.path()).decode_utf8_lossy().into_owned()
}
