//! The search text of a favorite.

use std::iter;

use super::char_class::is_inside_a_word;
use super::fields::fields;
use super::fold::{JOINT, fold};
use crate::limits::SEARCHED_CHARS;
use crate::model::favorite::FavoriteData;

/// The distance before the limit in which a cut looks for the end of a word, in characters.
const CUT_BACK: usize = 32;
/// The number of folded characters at the end of a beginning that may change once the text after it is folded, too.
const UNSETTLED: usize = 32;

/// The separator of the texts of a favorite. Folded text never contains it.
const FIELD_SEPARATOR: char = ',';

/// The text of a favorite that search reads.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct SearchText {
    /// The folded title, the host and the other texts of the favorite, joined by commas, without commas at the end: at most
    /// [`SEARCHED_CHARS`] characters. A phrase can't match across two texts, because folded text contains no comma.
    pub(crate) text: String,
    /// True if the limit cut off a part of the favorite's texts.
    pub(crate) cut: bool,
}

/// A text with a place of its own in the [`SearchText`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Title,
    /// The host of a link.
    Host,
}

impl Part {
    /// Returns this part of the text of a favorite, or an empty text.
    pub(crate) fn of(self, text: &str) -> &str {
        let place = match self {
            Self::Title => 0,
            Self::Host => 1,
        };
        text.split(FIELD_SEPARATOR).nth(place).unwrap_or_default()
    }
}

impl SearchText {
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        let mut whole = Self { text: String::new(), cut: false };
        let mut room = SEARCHED_CHARS;
        // The commas of texts that turn out to be the last ones are not written.
        let mut commas = 0;
        for (place, field) in fields(favorite).iter().enumerate() {
            commas += usize::from(place > 0);
            let beginning = Self::beginning(field, room.saturating_sub(commas), fold);
            whole.cut = beginning.cut;
            if !beginning.text.is_empty() {
                room -= commas + beginning.text.chars().count();
                whole.text.extend(iter::repeat_n(FIELD_SEPARATOR, commas));
                whole.text.push_str(&beginning.text);
                commas = 0;
            } else if place > 1 {
                // Only the title and the host have a place of their own.
                commas -= 1;
            }
            if whole.cut {
                break;
            }
        }
        whole
    }

    /// Returns as much of the folded form of `source` as fits into `room` characters. Folding makes some texts shorter and others
    /// longer, so this folds a beginning of `source`, and doubles it while the result does not fill the room.
    fn beginning(source: &str, room: usize, fold: impl Fn(&str) -> String) -> Self {
        let mut taken = 2 * (room + UNSETTLED);
        loop {
            let end = source.char_indices().nth(taken).map(|(end, _)| end);
            let mut text = fold(&source[..end.unwrap_or(source.len())]);
            let settled = if end.is_some() { room + UNSETTLED } else { room };
            if text.chars().nth(settled).is_some() {
                text.truncate(cut_position(&text, room));
                return Self { text, cut: true };
            }
            if end.is_none() {
                return Self { text, cut: false };
            }
            taken *= 2;
        }
    }
}

/// Returns the position at which to cut folded `text` so that at most `room` characters remain: the end of a word if a word ends
/// shortly before, otherwise a position inside a word. The remaining text does not end with a space or a joint.
fn cut_position(text: &str, room: usize) -> usize {
    let positions: Vec<usize> = text.char_indices().map(|(position, _)| position).take(room + 1).collect();
    let near = positions.iter().rev().take(CUT_BACK + 1);
    let end = near.copied().find(|&position| !is_inside_a_word(text, position));
    let end = end.or(positions.last().copied()).unwrap_or_default();
    text[..end].trim_end_matches([' ', JOINT]).len()
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
