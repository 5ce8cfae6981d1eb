//! The query of a search.

mod condition;
mod error;
mod moment;
mod operator;
mod parts;
mod site;
mod tag_name;
mod value_fault;

pub(crate) use condition::{Clause, Condition, Wanted};
pub use error::QueryError;
pub use operator::Operator;
pub(crate) use tag_name::TagNamed;
pub use value_fault::ValueFault;

use std::str::FromStr;

use parts::{Part, Quotes, parts};

use crate::limits::SEARCH_QUERY_CHARS;
use crate::model::value::WebUrl;
use crate::search_text::{End, Words, whole_address, words_of_address};

/// The word between two parts of which a favorite must meet one.
const OR: &str = "OR";
/// The word for favorites without a tag.
const UNTAGGED: &str = "untagged";

/// The query of a search: words, phrases and other conditions that a favorite must meet.
///
/// | query | finds |
/// |---|---|
/// | `rust book` | favorites with both words, in any place. The last word may be a beginning: it also finds `bookshop` |
/// | `"rust book"` | favorites with this phrase: the words follow each other, and each is whole |
/// | `-java`, `-"java book"` | favorites without the word or the phrase |
/// | `rust go OR zig` | favorites with `rust`, and with `go` or `zig`. `OR` is in upper case and joins only its two neighbors |
/// | `title:rust`, `title:"rust book"` | favorites with the word or the phrase in the title |
/// | `site:example.com` | links to this host and to hosts below it, such as `blog.example.com` |
/// | `tag:"to read"`, `-tag:work` | favorites with the tag of this name, and without |
/// | `untagged` | favorites without tags |
/// | `type:link` | favorites of this type |
/// | `after:2026-11`, `before:2026-11-23` | favorites whose `clipTime` is not before, or is before, the beginning of the year, month, day (in UTC) or time |
///
/// Every part is read in one way or another, so a copied title finds its favorite:
///
/// - Case, width, accents and the kind of punctuation don't matter. [The module](crate::search) defines words, and says which
///   scripts match inside words.
/// - White space separates parts, including the ideographic space. The last word matches as a beginning unless it is quoted or
///   excluded. A part without anything to find, such as `&` or a single `-`, is ignored.
/// - Any double quote opens a phrase, and any double quote closes it: `"…"`, `“…”`, `„…“`, `＂…＂`. A quote opens a phrase only at
///   the beginning of a part or after its `-` or operator; inside a word it is punctuation, as in `27"` or `צה"ל`. The next part
///   begins after the closing quote. Without a closing quote the phrase extends to the end.
/// - `-` and `－` exclude a part at its beginning, and are punctuation inside it. Every part but `OR` can be excluded.
/// - The name of an operator may be in upper or lower case. Its value follows the colon without a space; otherwise, and where the
///   value has nothing to find, it is a word like others. `OR` without a part on both sides is a word, and so are `OR` and
///   `untagged` in quotes.
/// - An address, whole or in part, finds what was saved from it. The scheme and `www.` don't matter, and
///   neither do parameters that follow the reader.
/// - A query without words finds everything. It is the default.
///
/// ```
/// use favorites::SearchQuery;
///
/// assert!(SearchQuery::parse(r#"rust "memory safe" -java after:2026 type:link"#).is_ok());
///
/// let error = SearchQuery::parse("rust after:yesterday").unwrap_err();
/// assert!(error.to_string().starts_with("must have another value for `after:` at character 12"));
/// assert_eq!(error.position(), 12);
/// ```
#[derive(Debug, Clone, Default)]
pub struct SearchQuery {
    clauses: Vec<Clause>,
    /// The address that the query is.
    address: Option<WebUrl>,
}

/// A part that was read.
enum Read {
    Or,
    Condition(Box<Condition>),
}

