//! The memory of the function that searches, in a process of its own.

use favorites_api::favorites::{PageSize, SearchQuery, SearchRequest, UserId};
use favorites_tests::figures::{peak_memory, say};
use favorites_tests::{Service, process};

use crate::queries::PAGE;

/// The argument that makes this program a process that searches.
pub(crate) const COMMAND: &str = "memory";

/// Runs queries in a new process, as the function does. Returns the most memory that the process had at a time, in MB.
pub(crate) async fn measure(service: &Service, user: &UserId, queries: &[String]) -> anyhow::Result<u64> {
    let arguments: Vec<&str> =
        [COMMAND, user.as_str()].into_iter().chain(queries.iter().map(String::as_str)).collect();
    Ok(process::run_as(service, "search-favorites", &arguments).await?)
}

/// Runs queries in this process, each for its first page and then for all counts, and prints the memory.
pub(crate) fn run(user: &str, queries: &[String]) -> anyhow::Result<()> {
    let user = UserId::parse(user)?;
    // The function has such a runtime.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let favorites = favorites_api::connect(&favorites_api::Environment::read()?)?;
    let size = PageSize::new(u32::try_from(PAGE)?)?;
    for query in queries {
        for count_all in [false, true] {
            let query = SearchQuery::parse(query)?;
            let request = SearchRequest { query, size, count_all, ..SearchRequest::default() };
            runtime.block_on(favorites.search(&user, &request))?;
        }
    }
    say(&peak_memory()?.to_string());
    Ok(())
}
