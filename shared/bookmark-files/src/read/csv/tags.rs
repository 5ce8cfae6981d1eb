//! Tags in one cell of a CSV file.

use crate::entry::field::Field;
use crate::read::capped::Capped;
use crate::read::draft::Draft;

/// The characters that can separate tags. A cell uses the first one that occurs in it.
const SEPARATORS: [char; 4] = [',', ';', '|', '\n'];

/// Reads tags with any of the usual separators, or a list in brackets.
pub(crate) fn any_tags(draft: &mut Draft, cell: &Capped) {
    if cell.kept().trim_ascii().starts_with(b"[") {
        return bracketed_tags(draft, cell);
    }
    let separator = SEPARATORS.into_iter().find(|separator| cell.kept().contains(&(*separator as u8)));
    draft.tags(cell, |character| Some(character) == separator);
}

/// Reads tags in a list of texts as JSON or Python writes it: `["a", "b"]` or `['a', "it's"]`.
pub(crate) fn bracketed_tags(draft: &mut Draft, cell: &Capped) {
    let Some(text) = draft.text(Field::Tags, cell) else { return };
    let Some(list) = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) else {
        return draft.tags(cell, |character| character == ',');
    };
    let (mut tag, mut quote) = (String::new(), None);
    let mut characters = list.chars();
    while let Some(character) = characters.next() {
        match (character, quote) {
            ('\\', Some(_)) => tag.extend(characters.next()),
            (ends, Some(open)) if ends == open => quote = None,
            ('"' | '\'', None) => quote = Some(character),
            (',', None) => draft.set_text(Field::Tags, &std::mem::take(&mut tag)),
            _ => tag.push(character),
        }
    }
    draft.set_text(Field::Tags, &tag);
}
