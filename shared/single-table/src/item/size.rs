//! The size of an item in bytes, by the rules of "DynamoDB item sizes and formats" in the developer guide.

use aws_sdk_dynamodb::types::AttributeValue;

use crate::Item;
use crate::entity::Entity;
use crate::error::Error;
use crate::table::{IndexKind, IndexSchema, Table};

/// The most bytes that an item may take together with its entries in local secondary indexes (see "Item size" and "Item size for
/// tables with local secondary indexes" on the page "Constraints in Amazon DynamoDB" of the developer guide).
/// [`encode`](crate::encode) refuses larger items. Only DynamoDB can tell whether an update makes an item too large.
pub const MAX_ITEM_BYTES: usize = 400 * 1024;

/// The overhead of a list or a map, in bytes.
const DOCUMENT: usize = 3;
/// The overhead of each element of a list and of each pair of a map, in bytes.
const ELEMENT: usize = 1;

/// Returns the size of an item in bytes: its attribute names and values, as DynamoDB counts them for its limit and for capacity
/// units. The result does not include the 100 bytes of overhead per item in the storage bill.
///
/// AWS gives the size of a number only "approximately": one byte for two significant digits, and one more. This function pairs
/// the digits before the decimal point separately from those after it, and adds one byte for a negative number, so its result is
/// never less than AWS's figure. The engine of this crate's tests uses the same rule, which its authors measured at the service.
///
/// ```
/// use std::collections::HashMap;
/// use aws_sdk_dynamodb::types::AttributeValue;
///
/// // The example of "Constraints in Amazon DynamoDB".
/// let shirt = HashMap::from([
///     ("shirt-color".to_owned(), AttributeValue::S("R".to_owned())),
///     ("shirt-size".to_owned(), AttributeValue::S("M".to_owned())),
/// ]);
/// assert_eq!(single_table::item::item_size(&shirt), 23);
/// ```
#[must_use]
pub fn item_size(item: &Item) -> usize {
    item.iter().map(|(name, value)| name.len() + value_size(value)).sum()
}

fn value_size(value: &AttributeValue) -> usize {
    match value {
        AttributeValue::S(text) => text.len(),
        AttributeValue::N(number) => number_size(number),
        AttributeValue::B(bytes) => bytes.as_ref().len(),
        AttributeValue::Bool(_) | AttributeValue::Null(_) => 1,
        AttributeValue::Ss(members) => members.iter().map(String::len).sum(),
        AttributeValue::Ns(members) => members.iter().map(|number| number_size(number)).sum(),
        AttributeValue::Bs(members) => members.iter().map(|bytes| bytes.as_ref().len()).sum(),
        AttributeValue::L(elements) => {
            DOCUMENT + elements.iter().map(|element| ELEMENT + value_size(element)).sum::<usize>()
        }
        AttributeValue::M(pairs) => DOCUMENT + pairs.len() * ELEMENT + item_size(pairs),
        // A type that the SDK does not know yet has no size here, and the SDK can't send it.
        _ => 0,
    }
}

/// Returns the size of a number in any of its spellings: `1200`, `1200.0` and `1.2e3` are the same number.
fn number_size(number: &str) -> usize {
    let unsigned = number.trim_start_matches(['-', '+']);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).unwrap_or((unsigned, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));

    let digits = whole.bytes().chain(fraction.bytes());
    let mut significant = digits.enumerate().filter(|(_, digit)| *digit != b'0').map(|(at, _)| at);
    let Some(first) = significant.next() else { return 1 };
    let end = significant.last().unwrap_or(first) + 1;

    // DynamoDB accepts only small integers as exponents, so the size of any other text does not matter.
    let exponent: isize = exponent.parse().unwrap_or(0);
    let point = whole.len().saturating_add_signed(exponent).clamp(first, end);
    let sign = usize::from(number.starts_with('-'));
    (point - first).div_ceil(2) + (end - point).div_ceil(2) + 1 + sign
}

/// Returns true if an index lists an item, because the item has all key attributes of the index.
pub(crate) fn is_indexed(item: &Item, index: &IndexSchema) -> bool {
    let mut keys = index.partition_key.iter().chain(index.sort_key);
    keys.all(|attribute| item.contains_key(attribute.name))
}

/// Returns the size of an item's entry in an index of its table `T`, in bytes.
pub(crate) fn entry_size<T: Table>(item: &Item, index: &IndexSchema) -> usize {
    let held = item.iter().filter(|(name, _)| index.holds(T::KEY, name));
    held.map(|(name, value)| name.len() + value_size(value)).sum()
}

/// Refuses an item over the limit. The size includes its entries in local secondary indexes.
pub(crate) fn check_size<E: Entity>(item: &Item) -> Result<(), Error> {
    let indexes = <E::Table as Table>::INDEXES;
    let bytes = item_size(item);
    // Most items are small enough for entries in all indexes, so encoding doesn't need to look for their keys.
    if bytes * (1 + indexes.len()) <= MAX_ITEM_BYTES {
        return Ok(());
    }
    let local = |index: &&IndexSchema| index.kind == IndexKind::Local && is_indexed(item, index);
    let entries = indexes.iter().filter(local).map(|index| entry_size::<E::Table>(item, index));
    let actual = bytes + entries.sum::<usize>();
    if actual > MAX_ITEM_BYTES {
        return Err(Error::ItemTooLarge { entity: E::NAME.as_str(), limit: MAX_ITEM_BYTES, actual });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::number_size;

    #[test]
    fn a_number_takes_a_byte_for_two_significant_digits() {
        let sizes = [
            ("0", 1),
            ("-0", 1),
            ("0.00", 1),
            ("0e9", 1),
            ("7", 2),
            ("-7", 3),
            ("+42", 2),
            ("0042", 2),
            ("4200", 2),
            ("123", 3),
            ("1.5", 3),
            ("10.5", 3),
            ("0.05", 2),
            ("-12.345", 5),
            ("99999999999999999999999999999999999999", 20),
        ];
        for (number, size) in sizes {
            assert_eq!(number_size(number), size, "{number}");
        }
    }

    #[test]
    fn every_spelling_of_a_number_has_one_size() {
        for spellings in
            [["1200", "1.2e3", "12E+2"], ["0.00015", "1.5e-4", "15E-5"], ["-10.5", "-1.05e1", "-105e-1"]]
        {
            assert!(
                spellings.iter().all(|number| number_size(number) == number_size(spellings[0])),
                "{spellings:?}"
            );
        }
    }

    #[test]
    fn a_text_that_is_not_a_number_has_a_size_too() {
        for text in
            ["", "-", "e", "1e99999999999999999999", "1e-9223372036854775808", "1e9223372036854775807"]
        {
            assert!(number_size(text) <= 3, "{text}");
        }
    }
}
