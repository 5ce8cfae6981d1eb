//! Filling a page with the items of a partition, for any view.

use futures::future::{BoxFuture, FutureExt as _};

use super::plan::Plan;
use super::request::Target;
use crate::Item;
use crate::capacity::Units;
use crate::error::Error;
use crate::store::Store;
use crate::table::Database;

/// The most requests for one page while its items turn out to be expired or filtered out. The next page reads the rest.
pub(super) const PAGE_QUERIES: u32 = 8;

/// The result of offering an item to a page.
pub(super) enum Taken {
    /// The item has expired, or the query leaves it out.
    Hidden,
    /// The item is on the page.
    Kept,
    /// The item belongs on the next page, because this one is full.
    Beyond,
}

/// The end of a page.
pub(super) struct Filled {
    /// The last item of the page, or the last evaluated key. `None` if nothing follows.
    pub(super) last: Option<Item>,
    pub(super) units: Units,
}

impl<D: Database> Store<D> {
    /// Reads items and offers each to the page with `take`, until the page is full or nothing follows.
    pub(super) fn fill_page<'r>(
        &'r self,
        plan: &'r Plan,
        target: Target<'r>,
        mut start: Option<Item>,
        take: &'r mut (dyn FnMut(Item) -> Result<Taken, Error> + Send),
    ) -> BoxFuture<'r, Result<Filled, Error>> {
        async move {
            let mut kept = 0;
            let mut last = None;
            let mut evaluate = plan.limit;
            let mut units = Units::default();
            for _ in 0..PAGE_QUERIES {
                // Hidden items are often followed by more of them: each request reads twice as many items as the one before.
                let found = self.query_once(plan, target, evaluate, start).await?;
                let may_exceed = evaluate > plan.limit;
                evaluate = evaluate.map(|items| items.saturating_mul(2));
                units.read += found.units.read;
                start = found.last;
                for item in found.items {
                    let place = may_exceed.then(|| item.clone());
                    match take(item)? {
                        Taken::Hidden => {}
                        Taken::Kept => {
                            kept += 1;
                            last = place;
                        }
                        Taken::Beyond => return Ok(Filled { last, units }),
                    }
                }
                if start.is_none() || plan.limit.is_some_and(|limit| kept >= limit) {
                    break;
                }
            }
            Ok(Filled { last: start, units })
        }
        .boxed()
    }
}
