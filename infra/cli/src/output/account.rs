//! The account as text.

use super::counts::counts;
use crate::client::Account;

/// Returns the user, the counts of favorites and tags, and a line for each limit.
pub(crate) fn account(account: &Account) -> String {
    let Account { user_id, usage, limits } = account;
    let mut lines = vec![
        format!("user       {user_id}"),
        counts(&usage.favorites),
        format!("{:<10} {:>8}", "tags", usage.tags),
    ];
    lines.extend(limits.iter().map(|(name, limit)| format!("limit      {name} {limit}")));
    lines.join("\n")
}
