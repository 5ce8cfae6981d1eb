//! The fields of a favorite that search reads.

use std::borrow::Cow;
use std::collections::BTreeSet;

use crate::model::content::{ChatRecord, Content, Link, Location, Music};
use crate::model::value::{ShortText, Text};

/// Returns the searched texts of the type of a favorite, unfolded. Short texts come before long ones, because
/// search reads a limited number of characters.
pub(super) fn fields(content: &Content) -> Vec<Cow<'_, str>> {
    match content {
        Content::Note(note) => vec![borrowed(&note.text)],
        Content::ChatRecord(record) => of_chat(record).collect(),
        Content::File(file) => vec![borrowed(&file.file_name)],
        Content::Location(Location { name, address, .. }) => given([name, address]).collect(),
        Content::Music(Music { artist, album, .. }) => given([artist, album]).collect(),
        Content::Link(Link { site_name, description }) => {
            let description = description.as_ref().map(borrowed);
            site_name.as_ref().map(borrowed).into_iter().chain(description).collect()
        }
        Content::Voice(voice) => voice.transcript.as_ref().map(borrowed).into_iter().collect(),
        Content::Image(_) | Content::Video(_) => Vec::new(),
    }
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
