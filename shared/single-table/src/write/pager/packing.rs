//! Which groups go into which transaction.

use std::collections::{HashSet, VecDeque};
use std::ops::Range;

use aws_sdk_dynamodb::types::TransactWriteItem;

use super::error::WritingPagerError;
use crate::Item;
use crate::error::Error;
use crate::item::item_size;
use crate::store::Address;
use crate::write::transaction::{Built, MOST, Token};

/// The most bytes of the items of one transaction (see "Transactions" on the page "Quotas in Amazon DynamoDB").
const MAX_TRANSACTION_BYTES: usize = 4 * 1024 * 1024;

/// One transaction.
pub(crate) struct Page {
    pub(super) operations: Vec<Built>,
    /// Under which DynamoDB knows it, however often it is sent.
    pub(super) token: Token,
    /// The place of its first group in the list.
    first: usize,
    /// Where each group's operations begin, and where the last one's end.
    pub(super) starts: Vec<usize>,
}

impl Page {
    pub(super) fn groups(&self) -> Range<usize> {
        self.first..self.first + self.starts.len() - 1
    }
}

/// A page that may yet take more groups.
struct Open {
    first: usize,
    groups: Vec<Vec<Weighed>>,
    added: Vec<Weighed>,
}

/// An operation, with what decides whether it fits.
struct Weighed {
    built: Built,
    address: Address,
    bytes: usize,
}

/// Why operations are no transaction.
enum Misfit {
    Count(usize),
    Bytes(usize),
    SameItem(&'static str),
}

/// The transactions of these groups, whose places in the list begin with `first`. `added` gives the operations that a page
/// has when so many groups are done.
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
    let weigh = |built: Built| {
        let (table, attributes, values) = written(&built.request)?;
        let address = Address::of(table, built.about.key, attributes)?;
        let bytes = item_size(attributes) + values.map_or(0, item_size);
        Ok(Weighed { built, address, bytes })
    };
    operations.into_iter().map(weigh).collect()
}

/// The table of an operation, its item or key, and the values that an update sets.
fn written(request: &TransactWriteItem) -> Result<(&str, &Item, Option<&Item>), Error> {
    Ok(if let Some(put) = &request.put {
        (&put.table_name, &put.item, None)
    } else if let Some(update) = &request.update {
        (&update.table_name, &update.key, update.expression_attribute_values.as_ref())
    } else if let Some(delete) = &request.delete {
        (&delete.table_name, &delete.key, None)
    } else if let Some(check) = &request.condition_check {
        (&check.table_name, &check.key, None)
    } else {
        return Err(Error::Response { what: "an operation that neither writes nor checks".to_owned() });
    })
}
