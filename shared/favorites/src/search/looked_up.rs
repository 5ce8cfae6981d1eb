//! The conditions of a search that are looked up in the search index.

use packed_index::{Term, Wanted as WantedTerms};

use super::prepared::Prepared;
use super::query::Wanted;
use crate::limits::{LOOKED_UP_CONDITIONS, LOOKED_UP_TAGS};
use crate::model::ids::TagId;
use crate::search_index::terms::{is_of_tag, is_whole, of_beginning, of_tag, of_token, of_type, of_word};
use crate::search_text::{NeededToken, Token, Words};

/// Conditions that every match meets. Other favorites may meet them too, so the search compares each favorite with the whole query.
pub(super) struct LookedUp {
    conditions: Vec<WantedTerms>,
    /// The number of terms that may be added.
    left: Terms,
}

/// Numbers of terms. Tags are counted by themselves: a word that many tags have in their names would
/// otherwise not be looked up at all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Terms {
    tags: usize,
    others: usize,
}

impl Terms {
    fn of(wanted: &WantedTerms) -> Self {
        match wanted {
            WantedTerms::Term { term, .. } if is_of_tag(term) => Self { tags: 1, others: 0 },
            WantedTerms::Term { .. } | WantedTerms::Beginning { .. } => Self { tags: 0, others: 1 },
            WantedTerms::Sequence { terms, .. } => Self { tags: 0, others: terms.len() },
            WantedTerms::All(all) | WantedTerms::Any(all) => {
                let all = all.iter().map(Self::of);
                all.fold(Self { tags: 0, others: 0 }, |sum, one| Self {
                    tags: sum.tags + one.tags,
                    others: sum.others + one.others,
                })
            }
            WantedTerms::Not(not) => Self::of(not),
        }
    }

    /// Returns the terms without some of them, or `None` if there are not as many.
    fn without(self, some: Self) -> Option<Self> {
        let (tags, others) = (self.tags.checked_sub(some.tags)?, self.others.checked_sub(some.others)?);
        Some(Self { tags, others })
    }
}

impl LookedUp {
    /// Chooses from the clauses of a query. Later ones are left out if there are too many.
    pub(super) fn of(clauses: &[Vec<Prepared<'_>>]) -> Self {
        let left = Terms { tags: LOOKED_UP_TAGS, others: LOOKED_UP_CONDITIONS };
        let mut looked_up = Self { conditions: Vec::new(), left };
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
        if let Some(left) = self.left.without(Terms::of(&condition)) {
            self.left = left;
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
        let left = Terms { tags: 0, others: LOOKED_UP_CONDITIONS / 2 };
        let mut looked_up = LookedUp { conditions: Vec::new(), left };
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

/// Returns the condition for a tag.
pub(super) fn tag(tag_id: TagId) -> WantedTerms {
    term(of_tag(tag_id))
}

#[cfg(test)]
mod tests {
    use single_table::Timestamp;

    use super::*;
    use crate::model::ids::UserId;
    use crate::model::tag::{Tag, TagName};
    use crate::search::SearchQuery;

    /// Returns this number of tags whose names have the word `rust`.
    fn tags(number: usize) -> Vec<Tag> {
        let (user_id, time) = (UserId::parse("ann").unwrap(), Timestamp::from_unix_millis(0).unwrap());
        let tag = |number| Tag {
            user_id: user_id.clone(),
            tag_id: TagId::at(time),
            tag_name: TagName::parse(format!("rust {number}")).unwrap(),
            create_time: time,
            last_access_time: time,
            version: 1,
            former_names: Vec::new(),
        };
        (0..number).map(tag).collect()
    }

    /// Returns the number of conditions of a query that are looked up, with this number of tags.
    fn looked_up(query: &str, number: usize) -> usize {
        let (query, tags) = (query.parse::<SearchQuery>().unwrap(), tags(number));
        let mut clauses = Vec::new();
        for clause in query.clauses() {
            clauses.push(clause.iter().map(|one| Prepared::new(one, &tags)).collect());
        }
        LookedUp::of(&clauses).conditions.len()
    }

    #[test]
    fn a_word_is_looked_up_with_as_many_tags_as_their_allowance_permits() {
        assert_eq!(looked_up("rust", 12), 1);
        assert_eq!(looked_up("rust", LOOKED_UP_TAGS), 1);
        assert_eq!(looked_up("rust", LOOKED_UP_TAGS + 1), 0);
    }

    #[test]
    fn words_and_tags_do_not_take_each_others_allowance() {
        let words: Vec<_> = (0..LOOKED_UP_CONDITIONS - 1).map(|number| format!("\"word{number}\"")).collect();
        let query = format!("\"rust\" {}", words.join(" "));
        assert_eq!(looked_up(&query, LOOKED_UP_TAGS), LOOKED_UP_CONDITIONS);
        assert_eq!(looked_up(&format!("{query} \"more\""), LOOKED_UP_TAGS), LOOKED_UP_CONDITIONS);
        let all_tags = LOOKED_UP_TAGS / 2 + 1;
        assert_eq!(looked_up("\"rust\" \"rust\" milk", all_tags), 2, "the second word has no tags left");
    }
}
