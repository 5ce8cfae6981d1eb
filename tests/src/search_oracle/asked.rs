//! Generates random searches, each as text and as its meaning.

use std::fmt;

use favorites_api::favorites::{DataType, PageSize, SearchQuery, SearchRequest};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use super::kept::Kept;
use super::text::Text;
use super::wish::Wish;

/// A search. It is displayed as a user asks for it.
#[derive(Debug, Default)]
pub struct Asked {
    /// The query as a user types it.
    query: String,
    data_type: Option<DataType>,
    tag_id: Option<String>,
    /// The alternatives of which a favorite must meet one.
    clauses: Vec<Vec<Part>>,
}

/// A part of a query.
#[derive(Debug)]
struct Part {
    wish: Wish,
    is_excluded: bool,
}

impl Asked {
    /// Returns the search for everything.
    #[must_use]
    pub fn everything() -> Self {
        Self::default()
    }

    /// Returns the search for the favorites with a tag.
    #[must_use]
    pub fn tagged(tag_id: String) -> Self {
        Self { tag_id: Some(tag_id), ..Self::default() }
    }

    /// Returns the search for a phrase without quotes.
    #[must_use]
    pub fn phrase(phrase: &str) -> Self {
        let wish = Wish::Words { term: Text::of(phrase), is_beginning: false };
        let clauses = vec![vec![Part { wish, is_excluded: false }]];
        Self { query: format!("\"{phrase}\""), clauses, ..Self::default() }
    }

    /// Generates a search for words of the vocabulary, for pieces of the texts in `kept` and for other properties of
    /// theirs, sometimes with a type or a tag.
    pub fn draw(random: &mut StdRng, kept: &[Kept], tag_ids: &[String]) -> Self {
        let parts = random.random_range(0..=4);
        let (mut query, mut clauses) = (String::new(), Vec::<Vec<Part>>::new());
        for number in 1..=parts {
            if random.random_bool(0.1) {
                query.push_str(["& ", "-\u{3000}", "?! ", "\"\" "].choose(random).expect("there are some"));
            }
            let is_alternative = number > 1 && random.random_bool(0.2);
            if is_alternative {
                query.push_str("OR ");
            }
            let is_excluded = random.random_bool(0.25);
            if is_excluded {
                query.push_str(["-", "－"].choose(random).expect("there are signs"));
            }
            let is_last = number == parts && random.random_bool(0.8);
            let (written, wish) = Wish::draw(random, kept, is_last && !is_excluded);
            query.push_str(&written);
            // A space that ends the query would not make a difference.
            if !is_last {
                query.push_str(["\u{3000}", " ", "  "].choose(random).expect("there are spaces"));
            }
            if number == parts && !is_last {
                query.push('&');
            }
            let part = Part { wish, is_excluded };
            match clauses.last_mut() {
                Some(clause) if is_alternative => clause.push(part),
                _ => clauses.push(vec![part]),
            }
        }
        let data_type = if random.random_bool(0.1) { DataType::ALL.choose(random).copied() } else { None };
        let tag_id = if random.random_bool(0.1) { tag_ids.choose(random).cloned() } else { None };
        Self { query, data_type, tag_id, clauses }
    }

    /// Returns the request for the first page.
    #[must_use]
    pub fn request(&self, size: u32, count_all: bool) -> SearchRequest {
        SearchRequest {
            query: SearchQuery::parse(&self.query).unwrap_or_else(|error| panic!("{self}: {error}")),
            data_type: self.data_type,
            tag_id: self.tag_id.as_ref().map(|tag_id| tag_id.parse().expect("ids are ids")),
            size: PageSize::new(size).expect("a page may have this size"),
            after: None,
            count_all,
        }
    }

    /// Returns the favorites that the search should find, in their order.
    #[must_use]
    pub fn expected<'k>(&self, kept: &'k [Kept]) -> Vec<&'k Kept> {
        kept.iter().filter(|kept| self.finds(kept)).collect()
    }

    fn finds(&self, kept: &Kept) -> bool {
        let is_met = |part: &Part| part.wish.is_met_by(kept) != part.is_excluded;
        self.data_type.is_none_or(|data_type| kept.data_type == data_type.as_str())
            && self.tag_id.as_ref().is_none_or(|tag_id| kept.tag_ids.contains(tag_id))
            && self.clauses.iter().all(|clause| clause.iter().any(is_met))
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.query)?;
        if let Some(data_type) = self.data_type {
            write!(f, " of type {data_type}")?;
        }
        self.tag_id.iter().try_for_each(|tag_id| write!(f, " with tag {tag_id}"))
    }
}
