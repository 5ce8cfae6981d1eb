//! The links that sign users in to the web app, once.
//!
//! They are on the list of tokens, so that a command can create one while the service runs. The list has
//! digests only: whoever reads it can't sign in.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::digest::{SHA256, digest};
use ring::rand::{SecureRandom as _, SystemRandom};
use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

/// The time that a link works.
pub(super) const LIFETIME: Duration = Duration::minutes(10);

/// The bytes of a code: 128 bits, which nobody guesses.
const BYTES: usize = 16;

/// The record of a link.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct LinkRecord {
    /// The SHA-256 digest of the code.
    digest: String,
    pub(super) user: String,
    #[serde(with = "time::serde::rfc3339")]
    expire_time: OffsetDateTime,
}

impl LinkRecord {
    /// Returns the record of a new link and its code, or `None` if the operating system provides no random
    /// bytes.
    pub(super) fn generate(user: &str, now: OffsetDateTime) -> Option<(Self, String)> {
        let mut bytes = [0; BYTES];
        SystemRandom::new().fill(&mut bytes).ok()?;
        let code = URL_SAFE_NO_PAD.encode(bytes);
        let record = Self { digest: digest_of(&code), user: user.to_owned(), expire_time: now + LIFETIME };
        Some((record, code))
    }

    pub(super) fn works(&self, now: OffsetDateTime) -> bool {
        self.expire_time > now
    }

    pub(super) fn is_of(&self, code: &str) -> bool {
        self.digest == digest_of(code)
    }
}

fn digest_of(code: &str) -> String {
    URL_SAFE_NO_PAD.encode(digest(&SHA256, code.as_bytes()))
}
