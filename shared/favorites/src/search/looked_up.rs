//! The conditions of a search that are looked up in the search index.

use std::collections::BTreeSet;

use packed_index::{Term, Wanted as WantedTerms};

use super::prepared::Prepared;
use super::query::Wanted;
use crate::limits::{LOOKED_UP_CONDITIONS, LOOKED_UP_TAGS};
use crate::model::ids::TagId;
use crate::search_index::terms::{is_of_tag, is_whole, of_beginning, of_tag, of_token, of_type, of_word};
use crate::search_text::{NeededToken, Token, Words};

/// Conditions on the terms of documents. Every match meets `by_terms`, or `by_tags` if that is set. Other
/// favorites may meet them too, so the search compares each favorite with the whole query.
pub(super) struct LookedUp {
    /// The conditions without the tags of words and names that many tags have.
    pub(super) by_terms: WantedTerms,
    /// Set if there are such tags. Looking up the lists of hundreds of tags would cost more than looking at
    /// the tags of the newest documents.
    pub(super) by_tags: Option<ByTags>,
}

/// Favorites that are found by the tags of their documents.
pub(super) struct ByTags {
    /// The conditions of the other clauses.
    pub(super) wanted: WantedTerms,
    /// The tags of which such a favorite has one.
    pub(super) tags: BTreeSet<TagId>,
}

/// Conditions on terms that a favorite must meet, as many as the allowance permits.
struct Conditions {
    all: Vec<WantedTerms>,
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

impl Conditions {
    /// Adds a condition unless there are too many.
    fn add(&mut self, condition: WantedTerms) {
        if let Some(left) = self.left.without(Terms::of(&condition)) {
            self.left = left;
            self.all.push(condition);
        }
    }
}

impl LookedUp {
    /// Chooses from the clauses of a query and the other conditions of a search. Later ones are left out if
    /// there are too many.
    pub(super) fn of(clauses: &[Vec<Prepared<'_>>], others: impl Iterator<Item = WantedTerms>) -> Self {
        let left = Terms { tags: LOOKED_UP_TAGS, others: LOOKED_UP_CONDITIONS };
        let (mut by_terms, mut by_tags) =
            (Conditions { all: Vec::new(), left }, Conditions { all: Vec::new(), left });
        let mut tags = BTreeSet::new();
        let others: Vec<_> = others.collect();
        for condition in &others {
            by_terms.add(condition.clone());
            by_tags.add(condition.clone());
        }
        for clause in clauses {
            let alternatives: Option<Vec<_>> = clause.iter().map(of_condition).collect();
            let Some(alternatives) = alternatives else { continue };
            let of_clause: BTreeSet<_> =
                clause.iter().filter(|one| has_many_tags(one)).flat_map(Prepared::tags).collect();
            let condition = WantedTerms::Any(alternatives);
            if of_clause.is_empty() {
                by_tags.add(condition.clone());
            } else {
                tags.extend(of_clause);
            }
            by_terms.add(condition);
        }
        let by_tags = ByTags { wanted: WantedTerms::All(by_tags.all), tags };
        Self {
            by_terms: WantedTerms::All(by_terms.all),
            by_tags: (!by_tags.tags.is_empty()).then_some(by_tags),
        }
    }
}

/// Returns the condition for a term.
pub(super) fn term(term: Term) -> WantedTerms {
    WantedTerms::Term { term, in_title: false }
}

/// Returns for each condition, in the order of the query, the terms of all texts that have what it asks for, and
/// of no others. None for conditions that don't ask for a text. `None` if terms don't decide one of the
/// conditions, or if there are too many.
pub(super) fn deciding_terms(clauses: &[Vec<Prepared<'_>>]) -> Option<Vec<WantedTerms>> {
    let of_condition = |prepared: &Prepared<'_>| match prepared.wanted() {
        wanted @ (Wanted::Words(words) | Wanted::Title(words)) => {
            is_decided(wanted).then(|| of_words(words, matches!(wanted, Wanted::Title(_))))
        }
        Wanted::Site(_) => None,
        Wanted::Tag(_) | Wanted::Type(_) | Wanted::Untagged | Wanted::Before(_) | Wanted::After(_) => {
            Some(WantedTerms::Any(Vec::new()))
        }
    };
    let terms: Vec<_> = clauses.iter().flatten().map(of_condition).collect::<Option<_>>()?;
    let number: usize = terms.iter().map(|terms| Terms::of(terms).others).sum();
    (number <= LOOKED_UP_CONDITIONS).then_some(terms)
}

/// Returns true if too many tags meet the condition to look up each of them. For what is excluded, documents
/// show their tags at once.
fn has_many_tags(prepared: &Prepared<'_>) -> bool {
    !prepared.is_excluded() && prepared.tags().count() > LOOKED_UP_TAGS
}

/// Returns the terms of every favorite that meets the condition, or `None` if the index has no such terms.
/// Leaves out the tags if they are [many](has_many_tags).
fn of_condition(prepared: &Prepared<'_>) -> Option<WantedTerms> {
    let is_excluded = prepared.is_excluded();
    let are_many = prepared.tags().count() > LOOKED_UP_TAGS;
    let tags = || {
        let looked_up = prepared.tags().filter(|_| !are_many);
        WantedTerms::Any(looked_up.map(of_tag).map(term).collect())
    };
    let wanted = match prepared.wanted() {
        Wanted::Words(words) => WantedTerms::Any(vec![of_words(words, false), tags()]),
        Wanted::Title(words) => of_words(words, true),
        Wanted::Site(site) => of_words(site.words(), false),
        Wanted::Tag(_) => tags(),
        Wanted::Type(data_type) => term(of_type(*data_type)),
        // Favorites whose tags were deleted have no tag either, and documents show that at once.
        Wanted::Untagged | Wanted::Before(_) | Wanted::After(_) => return None,
    };
    if is_excluded {
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
        let mut conditions = Conditions { all: Vec::new(), left };
        for one in &needed {
            conditions.add(of_needed(one, in_title));
        }
        WantedTerms::All(conditions.all)
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
    use super::*;
    use crate::search::SearchQuery;
    use crate::search::query::Clause;
    use crate::search::tag_names::tests::tags as named;
    use crate::search::tag_names::{NamedTag, TagNames};

    /// Returns this number of tags whose names have the word `rust`.
    fn tags(number: usize) -> Vec<NamedTag> {
        named((0..number).map(|number| format!("rust {number}")))
    }

    /// Returns what is looked up for a query, with this number of tags.
    fn looked_up(query: &str, number: usize) -> LookedUp {
        let (query, tags) = (query.parse::<SearchQuery>().unwrap(), tags(number));
        LookedUp::of(&clauses(&query, &tags), std::iter::empty())
    }

    /// Returns the prepared clauses of a query.
    fn clauses<'a>(query: &'a SearchQuery, tags: &[NamedTag]) -> Vec<Vec<Prepared<'a>>> {
        let names = TagNames::new(tags);
        let prepared = |clause: &'a Clause| clause.iter().map(|one| Prepared::new(one, &names)).collect();
        query.clauses().iter().map(prepared).collect()
    }

