//! The account: its use and its limits as JSON, and the confirmation of its erasure.

use favorites::json::excerpt;
use favorites::limits::{
    BATCH_FAVORITES, FAVORITE_BYTES, JOB_KEEPS, NOTE_CHARS, PAGE_ITEMS, SEARCH_QUERY_CHARS, TAG_NAME_CHARS,
    TAGS_PER_FAVORITE, TAGS_PER_PERSON, TITLE_CHARS, TRASH_KEEPS, URL_CHARS,
};
use favorites::{Account, UserId};
use http::StatusCode;
use serde::Serialize;

use crate::problem::Problem;
use crate::query::Query;
use crate::representation::CountsBody;
use crate::response::Response;

/// The query parameter that confirms an erasure.
const CONFIRM: &str = "confirm";

/// The seconds of a day.
const DAY: u64 = 24 * 60 * 60;

/// An account.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct AccountBody<'a> {
    user_id: &'a UserId,
    usage: UsageBody,
    limits: LimitsBody,
}

/// The things that a user keeps.
#[derive(Debug, Serialize)]
struct UsageBody {
    favorites: CountsBody,
    tags: u64,
}

/// The limits of an account. They are the same for all users.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LimitsBody {
    tags: u64,
    tags_per_favorite: usize,
    favorite_bytes: usize,
    batch_favorites: usize,
    page_items: u32,
    title_characters: usize,
    url_characters: usize,
    tag_name_characters: usize,
    note_characters: usize,
    query_characters: usize,
    trash_days: u64,
    job_days: u64,
}

impl LimitsBody {
    const ALL: Self = Self {
        tags: TAGS_PER_PERSON,
        tags_per_favorite: TAGS_PER_FAVORITE,
        favorite_bytes: FAVORITE_BYTES,
        batch_favorites: BATCH_FAVORITES,
        page_items: PAGE_ITEMS,
        title_characters: TITLE_CHARS,
        url_characters: URL_CHARS,
        tag_name_characters: TAG_NAME_CHARS,
        note_characters: NOTE_CHARS,
        query_characters: SEARCH_QUERY_CHARS,
        trash_days: TRASH_KEEPS.as_secs() / DAY,
        job_days: JOB_KEEPS.as_secs() / DAY,
    };
}

impl Response {
    /// 200 with the use and the limits of an account.
    #[must_use]
    pub fn account(user: &UserId, account: &Account) -> Self {
        let usage = UsageBody { favorites: CountsBody::from(&account.counts), tags: account.tags };
        Self::json(StatusCode::OK, &AccountBody { user_id: user, usage, limits: LimitsBody::ALL })
    }
}

impl Query {
    /// Reads the confirmation that the user wants everything to be erased: `confirm` must be the user's id. It is a parameter and not a body,
    /// because some clients and proxies drop the body of a `DELETE` (RFC 9110, section 9.3.5).
    ///
    /// # Errors
    /// An `invalid-input` problem if the confirmation is missing or wrong, with every other fault of the query.
    pub fn confirmed_by(mut self, user: &UserId) -> Result<(), Problem> {
        self.required(CONFIRM, "the id of the user whose account is erased", |given| {
            let wrong = || {
                format!(
                    "must be the id of the user whose account is erased; \"{}\" was given",
                    excerpt(given)
                )
            };
            (given == user.as_str()).then_some(()).ok_or_else(wrong)
        });
        self.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(query: &str) -> Vec<(String, String)> {
        let user = UserId::parse("ann#1").unwrap();
        let read = Query::new(query, &std::collections::BTreeMap::new(), &["confirm"]).confirmed_by(&user);
        let faults = read.err().map(|problem| problem.faults().to_vec()).unwrap_or_default();
        faults.into_iter().map(|fault| (format!("{:?}", fault.place), fault.detail)).collect()
    }

    #[test]
    fn only_the_id_of_the_user_confirms() {
        assert_eq!(faults("confirm=ann%231"), []);
        for wrong in ["confirm=", "confirm=ann", "confirm=ANN%231", "confirm=true"] {
            let [(place, detail)] = &*faults(wrong) else { panic!("{wrong}") };
            assert!(place.contains("confirm") && detail.contains("must be the id of the user"), "{detail}");
        }
    }

    #[test]
    fn a_missing_confirmation_is_a_fault_beside_all_others() {
        let [(place, detail)] = &*faults("") else { panic!() };
        assert!(place.contains("confirm") && detail.starts_with("is required"), "{detail}");
        let found = faults("confrim=ann%231");
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found[1].0.contains("confrim"), "{found:?}");
        assert_eq!(faults("confirm=ann%231&confirm=ann%231").len(), 1);
        assert_eq!(faults("confirm=ann%231&force=1").len(), 1);
    }
}
