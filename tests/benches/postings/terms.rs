//! The terms of a favorite.

use std::collections::BTreeSet;

use favorites_api::favorites::{Content, FavoriteData, Text};
use single_table::keys::CaseFolded;

/// Returns the terms of texts without duplicates: words, and for Chinese each character and each pair of neighboring characters.
/// Most Chinese words have two characters, and search must also find single ones.
pub(crate) fn of<'a>(texts: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut terms = BTreeSet::new();
    for text in texts {
        let folded = CaseFolded::new(text);
        for run in folded.as_str().split(|character: char| !character.is_alphanumeric()) {
            add_run(run, &mut terms);
        }
    }
    terms
}

/// Adds the terms of a run of letters, which may be Latin, Chinese or both.
fn add_run(run: &str, terms: &mut BTreeSet<String>) {
    let characters: Vec<char> = run.chars().collect();
    for part in characters.chunk_by(|one, next| is_chinese(*one) == is_chinese(*next)) {
        if is_chinese(part[0]) {
            terms.extend(part.iter().map(char::to_string));
            terms.extend(part.windows(2).map(String::from_iter));
        } else {
            terms.insert(part.iter().collect());
        }
    }
}

/// Returns the beginnings of words that a search-as-you-type needs in addition to the words.
pub(crate) fn beginnings(terms: &BTreeSet<String>) -> BTreeSet<String> {
    let words = terms.iter().filter(|term| !term.starts_with(is_chinese));
    let starts = words.flat_map(|word| word.char_indices().skip(1).map(|(end, _)| word[..end].to_owned()));
    starts.filter(|start| !terms.contains(start)).collect()
}

/// Returns the terms of a favorite's searched texts.
pub(crate) fn of_favorite(favorite: &FavoriteData) -> BTreeSet<String> {
    let mut texts = vec![favorite.details.title.as_str()];
    match &favorite.content {
        Content::Link(link) => {
            texts.extend(link.description.as_ref().map(Text::as_str));
            texts.extend(link.site_name.as_ref().map(Text::as_str));
            texts.extend(favorite.details.content_url.as_ref().map(|url| after_scheme(url.as_str())));
        }
        Content::File(file) => texts.push(file.file_name.as_str()),
        Content::Music(music) => {
            texts.extend([&music.artist, &music.album].into_iter().flatten().map(Text::as_str));
        }
        Content::ChatRecord(record) => {
            for message in &record.messages {
                texts.extend([message.sender.as_str(), message.text.as_str()]);
            }
        }
        Content::Voice(voice) => texts.extend(voice.transcript.as_ref().map(Text::as_str)),
        Content::Note(note) => texts.push(note.text.as_str()),
        Content::Location(place) => {
            texts.extend([&place.name, &place.address].into_iter().flatten().map(Text::as_str));
        }
        Content::Image(_) | Content::Video(_) => {}
    }
    of(texts)
}

fn after_scheme(url: &str) -> &str {
    url.split_once("://").map_or(url, |(_, rest)| rest)
}

/// Returns true if a character is Han. The generator's other letters are all Latin.
fn is_chinese(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}
