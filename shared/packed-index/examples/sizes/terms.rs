//! The terms of a link: words with their places, characters and pairs of characters of Chinese, the type, tags and the site.

use std::collections::BTreeMap;

use packed_index::{
    Document, DocumentNumber, DocumentType, FavoriteId, Lists, Live, Occurrence, Places, Posting, TagNumber,
    Term, Version,
};

use crate::corpus::Link;

/// Decides whether lists contain the places of words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Placing {
    Kept,
    LeftOut,
}

/// Returns a link's document.
pub(crate) fn document(link: &Link, version: u64, live: bool) -> Document {
    let live = live.then(|| Live {
        document_type: DocumentType::new(2).expect("there are nine types"),
        tags: link.tags.iter().map(|tag| TagNumber((*tag).into())).collect(),
        expire_time: None,
    });
    Document { id: FavoriteId(link.id), version: Version(version), replaces_older: version > 1, live }
}

/// Returns the terms, each with whether the title contains it, and its positions.
pub(crate) fn terms_of(link: &Link, placing: Placing) -> BTreeMap<Term, (bool, Vec<u32>)> {
    let mut terms: BTreeMap<Term, (bool, Vec<u32>)> = BTreeMap::new();
    let mut add = |kind: char, text: &str, in_title: bool, position: Option<u32>| {
        let term = Term::new(format!("{kind}{text}")).expect("the generated words are short");
        let (title, places) = terms.entry(term).or_default();
        *title |= in_title;
        places.extend(position.filter(|_| placing == Placing::Kept));
    };
    let mut position = 0;
    for (text, in_title) in [(&link.title, true), (&link.rest, false)] {
        for piece in pieces(text) {
            if piece.is_ascii() {
                add('w', piece, in_title, Some(position));
                position += 1;
                continue;
            }
            let ends: Vec<usize> = piece.char_indices().map(|(end, _)| end).chain([piece.len()]).collect();
            for characters in [1, 2] {
                for pair in ends.windows(characters + 1) {
                    add('c', &piece[pair[0]..pair[characters]], in_title, None);
                }
            }
        }
    }
    add('t', "link", false, None);
    add('s', &link.site, false, None);
    for tag in &link.tags {
        add('g', &tag.to_string(), false, None);
    }
    if link.tags.is_empty() {
        add('u', "", false, None);
    }
    terms
}

/// Adds the terms of a document to lists.
pub(crate) fn add(lists: &mut Lists, document: DocumentNumber, link: &Link, placing: Placing) {
    for (term, (in_title, positions)) in terms_of(link, placing) {
        let places = Places::of(positions);
        lists.add(term, Occurrence { posting: Posting { document, in_title }, places });
    }
}

/// Returns words and runs of Chinese characters.
fn pieces(text: &str) -> impl Iterator<Item = &str> {
    text.split([' ', ',']).flat_map(|part| {
        part.chars()
            .map(char::len_utf8)
            .fold(Vec::<(bool, usize)>::new(), |mut runs, length| {
                match runs.last_mut() {
                    Some((ascii, bytes)) if *ascii == (length == 1) => *bytes += length,
                    _ => runs.push((length == 1, length)),
                }
                runs
            })
            .into_iter()
            .scan(0, move |begin, (_, bytes)| {
                *begin += bytes;
                part.get(*begin - bytes..*begin)
            })
    })
}
