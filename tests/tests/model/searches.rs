//! The service's searches, compared with a scan of the table's own items.

use favorites_api::Favorites;
use favorites_api::favorites::{Error, UserId};
use favorites_tests::search_oracle::{Asked, Kept, Pages, kept};
use rand::RngExt;
use rand::rngs::StdRng;
use serde_json::Value;

/// The number of random searches in each comparison.
const RANDOM_SEARCHES: usize = 5;
/// The most favorites on a page.
const MOST: u32 = 100;
/// The most favorites on a small page.
const FEW: u32 = 5;

/// Returns the searches of a user with a wrong answer, one line each.
pub(crate) async fn wrong_searches(
    service: &Favorites,
    user: &UserId,
    items: &[Value],
    random: &mut StdRng,
) -> Result<Vec<String>, Error> {
    let (kept, tag_ids) = kept(items, user, service.now());
    let mut faults = Vec::new();
    for Search { asked, size, count_all } in searches(random, &kept, &tag_ids) {
        let pages = Pages::follow(service, user, asked.request(size, count_all)).await?;
        if let Some(fault) = pages.fault(&asked.expected(&kept)) {
            let all = if count_all { ", and counts all" } else { "" };
            faults.push(format!("{user:?} searches for {asked} by {size}{all}: {fault}"));
        }
    }
    Ok(faults)
}

struct Search {
    asked: Asked,
    size: u32,
    count_all: bool,
}

/// Returns the searches for everything, for a tag and for a favorite by its title, and random ones.
fn searches(random: &mut StdRng, kept: &[Kept], tag_ids: &[String]) -> Vec<Search> {
    let tagged = tag_ids.first().cloned().map(Asked::tagged);
    let titled = kept.first().map(|kept| Asked::phrase(kept.title()));
    let fixed = [Some(Asked::everything()), tagged, titled].into_iter().flatten();
    let mut searches: Vec<_> = fixed.map(|asked| Search { asked, size: MOST, count_all: false }).collect();
    for _ in 0..RANDOM_SEARCHES {
        let asked = Asked::draw(random, kept, tag_ids);
        let size = if random.random_bool(0.5) { random.random_range(1..=FEW) } else { MOST };
        searches.push(Search { asked, size, count_all: random.random_bool(0.5) });
    }
    searches
}
