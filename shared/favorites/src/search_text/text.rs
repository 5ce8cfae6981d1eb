//! The text of a favorite that search looks at.

use super::char_class::is_inside_a_word;
use super::fields::fields;
use super::fold::fold;
use crate::favorite::FavoriteData;
use crate::limits::SEARCHED_CHARS;

/// How far before the limit a cut looks for the end of a word, in characters.
const CUT_BACK: usize = 32;
/// How many folded characters before the end of a beginning may depend on what follows it.
const UNSETTLED: usize = 32;

/// The text of a favorite that search looks at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SearchText {
    /// The favorite's texts, each folded, joined by commas: at most [`SEARCHED_CHARS`] characters. A phrase can't
    /// reach from one into the next, as no folded text holds a comma.
    pub(crate) text: String,
    /// Whether something was left out: the end of a text or whole ones.
    pub(crate) cut: bool,
}

impl SearchText {
    pub(crate) fn of(favorite: &FavoriteData) -> Self {
        let mut whole = Self { text: String::new(), cut: false };
        let mut room = SEARCHED_CHARS;
        for field in fields(favorite) {
            let comma = usize::from(!whole.text.is_empty());
            let beginning = Self::beginning(&field, room.saturating_sub(comma), fold);
            whole.cut = beginning.cut;
            if !beginning.text.is_empty() {
                room -= comma + beginning.text.chars().count();
                whole.text.push_str(&","[..comma]);
                whole.text.push_str(&beginning.text);
            }
            if whole.cut {
                break;
            }
        }
        whole
    }

    /// As much of the folded form of `source` as fits into `room` characters. Folding shrinks some texts and lets
    /// others grow, so it folds a beginning of `source`, and a longer one only where that does not fill the room.
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

/// Where to cut folded `text` so that at most `room` characters are left: where a word ends, if one does shortly
/// before, and else inside of a word. There is no space before it.
fn cut_position(text: &str, room: usize) -> usize {
    let positions: Vec<usize> = text.char_indices().map(|(position, _)| position).take(room + 1).collect();
    let near = positions.iter().rev().take(CUT_BACK + 1);
    let end = near.copied().find(|&position| !is_inside_a_word(text, position));
    let end = end.or(positions.last().copied()).unwrap_or_default();
    text[..end].trim_end().len()
}

#[cfg(test)]
#[path = "text_tests.rs"]
mod tests;
