//! Generates random searches, each as text and as its meaning.

use favorites_api::favorites::DataType;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;

use crate::kept::Kept;
use crate::wish::Wish;

/// A search.
#[derive(Debug)]
pub(crate) struct Asked {
    /// The query as a user types it.
    pub(crate) query: String,
    pub(crate) data_type: Option<DataType>,
    pub(crate) tag_id: Option<String>,
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
    /// Generates a search for words of the vocabulary, for pieces of the texts in `kept` and for other properties of
    /// theirs, sometimes with a type or a tag.
    pub(crate) fn draw(random: &mut StdRng, kept: &[Kept], tag_ids: &[String]) -> Self {
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

    /// Returns true if the search should find `kept`.
    pub(crate) fn finds(&self, kept: &Kept) -> bool {
        let is_met = |part: &Part| part.wish.is_met_by(kept) != part.is_excluded;
        self.data_type.is_none_or(|data_type| kept.data_type == data_type.as_str())
            && self.tag_id.as_ref().is_none_or(|tag_id| kept.tag_ids.contains(tag_id))
            && self.clauses.iter().all(|clause| clause.iter().any(is_met))
    }
}