    /// Returns the number of conditions and of terms of tags in them.
    fn numbers(wanted: &WantedTerms) -> (usize, usize) {
        let WantedTerms::All(all) = wanted else { panic!("{wanted:?}") };
        (all.len(), Terms::of(wanted).tags)
    }

    #[test]
    fn a_word_is_looked_up_with_a_few_tags_and_many_are_looked_for_in_documents() {
        let few = looked_up("rust", LOOKED_UP_TAGS);
        assert_eq!((numbers(&few.by_terms), few.by_tags.is_none()), ((1, LOOKED_UP_TAGS), true));
        for number in [LOOKED_UP_TAGS + 1, 300] {
            let many = looked_up("rust milk type:link", number);
            let by_tags = many.by_tags.unwrap();
            assert_eq!((numbers(&many.by_terms), numbers(&by_tags.wanted)), ((3, 0), (2, 0)));
            assert_eq!(by_tags.tags.len(), number);
        }
        let named = looked_up("tag:\"rust 1\" rust", 300);
        assert_eq!((numbers(&named.by_terms), numbers(&named.by_tags.unwrap().wanted)), ((2, 1), (1, 1)));
    }

    #[test]
    fn an_excluded_word_is_looked_up_without_its_many_tags() {
        let excluded = looked_up("milk -rust", 300);
        assert_eq!((numbers(&excluded.by_terms), excluded.by_tags.is_none()), ((2, 0), true));
    }

    #[test]
    fn terms_decide_words_and_what_documents_show() {
        let decides = |query: &str| {
            let query: SearchQuery = query.parse().unwrap();
            deciding_terms(&clauses(&query, &[])).map(|terms| terms.len())
        };
        for (query, conditions) in [
            ("rust", 1),
            ("rus", 1),
            ("\"rust\" -milk type:link", 3),
            ("milk -tag:other untagged", 3),
            ("after:2026 rust OR milk", 3),
            ("rust OR untagged", 2),
            ("手机", 1),
            ("title:rust", 1),
            ("", 0),
        ] {
            assert_eq!(decides(query), Some(conditions), "{query}");
        }
        for query in ["\"rust book\"", "e-mail", "site:a.example", "手机壳"] {
            assert_eq!(decides(query), None, "{query}");
        }
        let words = |number: usize| {
            let words: Vec<_> = (0..number).map(|n| format!("w{n}")).collect();
            words.join(" ")
        };
        assert_eq!(decides(&words(LOOKED_UP_CONDITIONS)), Some(LOOKED_UP_CONDITIONS));
        assert_eq!(decides(&words(LOOKED_UP_CONDITIONS + 1)), None);
    }

    #[test]
    fn words_and_tags_do_not_take_each_others_allowance() {
        let words: Vec<_> = (0..LOOKED_UP_CONDITIONS - 1).map(|number| format!("\"word{number}\"")).collect();
        let query = format!("\"rust\" {}", words.join(" "));
        let conditions = |query: &str, tags| numbers(&looked_up(query, tags).by_terms).0;
        assert_eq!(conditions(&query, LOOKED_UP_TAGS), LOOKED_UP_CONDITIONS);
        assert_eq!(conditions(&format!("{query} \"more\""), LOOKED_UP_TAGS), LOOKED_UP_CONDITIONS);
        let all_tags = LOOKED_UP_TAGS / 2 + 1;
        assert_eq!(conditions("\"rust\" \"rust\" milk", all_tags), 2, "the second word has no tags left");
    }
}
