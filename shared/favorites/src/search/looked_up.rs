//! The conditions of a search that are looked up in the search index.

use packed_index::{Term, Wanted as WantedTerms};

use super::prepared::Prepared;
use super::query::Wanted;
use crate::limits::LOOKED_UP_CONDITIONS;
use crate::model::ids::TagId;
use crate::search_index::terms::{is_whole, of_beginning, of_tag, of_token, of_type, of_word};
use crate::search_text::{NeededToken, Token, Words};

/// Conditions that every match meets. Other favorites may meet them too, so the search compares each favorite with the whole query.
pub(super) struct LookedUp {
    conditions: Vec<WantedTerms>,
    /// The number of terms that may be added.
    left: usize,
}

impl LookedUp {
    /// Chooses from the clauses of a query. Later ones are left out if there are too many.
    pub(super) fn of(clauses: &[Vec<Prepared<'_>>]) -> Self {
        let mut looked_up = Self { conditions: Vec::new(), left: LOOKED_UP_CONDITIONS };
        for clause in clauses {
            let alternatives: Option<Vec<_>> = clause.iter().map(of_condition).collect();
            if let Some(alternatives) = alternatives {
                looked_up.add(WantedTerms::Any(alternatives));
            }
        }
        looked_up
    }

    /// Adds a condition unless there are too many.
    pub(super) fn add(&mut self, condition: WantedTerms) {
        let terms = number_of_terms(&condition);
        if terms <= self.left {
            self.left -= terms;
            self.conditions.push(condition);
        }
    }

    pub(super) fn into_wanted(self) -> WantedTerms {
        WantedTerms::All(self.conditions)
    }
}

/// Returns the condition for a term.
pub(super) fn term(term: Term) -> WantedTerms {
    WantedTerms::Term { term, in_title: false }
}

/// Returns the terms of every favorite that meets the condition, or `None` if the index has no such terms.
fn of_condition(prepared: &Prepared<'_>) -> Option<WantedTerms> {
    let tags = || WantedTerms::Any(prepared.tags().map(of_tag).map(term).collect());
    let wanted = match prepared.wanted() {
        Wanted::Words(words) => WantedTerms::Any(vec![of_words(words, false), tags()]),
        Wanted::Title(words) => of_words(words, true),
        Wanted::Site(site) => of_words(site.words(), false),
        Wanted::Tag(_) => tags(),
        Wanted::Type(data_type) => term(of_type(*data_type)),
        // Favorites whose tags were deleted have no tag either, and documents show that at once.
        Wanted::Untagged | Wanted::Before(_) | Wanted::After(_) => return None,
    };
    if prepared.is_excluded() {
        is_decided(prepared.wanted()).then(|| WantedTerms::Not(Box::new(wanted)))
    } else {
        Some(wanted)
    }
}

/// Returns true if the index alone decides whether a favorite meets the condition.
fn is_decided(wanted: &Wanted) -> bool {
    match wanted {
        Wanted::Words(words) | Wanted::Title(words) => {
            let needed = words.needed_tokens();
            words.are_decided_by_tokens() && needed.iter().flatten().all(|one| is_whole(longest_of(one)))
        }
        Wanted::Type(_) | Wanted::Tag(_) => true,
        Wanted::Untagged | Wanted::Site(_) | Wanted::Before(_) | Wanted::After(_) => false,
    }
}

fn of_words(words: &Words, in_title: bool) -> WantedTerms {
    let alternatives = words.needed_tokens().into_iter().map(|needed| {
        // The longest are in the fewest texts.
        let mut needed: Vec<_> = needed.into_iter().collect();
        needed.sort_by_key(|one| std::cmp::Reverse(longest_of(one).len()));
        let mut looked_up = LookedUp { conditions: Vec::new(), left: LOOKED_UP_CONDITIONS / 2 };
        for one in &needed {
            looked_up.add(of_needed(one, in_title));
        }
        looked_up.into_wanted()
    });
    WantedTerms::Any(alternatives.collect())
}

fn of_needed(needed: &NeededToken, in_title: bool) -> WantedTerms {
    match needed {
        NeededToken::Whole(token) => WantedTerms::Term { term: of_token(token), in_title },
        NeededToken::Sequence(words) => {
            let terms = words.iter().take(LOOKED_UP_CONDITIONS / 2).map(|word| of_word(word)).collect();
            WantedTerms::Sequence { terms, in_title }
        }
        NeededToken::Beginning(text) => WantedTerms::Beginning { beginning: of_beginning(text), in_title },
    }
}

/// Returns the longest text of a condition.
fn longest_of(needed: &NeededToken) -> &str {
    match needed {
        NeededToken::Whole(Token::Word(text) | Token::Free(text)) | NeededToken::Beginning(text) => text,
        NeededToken::Sequence(words) => words.iter().max_by_key(|word| word.len()).map_or("", String::as_str),
    }
}

fn number_of_terms(wanted: &WantedTerms) -> usize {
    match wanted {
        WantedTerms::Term { .. } | WantedTerms::Beginning { .. } => 1,
        WantedTerms::Sequence { terms, .. } => terms.len(),
        WantedTerms::All(all) | WantedTerms::Any(all) => all.iter().map(number_of_terms).sum(),
        WantedTerms::Not(not) => number_of_terms(not),
    }
}

/// Returns the condition for a tag.
pub(super) fn tag(tag_id: TagId) -> WantedTerms {
    term(of_tag(tag_id))
}
