//! The answer to a search: all its pages, compared with the favorites that the search should find.

use std::collections::BTreeMap;

use favorites_api::Favorites;
use favorites_api::favorites::{Error, MatchCounts, SearchPage, SearchRequest, UserId};

use super::kept::Kept;

/// More pages than any test has favorites: a search with more of them has no end.
const MOST_PAGES: usize = 2_000;

/// The pages of a search.
#[derive(Debug)]
pub struct Pages {
    all: Vec<SearchPage>,
    size: usize,
    count_all: bool,
}

/// The numbers of favorites of each type and with each tag.
type Numbers = [BTreeMap<String, u64>; 2];

impl Pages {
    /// Searches, and follows the pages to the last one.
    pub async fn follow(
        service: &Favorites,
        user: &UserId,
        mut request: SearchRequest,
    ) -> Result<Self, Error> {
        let mut pages = Vec::new();
        while pages.len() < MOST_PAGES {
            let page = service.search(user, &request).await?;
            request.after.clone_from(&page.next);
            pages.push(page);
            if request.after.is_none() {
                break;
            }
        }
        let size = request.size.get().try_into().expect("a page is small");
        Ok(Self { all: pages, size, count_all: request.count_all })
    }

    /// Returns the counts of the first page.
    #[must_use]
    pub fn counts(&self) -> Option<&MatchCounts> {
        self.all.first()?.counts.as_ref()
    }

    /// Returns the first difference from the answer that finds the favorites `expected`.
    #[must_use]
    pub fn fault(&self, expected: &[&Kept]) -> Option<String> {
        let found: Vec<_> = self.all.iter().flat_map(|page| &page.items).collect();
        let found: Vec<_> = found.into_iter().map(|favorite| favorite.data_id.to_string()).collect();
        let wanted: Vec<_> = expected.iter().map(|kept| kept.data_id.clone()).collect();
        if found != wanted {
            return Some(format!("found are {found:?}; there are {wanted:?}"));
        }
        if self.all.iter().any(|page| page.items.len() > self.size) {
            return Some(format!("a page has more than {} favorites", self.size));
        }
        if self.all.last().is_some_and(|page| page.next.is_some()) {
            return Some(format!("more than {MOST_PAGES} pages follow each other"));
        }
        if self.all.iter().skip(1).any(|page| page.counts.is_some()) {
            return Some("a later page has counts".to_owned());
        }
        match self.counts() {
            Some(counts) => self.fault_of_counts(counts, expected),
            None => Some("the first page has no counts".to_owned()),
        }
    }

    fn fault_of_counts(&self, counts: &MatchCounts, expected: &[&Kept]) -> Option<String> {
        let (counted, there) = (counted(counts), numbers(expected));
        if counts.complete {
            return (counted != there).then(|| format!("counted are {counted:?}; there are {there:?}"));
        }
        // If everything fits on the first page, the search has looked at everything.
        if self.count_all || self.all.len() == 1 {
            return Some(format!("the counts {counted:?} are incomplete; there are {there:?}"));
        }
        let is_lower = counted.iter().zip(&there).all(|(counted, there)| {
            counted.iter().all(|(name, count)| there.get(name).is_some_and(|there| count <= there))
        });
        (!is_lower).then(|| format!("at least {counted:?} are counted; there are {there:?}"))
    }
}

fn counted(counts: &MatchCounts) -> Numbers {
    let types = counts.by_type.iter().map(|(data_type, count)| (data_type.as_str().to_owned(), count));
    let tags = counts.by_tag.iter().map(|(tag_id, count)| (tag_id.to_string(), *count));
    [types.collect(), tags.collect()]
}

fn numbers(expected: &[&Kept]) -> Numbers {
    let [mut types, mut tags] = Numbers::default();
    for kept in expected {
        *types.entry(kept.data_type.clone()).or_default() += 1;
        for tag_id in &kept.tag_ids {
            *tags.entry(tag_id.clone()).or_default() += 1;
        }
    }
    [types, tags]
}
