//! The list of all tokens that the service has created.

use serde::{Deserialize, Serialize};
use time::{Duration, OffsetDateTime};

use super::link::LinkRecord;
use super::record::{TokenRecord, TokenState};

/// The time that the list keeps a token after its expiry, so that users can see why a program does not work any more.
const KEPT_AFTER_EXPIRY: Duration = Duration::days(30);

/// The most links that were not used yet.
const MOST_LINKS: usize = 100;

/// The records of tokens, oldest first. A token without a record is not valid, so a lost list can't bring a revoked token back.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct TokenList {
    tokens: Vec<TokenRecord>,
    /// The links that were not used yet, oldest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    links: Vec<LinkRecord>,
}

impl TokenList {
    /// Returns the records, oldest first.
    pub(super) fn records(&self) -> &[TokenRecord] {
        &self.tokens
    }

    pub(super) fn find(&self, id: &str) -> Option<&TokenRecord> {
        self.tokens.iter().rfind(|record| record.id.as_str() == id)
    }

    /// Returns the token of `user` for the start of the service that is valid longest, if it is valid beyond `until`.
    pub(super) fn printed_at_start(&self, user: &str, until: OffsetDateTime) -> Option<&TokenRecord> {
        let lasting = self.tokens.iter().filter(|record| {
            record.printed_at_start && record.user == user && record.state(until) == TokenState::Valid
        });
        lasting.max_by_key(|record| record.expire_time)
    }

    /// Adds a token, and forgets those that expired long ago.
    pub(super) fn add(&mut self, record: TokenRecord, now: OffsetDateTime) {
        self.tokens.retain(|record| record.expire_time + KEPT_AFTER_EXPIRY > now);
        self.tokens.push(record);
    }

    /// Adds a link, and forgets those that work no more. One too many takes the place of the oldest.
    pub(super) fn add_link(&mut self, link: LinkRecord, now: OffsetDateTime) {
        self.links.retain(|link| link.works(now));
        if self.links.len() >= MOST_LINKS {
            self.links.remove(0);
        }
        self.links.push(link);
    }

    /// Takes the link of a code off the list. Returns its user if it still works.
    pub(super) fn take_link(&mut self, code: &str, now: OffsetDateTime) -> Option<String> {
        let place = self.links.iter().position(|link| link.is_of(code))?;
        let link = self.links.remove(place);
        link.works(now).then_some(link.user)
    }

    /// Revokes a token. A second time changes nothing. Returns the record, or `None` if there is none with this id.
    pub(super) fn revoke(&mut self, id: &str, now: OffsetDateTime) -> Option<TokenRecord> {
        let record = self.tokens.iter_mut().rfind(|record| record.id.as_str() == id)?;
        record.revoke_time.get_or_insert(now);
        Some(record.clone())
    }
}
