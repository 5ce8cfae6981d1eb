//! Hashes of user ids, so that log lines of one user can be found without the log holding the id.

use std::env;
use std::fmt;

use favorites::UserId;
use ring::hmac;
use ring::rand::SystemRandom;

/// The environment variable that holds the key. Whoever knows it can compute the hash of a user id.
pub const LOG_HASH_KEY: &str = "LOG_HASH_KEY";

/// The bytes of a hash that are shown. 64 bits tell a million users apart: the chance that any two share a hash is 3 in 10^8.
const SHOWN_BYTES: usize = 8;

/// The key of the hashes: HMAC-SHA-256, because user ids are guessable and a plain hash of them can be reversed.
pub(crate) struct UserHashKey(hmac::Key);

impl fmt::Debug for UserHashKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("UserHashKey(..)")
    }
}

impl UserHashKey {
    /// The key in `LOG_HASH_KEY`. Without one, a random key: then hashes are comparable within this process only.
    pub(crate) fn from_environment() -> Self {
        let given = env::var(LOG_HASH_KEY).ok().filter(|key| !key.is_empty());
        given.map_or_else(Self::random, |key| Self::new(key.as_bytes()))
    }

    fn new(key: &[u8]) -> Self {
        Self(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    fn random() -> Self {
        let key = hmac::Key::generate(hmac::HMAC_SHA256, &SystemRandom::new());
        Self(key.expect("the operating system has random numbers, without which there is no TLS either"))
    }

    /// The first 16 hexadecimal digits of the user's HMAC.
    pub(crate) fn hash(&self, user: &UserId) -> String {
        let tag = hmac::sign(&self.0, user.as_str().as_bytes());
        hex::encode(&tag.as_ref()[..SHOWN_BYTES])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn user(id: &str) -> UserId {
        UserId::parse(id).unwrap()
    }

    #[test]
    fn the_hash_is_the_beginning_of_the_hmac() {
        // printf '%s' alice | openssl dgst -sha256 -hmac key
        assert_eq!(UserHashKey::new(b"key").hash(&user("alice")), "76fb55e929c06b97");
    }

    #[test]
    fn users_and_keys_have_hashes_of_their_own() {
        let key = UserHashKey::new(b"key");
        assert_ne!(key.hash(&user("alice")), key.hash(&user("bob")));
        assert_ne!(key.hash(&user("alice")), UserHashKey::new(b"other").hash(&user("alice")));
        assert_ne!(UserHashKey::random().hash(&user("alice")), UserHashKey::random().hash(&user("alice")));
    }

    #[test]
    fn the_key_is_not_shown() {
        assert_eq!(format!("{:?}", UserHashKey::new(b"secret")), "UserHashKey(..)");
    }
}
