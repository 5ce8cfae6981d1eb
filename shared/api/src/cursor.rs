//! The opaque text by which a caller asks for the next page.
//!
//! A cursor is a [`Position`] behind a digest of that position and of the list it belongs to: the user, the endpoint, the path, the
//! filters and the order. So a cursor that was edited, or that belongs to another list or another user, is refused instead of
//! answered with a meaningless page.
//!
//! A cursor contains no secret and needs none. A position has no partition key: the partition always follows from the verified token
//! and the path of the request. A user who forges a cursor can only start their own list somewhere else, which the query parameters
//! allow anyway.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use favorites::{Position, UserId};
use sha2::{Digest as _, Sha256};

/// 128 bits: no two lists of anyone will share a digest by chance.
const DIGEST_BYTES: usize = 16;

/// The identity of a list. Two lists with the same identity have the same items in the same order.
#[derive(Debug, Clone)]
pub(crate) struct ListIdentity(Sha256);

impl ListIdentity {
    /// The list `name` of `user`.
    pub(crate) fn new(user: &UserId, name: &str) -> Self {
        Self(Sha256::new()).and("favorites cursor 1").and(name).and(user.as_str())
    }

    /// The same list, narrowed or ordered by `part`. Each part goes in with its length, so that no two sequences of parts
    /// are the same bytes.
    pub(crate) fn and(mut self, part: &str) -> Self {
        let length = u64::try_from(part.len()).unwrap_or(u64::MAX);
        self.0.update(length.to_be_bytes());
        self.0.update(part);
        self
    }

    /// The cursor for `position` in this list.
    pub(crate) fn seal(&self, position: &Position) -> String {
        let mut bytes = self.digest(&position.0);
        bytes.extend_from_slice(position.0.as_bytes());
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// The position in `cursor`, if it was sealed for this list.
    pub(crate) fn open(&self, cursor: &str) -> Option<Position> {
        let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
        let (digest, position) = bytes.split_at_checked(DIGEST_BYTES)?;
        let position = str::from_utf8(position).ok()?;
        (digest == self.digest(position)).then(|| Position(position.to_owned()))
    }

    fn digest(&self, position: &str) -> Vec<u8> {
        self.clone().and(position).0.finalize()[..DIGEST_BYTES].to_vec()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(user: &str, name: &str, parts: &[&str]) -> ListIdentity {
        let list = ListIdentity::new(&UserId::parse(user).unwrap(), name);
        parts.iter().fold(list, |list, part| list.and(part))
    }

    fn position() -> Position {
        Position("2026-11-21T08:35:15.123Z#019a0000-0000-7000-8000-000000000001".to_owned())
    }

    #[test]
    fn a_cursor_opens_its_own_list() {
        let list = list("alice", "list-favorites", &["type", "image", "desc"]);
        assert_eq!(list.open(&list.seal(&position())), Some(position()));
        assert_eq!(list.open(&list.seal(&Position(String::new()))), Some(Position(String::new())));
    }

    #[test]
    fn a_cursor_opens_no_other_list() {
        let own = list("alice", "list-favorites", &["type", "image", "desc"]);
        let cursor = own.seal(&position());
        for other in [
            list("bob", "list-favorites", &["type", "image", "desc"]),
            list("alice", "list-trash", &["type", "image", "desc"]),
            list("alice", "list-favorites", &["type", "video", "desc"]),
            list("alice", "list-favorites", &["type", "image", "asc"]),
            list("alice", "list-favorites", &["type", "image"]),
            list("alice", "list-favorites", &["typeimage", "desc"]),
            list("alice", "list-favorites", &["type", "imagedesc"]),
            list("alicelist-favorites", "", &["type", "image", "desc"]),
        ] {
            assert_eq!(other.open(&cursor), None, "{other:?}");
        }
    }

    #[test]
    fn an_edited_cursor_opens_nothing() {
        let list = list("alice", "list-favorites", &[]);
        let cursor = list.seal(&position());
        for at in 0..cursor.len() {
            let mut edited = cursor.clone().into_bytes();
            edited[at] = if edited[at] == b'A' { b'B' } else { b'A' };
            assert_eq!(list.open(str::from_utf8(&edited).unwrap()), None, "{at}");
            assert_eq!(list.open(&cursor[..at]), None, "{at}");
        }
        for foreign in ["", "!", "AAAA", "cursor", "=", &format!("{cursor}="), &format!("{cursor}AA")] {
            assert_eq!(list.open(foreign), None, "{foreign}");
        }
    }
}