impl SearchQuery {
    /// Reads a query of at most [`SEARCH_QUERY_CHARS`] characters.
    ///
    /// # Errors
    /// Returns a [`QueryError`] that describes the first mistake and its position.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        let given = text.chars().count();
        if given > SEARCH_QUERY_CHARS {
            return Err(QueryError::TooLong { given });
        }
        let parts = parts(text);
        let mut read = Vec::with_capacity(parts.len());
        for (index, part) in parts.iter().enumerate() {
            read.extend(part.read(index + 1 == parts.len())?);
        }
        let clauses = clauses(read);
        let address = match parts.as_slice() {
            [Part { is_excluded: false, operator: None, text, .. }] if !clauses.is_empty() => {
                whole_address(text)
            }
            _ => None,
        };
        Ok(Self { clauses, address })
    }

    /// Adds a condition, which a favorite must meet besides all others. The value is read as it is in a query, without quotes.
    ///
    /// # Errors
    /// Returns a [`ValueFault`] if the value can't be read.
    pub fn require(&mut self, operator: Operator, value: &str) -> Result<(), ValueFault> {
        self.clauses.push(vec![operator.wanted(value, End::Whole)?.required()]);
        Ok(())
    }

    /// Adds the condition that a favorite has no tag.
    pub fn require_untagged(&mut self) {
        self.clauses.push(vec![Wanted::Untagged.required()]);
    }

    /// Returns the address that the query is, if it is nothing else. Its words are the first clause.
    pub(crate) fn address(&self) -> Option<&WebUrl> {
        self.address.as_ref()
    }

    /// Returns the clauses, all of which a favorite must meet.
    pub(crate) fn clauses(&self) -> &[Clause] {
        &self.clauses
    }
}

impl Part<'_> {
    /// Reads the part. Returns `None` if it has nothing to find.
    fn read(&self, is_last: bool) -> Result<Option<Read>, QueryError> {
        let &Self { is_excluded, operator, text, quotes, whole, position } = self;
        let may_continue = is_last && !is_excluded && quotes != Quotes::Closed;
        let end = if may_continue { End::Prefix } else { End::Whole };
        let wanted = match (operator, text) {
            (None, OR) if quotes == Quotes::None && !is_excluded => return Ok(Some(Read::Or)),
            (None, UNTAGGED) if quotes == Quotes::None => Some(Wanted::Untagged),
            (None, text) => {
                let address = words_of_address(text);
                Words::new(address.as_deref().unwrap_or(text), end).map(Wanted::Words)
            }
            (Some(operator), value) => match operator.wanted(value, end) {
                Ok(wanted) => Some(wanted),
                Err(ValueFault::Nothing { .. }) => Words::new(whole, end).map(Wanted::Words),
                Err(fault) => return Err(QueryError::Value { operator, position, fault }),
            },
        };
        Ok(wanted.map(|wanted| Read::Condition(Box::new(Condition { is_excluded, wanted }))))
    }
}

/// Joins the conditions on both sides of each `OR`. An `OR` without both is a word.
fn clauses(read: Vec<Read>) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    let mut is_joined = false;
    let mut read = read.into_iter().peekable();
    let mut is_behind_condition = false;
    while let Some(part) = read.next() {
        let joins = is_behind_condition && matches!(read.peek(), Some(Read::Condition(_)));
        let condition = match part {
            Read::Condition(condition) => Some(*condition),
            Read::Or if joins => None,
            Read::Or => Words::new(OR, End::Whole).map(|words| Wanted::Words(words).required()),
        };
        is_behind_condition = condition.is_some();
        let Some(condition) = condition else {
            is_joined = true;
            continue;
        };
        match clauses.last_mut() {
            Some(clause) if is_joined => clause.push(condition),
            _ => clauses.push(vec![condition]),
        }
        is_joined = false;
    }
    clauses
}

impl FromStr for SearchQuery {
    type Err = QueryError;

    fn from_str(text: &str) -> Result<Self, QueryError> {
        Self::parse(text)
    }
}

#[cfg(test)]
#[path = "query_tests.rs"]
mod tests;
