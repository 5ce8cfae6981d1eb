//! The version of a favorite that remains, and the new numbers of documents.

use crate::document::Document;

/// The new number of each document of a source. [`DROPPED`] for those that are left out.
pub(super) type Numbers = Vec<u32>;

/// The number of a document that is left out.
pub(super) const DROPPED: u32 = u32::MAX;

/// Returns the version that remains of several versions of a favorite, from the oldest place to the newest,
/// and its place: the highest one, and the newest place among equal ones. `None` if there are no versions.
///
/// The other versions end here, so only the oldest of them can still replace one in an older run.
pub(super) fn newest_of<'a>(
    versions: impl IntoIterator<Item = (usize, &'a Document)>,
) -> Option<(usize, Document)> {
    let mut versions = versions.into_iter().peekable();
    let replaces_older = versions.peek()?.1.replaces_older;
    // `max_by_key` returns the last of equal ones.
    let (place, newest) = versions.max_by_key(|(_, document)| document.version)?;
    Some((place, Document { replaces_older, ..newest.clone() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::FavoriteId;
    use crate::samples::document;

    fn versions(versions: &[(u64, bool)]) -> Option<(usize, u64, bool)> {
        let document =
            |(version, replaces_older)| Document { replaces_older, ..document(FavoriteId(1), version) };
        let documents: Vec<_> = versions.iter().copied().map(document).collect();
        newest_of(documents.iter().enumerate())
            .map(|(place, newest)| (place, newest.version.0, newest.replaces_older))
    }

    #[test]
    fn the_highest_version_remains_and_the_newest_place_wins_among_equal_ones() {
        assert_eq!(versions(&[(1, false), (3, false), (2, false)]), Some((1, 3, false)));
        assert_eq!(versions(&[(3, false), (3, false)]), Some((1, 3, false)));
        assert_eq!(versions(&[]), None);
    }

    #[test]
    fn a_version_replaces_an_older_one_if_the_first_of_its_favorite_did() {
        assert_eq!(versions(&[(1, true), (2, false)]), Some((1, 2, true)));
        assert_eq!(versions(&[(1, false), (2, true)]), Some((1, 2, false)));
    }
}
