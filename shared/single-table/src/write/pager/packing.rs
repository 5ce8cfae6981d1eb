//! Packs the groups of a large update into transactions.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use super::error::WritingPagerError;
use crate::error::Error;
use crate::store::Address;
use crate::write::transaction::{Built, MOST, Token};

/// The most bytes of all items in one transaction (see "Transactions" on the page "Quotas in Amazon DynamoDB").
const MAX_TRANSACTION_BYTES: usize = 4 * 1024 * 1024;

/// A transaction of whole groups.
pub(crate) struct Page {
    pub(super) operations: Vec<Built>,
    /// The token that makes the transaction happen once, however often it is sent.
    pub(super) token: Token,
    /// The number of the page's first group.
    first: usize,
    /// The positions at which the operations of the groups begin. The last entry is the end of the last group.
    pub(super) starts: Vec<usize>,
}

impl Page {
    pub(super) fn groups(&self) -> Range<usize> {
        self.first..self.first + self.starts.len() - 1
    }
}

/// A page that may take more groups.
struct Open {
    first: usize,
    groups: Vec<Vec<Weighed>>,
    added: Vec<Weighed>,
}

/// An operation with the address and the size of its item, which decide whether the operation fits into a page.
struct Weighed {
    built: Built,
    address: Address,
    bytes: usize,
}

/// The reason why operations don't fit into one transaction.
enum Misfit {
    Count(usize),
    Bytes(usize),
    SameItem(&'static str),
}

/// Packs groups into transactions; the number of the first group is `first`. `added` returns the operations that a page adds, for
/// the number of groups that are done with the page.
pub(crate) fn pack(
    first: usize,
    groups: Vec<Vec<Built>>,
    added: impl Fn(usize) -> Result<Vec<Built>, Error>,
) -> Result<VecDeque<Page>, WritingPagerError> {
    let mut pages = VecDeque::new();
    let mut open: Option<Open> = None;
    for (group, operations) in (first..).zip(groups) {
        if operations.is_empty() {
            return Err(WritingPagerError::Empty { group });
        }
        let operations = weighed(operations)?;
        let added = weighed(added(group + 1)?)?;
        match &mut open {
            Some(page) if page.takes(&operations, &added) => {
                page.groups.push(operations);
                page.added = added;
            }
            _ => {
                fits(operations.iter().chain(&added)).map_err(|misfit| misfit.of(group, added.len()))?;
                let page = Open { first: group, groups: vec![operations], added };
                pages.extend(open.replace(page).map(Open::close));
            }
        }
    }
    pages.extend(open.map(Open::close));
    Ok(pages)
}

impl Open {
    fn takes(&self, operations: &[Weighed], added: &[Weighed]) -> bool {
        fits(self.groups.iter().flatten().chain(operations).chain(added)).is_ok()
    }

    fn close(self) -> Page {
        let mut starts = vec![0];
        let mut end = 0;
        for group in &self.groups {
            end += group.len();
            starts.push(end);
        }
        let operations = self.groups.into_iter().flatten().chain(self.added);
        let operations = operations.map(|operation| operation.built).collect();
        Page { operations, token: Token::random(), first: self.first, starts }
    }
}

fn fits<'a>(operations: impl Iterator<Item = &'a Weighed>) -> Result<(), Misfit> {
    let (mut count, mut bytes, mut items) = (0, 0, HashSet::new());
    let mut same = None;
    for operation in operations {
        count += 1;
        bytes += operation.bytes;
        if !items.insert(&operation.address) {
            same = same.or(Some(operation.built.about.entity));
        }
    }
    match same {
        Some(entity) => Err(Misfit::SameItem(entity)),
        None if count > MOST => Err(Misfit::Count(count)),
        None if bytes > MAX_TRANSACTION_BYTES => Err(Misfit::Bytes(bytes)),
        None => Ok(()),
    }
}

impl Misfit {
    fn of(self, group: usize, added: usize) -> WritingPagerError {
        match self {
            Self::Count(given) => WritingPagerError::TooManyOperations { group, given, added, limit: MOST },
            Self::Bytes(given) => WritingPagerError::TooLarge { group, given, limit: MAX_TRANSACTION_BYTES },
            Self::SameItem(entity) => WritingPagerError::SameItem { group, entity },
        }
    }
}

fn weighed(operations: Vec<Built>) -> Result<Vec<Weighed>, Error> {
    let weigh = |built: Built| Ok(Weighed { address: built.address()?, bytes: built.size()?, built });
    operations.into_iter().map(weigh).collect()
}
