//! Places in lists as text, in one encoding for every kind of list.
//!
//! A text begins with the letter of its kind, followed by its parts. Each part has its length in bytes before it: `q5:00001`. So
//! every place has exactly one text, a part may contain any character, and a text of another kind is refused.

use table_keys::KeyError;

/// The kind of a list that a place belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListKind {
    /// A query of one partition.
    Query,
    /// A query of all shards.
    Shards,
    /// A scan.
    Scan,
    /// A segment of a scan.
    Segment,
}

/// The reason why a text, or saved progress, is not a place in a list.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The text was edited or cut, or it never was a place.
    #[error("the text can't be read as a place in a list from byte {at} on: begin the list again")]
    Malformed {
        /// The position of the first byte that can't be read.
        at: usize,
    },
    /// The text is a place in another kind of list.
    #[error("expected a place in {expected}, but found one in {found}: continue the list that it comes from")]
    OtherList {
        /// The list to continue.
        expected: &'static str,
        /// The list that the text comes from.
        found: &'static str,
    },
    /// The saved progress is that of another entity.
    #[error(
        "the progress is that of {found}, and {expected} was asked for: continue with the progress of {expected}"
    )]
    OtherEntity {
        /// The entity to continue with.
        expected: &'static str,
        /// The entity of the progress.
        found: String,
    },
    /// The components of the place are not those of the view.
    #[error("the place is not in this view: {source}")]
    Key {
        /// The difference.
        source: KeyError,
    },
    /// The place has another number of shards than the view.
    #[error("the place is in {found} shards, and the view has {expected}: begin the list again")]
    OtherShards {
        /// The number of shards of the view.
        expected: u16,
        /// The number of shards of the place.
        found: usize,
    },
    /// The place has other key attributes than the scan.
    #[error(
        "the place has the key attributes {found}, and those of this scan are {expected}: continue the scan that it comes from"
    )]
    OtherKey {
        /// The attributes of the table's key and of the index's key.
        expected: String,
        /// The attributes of the place.
        found: String,
    },
    /// The place is in another part of the table than the scan.
    #[error(
        "the place is in {found}, and the scan reads {expected}: continue each segment after its own place"
    )]
    OtherSegment {
        /// The part that the scan reads.
        expected: String,
        /// The part that the place is in.
        found: String,
    },
    /// The progress of a parallel scan has no segments.
    #[error("a scan has at least 1 segment, and this progress has 0: begin the scan again")]
    NoSegments,
}

impl ListKind {
    const ALL: [Self; 4] = [Self::Query, Self::Shards, Self::Scan, Self::Segment];

    fn letter(self) -> char {
        match self {
            Self::Query => 'q',
            Self::Shards => 'm',
            Self::Scan => 's',
            Self::Segment => 'w',
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Query => "a query of one partition",
            Self::Shards => "a query of all shards",
            Self::Scan => "a scan",
            Self::Segment => "one segment of a scan",
        }
    }

    fn of(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| text.starts_with(kind.letter()))
    }
}

/// A part of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Part<'a> {
    pub(crate) text: &'a str,
    at: usize,
}

impl Part<'_> {
    /// Returns the error that this part can't be read.
    pub(crate) fn malformed(self) -> CursorError {
        CursorError::Malformed { at: self.at }
    }
}

/// Writes a place.
pub(crate) fn write(kind: ListKind, parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::from(kind.letter());
    for part in parts {
        let part = part.as_ref();
        text.push_str(&part.len().to_string());
        text.push(':');
        text.push_str(part);
    }
    text
}

/// Reads the kind and the parts of a place. The place must be of one of these kinds; the first of them is the list to continue.
pub(crate) fn read<'a>(kinds: &[ListKind], text: &'a str) -> Result<(ListKind, Vec<Part<'a>>), CursorError> {
    let kind = ListKind::of(text).ok_or(CursorError::Malformed { at: 0 })?;
    if !kinds.contains(&kind) {
        let expected = kinds.first().map_or("no list", |kind| kind.name());
        return Err(CursorError::OtherList { expected, found: kind.name() });
    }
    let mut parts = Vec::new();
    let mut at = kind.letter().len_utf8();
    while at < text.len() {
        let part = part(text, at).ok_or(CursorError::Malformed { at })?;
        at = part.at + part.text.len();
        parts.push(part);
    }
    Ok((kind, parts))
}

/// Reads the part whose length begins at byte `at`.
fn part(text: &str, at: usize) -> Option<Part<'_>> {
    let (length, rest) = text.get(at..)?.split_once(':')?;
    let bytes: usize = length.parse().ok()?;
    // A place has exactly one text, so a length has exactly one form.
    let is_canonical = bytes.to_string() == length;
    let (content, _) = rest.split_at_checked(bytes).filter(|_| is_canonical)?;
    Some(Part { text: content, at: at + length.len() + ":".len() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(kinds: &[ListKind], text: &str) -> Result<Vec<String>, CursorError> {
        read(kinds, text).map(|(_, parts)| parts.into_iter().map(|part| part.text.to_owned()).collect())
    }

    #[test]
    fn any_parts_are_read_back_from_their_text() {
        for parts in [vec![], vec![""], vec!["ü:3:x", "", "7:", "q1:a"], vec!["0"; 12]] {
            let text = write(ListKind::Scan, &parts);
            assert_eq!(
                texts(&[ListKind::Scan], &text),
                Ok(parts.iter().map(ToString::to_string).collect()),
                "{text}"
            );
        }
        assert_eq!(write(ListKind::Query, ["00001", "ü"]), "q5:000012:ü");
    }

    #[test]
    fn a_text_that_was_edited_or_cut_is_refused() {
        let text = write(ListKind::Query, ["ab", "ü"]);
        for cut in 1..text.len() {
            let Some(start) = text.get(..cut) else { continue };
            let whole = ["q", "q2:ab"].contains(&start);
            assert_eq!(texts(&[ListKind::Query], start).is_ok(), whole, "{start}");
        }
        for (edited, at) in [
            ("", 0),
            ("x2:ab", 0),
            ("2:ab", 0),
            ("q02:ab", 1),
            ("q+2:ab", 1),
            ("q3:ab", 1),
            ("q2:abc", 5),
            ("q:ab", 1),
            ("q1:ü", 1),
        ] {
            assert_eq!(texts(&[ListKind::Query], edited), Err(CursorError::Malformed { at }), "{edited}");
        }
    }

    #[test]
    fn a_place_in_another_kind_of_list_is_refused_with_both_names() {
        for kind in ListKind::ALL {
            for other in ListKind::ALL {
                let found = texts(&[other], &write(kind, ["a"]));
                assert_eq!(found.is_ok(), kind == other, "{kind:?} {other:?}");
            }
        }
        let error = texts(&[ListKind::Query], &write(ListKind::Segment, ["a"])).unwrap_err();
        let expected = "expected a place in a query of one partition, but found one in one segment of a scan: continue the list \
                        that it comes from";
        assert_eq!(error.to_string(), expected);
    }
}
