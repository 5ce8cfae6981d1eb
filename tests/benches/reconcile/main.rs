//! Measures reconciliation, on the engine in memory, over HTTP:
//!
//! - `memory`: the memory of passes over one user with very many favorites, all of which expire, each in another second. Each pass
//!   runs in a process of its own, which connects to the table as the Lambda function does, in the function's role. The passes are:
//!   the catalogue is made from nothing; all is right; the counters are wrong, so the pass goes over all
//!   favorites twice. It fails if a process takes more than [`MOST_MEMORY`], or if a count is wrong afterwards.
//! - `mixed`: the same where every tenth favorite expires.
//! - `requests`: the requests of a reconciliation of all users who are due. It fails if they depend on anything but the number of users
//!   who are due.
//!
//! ```sh
//! cargo bench -p favorites-tests --bench reconcile
//! ```
//!
//! To run only one of them, add `-- memory`, `-- mixed` or `-- requests`. A number sets the favorites: `-- memory 50000`.

mod due;
mod fill;
mod memory;
mod pass;

use tokio::runtime::Runtime;

use crate::due::Due;

/// The number of favorites of the user, unless an argument says otherwise.
const FAVORITES: usize = 1_000_000;

/// The most memory of a process that reconciles, in MB. The function has 1,024 MB (`MemorySize` in `template.yaml`).
const MOST_MEMORY: u64 = 700;

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with("--")).collect();
    if let [command, user] = &arguments[..]
        && command == pass::COMMAND
    {
        return pass::run(user);
    }
    let favorites = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(FAVORITES);
    let asked: Vec<_> = arguments.iter().filter(|argument| argument.parse::<usize>().is_err()).collect();
    let is_asked = |name: &str| asked.is_empty() || asked.iter().any(|asked| *asked == name);
    Runtime::new()?.block_on(async {
        if is_asked("memory") {
            memory::measure(favorites, 1).await?;
        }
        if is_asked("mixed") {
            memory::measure(favorites, 10).await?;
        }
        if is_asked("requests") {
            requests().await;
        }
        Ok(())
    })
}

/// Measures the requests with more users, and with more users who are due.
async fn requests() {
    let few = Due::measure(10_000, 1_000).await;
    let many = Due::measure(100_000, 1_000).await;
    let more_due = Due::measure(100_000, 2_000).await;
    // All users who are due have equally much, so there is nothing to tolerate.
    assert_eq!(few.of_users * 2, more_due.of_users, "the requests grow with the users who are due");
    assert_eq!(few.of_users, many.of_users, "other users add no requests");
    assert_eq!(few.of_list, many.of_list, "other users add no pages to the list");
}
