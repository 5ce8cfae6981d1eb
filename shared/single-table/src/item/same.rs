//! Compares values like DynamoDB.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::primitives::Blob;
use aws_sdk_dynamodb::types::AttributeValue;

use super::scalar_text::text_of_bytes;
use crate::Item;

/// Returns true if two items are the same to DynamoDB.
pub(crate) fn same_items(one: &Item, other: &Item) -> bool {
    one.len() == other.len()
        && one.iter().all(|(name, one)| other.get(name).is_some_and(|other| same(one, other)))
}

/// Returns true if two values are the same to DynamoDB. DynamoDB normalizes numbers and doesn't keep the order of sets, so it may
/// return a value in another form than it received.
pub(crate) fn same(one: &AttributeValue, other: &AttributeValue) -> bool {
    use AttributeValue::{Bs, L, M, N, Ns, Ss};
    match (one, other) {
        (N(one), N(other)) => Number::of(one) == Number::of(other),
        (Ns(one), Ns(other)) => set(one, Number::of) == set(other, Number::of),
        (Ss(one), Ss(other)) => set(one, String::as_str) == set(other, String::as_str),
        (Bs(one), Bs(other)) => set(one, Blob::as_ref) == set(other, Blob::as_ref),
        (L(one), L(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (M(one), M(other)) => same_items(one, other),
        (one, other) => one == other,
    }
}

/// Returns a text that is the same for two key attributes if they are the same to DynamoDB, or `None` for a value that can't be a
/// key.
pub(crate) fn comparable_text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.clone()),
        AttributeValue::N(number) => {
            let Number { negative, digits, power } = Number::of(number);
            Some(format!("{}{digits}e{power}", if negative { "-" } else { "" }))
        }
        AttributeValue::B(bytes) => Some(text_of_bytes(bytes.as_ref())),
        _ => None,
    }
}

/// Returns a text by which key attributes of one type have the order that DynamoDB gives them, or `None` for a value that can't be a
/// key. The text is not empty.
pub(crate) fn ordered_text(value: &AttributeValue) -> Option<String> {
    match value {
        AttributeValue::S(text) => Some(text.clone()),
        AttributeValue::N(number) => Some(Number::of(number).ordered_text()),
        AttributeValue::B(bytes) => Some(text_of_bytes(bytes.as_ref())),
        _ => None,
    }
}

fn set<'a, T, O: Ord>(members: &'a [T], of: impl Fn(&'a T) -> O) -> BTreeSet<O> {
    members.iter().map(of).collect()
}

/// A number as its significant digits, and the power of ten of the last digit.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Number {
    negative: bool,
    digits: String,
    power: i64,
}

/// Makes every exponent of DynamoDB's numbers, from -130 to 125, and of their digits, positive with as many digits.
const EXPONENT_OFFSET: i64 = 1_000;

impl Number {
    /// Returns a text that is ordered like the number: a character for the sign, the exponent of the first digit, and the digits. For a
    /// negative number, each of them is turned around, and the end comes after every digit.
    fn ordered_text(&self) -> String {
        let length = i64::try_from(self.digits.len()).unwrap_or(i64::MAX);
        let exponent = self.power.saturating_add(length).saturating_add(EXPONENT_OFFSET).clamp(0, 9_999);
        match self {
            Self { digits, .. } if digits.is_empty() => "1".to_owned(),
            Self { negative: false, digits, .. } => format!("2{exponent:04}{digits}"),
            Self { negative: true, digits, .. } => {
                let turned = digits.chars().map(|digit| match digit.to_digit(10) {
                    Some(digit) => char::from_digit(9 - digit, 10).unwrap_or('0'),
                    None => digit,
                });
                format!("0{:04}{}~", 9_999 - exponent, turned.collect::<String>())
            }
        }
    }

    fn of(text: impl AsRef<str>) -> Self {
        let text = text.as_ref();
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let unsigned = mantissa.trim_start_matches(['-', '+']);
        let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
        let all = format!("{whole}{fraction}");
        let digits = all.trim_start_matches('0').trim_end_matches('0');
        if digits.is_empty() {
            return Self { negative: false, digits: String::new(), power: 0 };
        }
        let behind = |text: &str| i64::try_from(text.len()).unwrap_or(i64::MAX);
        let zeros = behind(&all) - behind(all.trim_end_matches('0'));
        // DynamoDB accepts only small integers as exponents, so the result for any other text does not matter.
        let exponent = exponent.parse().unwrap_or(0_i64);
        Self {
            negative: mantissa.starts_with('-'),
            digits: digits.to_owned(),
            power: exponent.saturating_add(zeros - behind(fraction)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;

    fn n(text: &str) -> AttributeValue {
        AttributeValue::N(text.to_owned())
    }

    #[test]
    fn every_spelling_of_a_number_is_the_same() {
        for spellings in [
            ["0", "-0", "0.00", "0e7"],
            ["1200", "1.2e3", "12E+2", "01200.0"],
            ["0.00015", "1.5e-4", ".00015", "15E-5"],
            ["-10.5", "-1.05e1", "-010.50", "-105e-1"],
        ] {
            assert!(spellings.iter().all(|number| same(&n(spellings[0]), &n(number))), "{spellings:?}");
        }
        let different = ["0", "1", "10", "-1", "1.01", "101", "0.1", "12"];
        for (at, one) in different.iter().enumerate() {
            assert!(different[at + 1..].iter().all(|other| !same(&n(one), &n(other))), "{one}");
        }
    }

    #[test]
    fn sets_have_no_order_and_lists_have_one() {
        let texts = |list: &[&str]| AttributeValue::Ss(list.iter().map(|text| (*text).to_owned()).collect());
        assert!(same(&texts(&["a", "b"]), &texts(&["b", "a"])));
        assert!(!same(&texts(&["a", "b"]), &texts(&["a", "c"])));
        let numbers =
            |list: &[&str]| AttributeValue::Ns(list.iter().map(|text| (*text).to_owned()).collect());
        assert!(same(&numbers(&["1.0", "2"]), &numbers(&["2", "1"])));
        assert!(!same(&numbers(&["1"]), &numbers(&["2"])));
        let bytes = |list: &[u8]| AttributeValue::Bs(list.iter().map(|byte| Blob::new([*byte])).collect());
        assert!(same(&bytes(&[1, 2]), &bytes(&[2, 1])) && !same(&bytes(&[1]), &bytes(&[2])));
        let list = |list: &[&str]| AttributeValue::L(list.iter().map(|text| n(text)).collect());
        assert!(same(&list(&["1.0", "2"]), &list(&["1", "2"])));
        assert!(!same(&list(&["1", "2"]), &list(&["2", "1"])) && !same(&list(&["1"]), &list(&["1", "2"])));
    }

    #[test]
    fn maps_are_compared_by_name() {
        let map = |pairs: &[(&str, &str)]| {
            AttributeValue::M(pairs.iter().map(|(name, text)| ((*name).to_owned(), n(text))).collect())
        };
        assert!(same(&map(&[("a", "1"), ("b", "2.0")]), &map(&[("b", "2"), ("a", "1")])));
        assert!(!same(&map(&[("a", "1")]), &map(&[("b", "1")])));
        assert!(!same(&map(&[("a", "1")]), &map(&[("a", "1"), ("b", "1")])));
        assert!(!same(&AttributeValue::M(HashMap::new()), &AttributeValue::Bool(true)));
    }

    #[test]
    fn the_texts_of_numbers_have_the_order_of_the_numbers() {
        let ascending = [
            "-9.9e125", "-100", "-10", "-9.5", "-9", "-0.123", "-0.12", "-1e-130", "0", "1e-130", "0.12",
            "0.123", "9", "9.5", "10", "100", "101", "9.9e125",
        ];
        let text = |number: &str| ordered_text(&AttributeValue::N(number.to_owned())).unwrap();
        let texts: Vec<String> = ascending.map(text).into();
        assert!(texts.is_sorted_by(|one, other| one < other), "{texts:?}");
        assert_eq!(text("1E+2"), text("100.0"));
        assert_eq!(ordered_text(&AttributeValue::Bool(true)), None);
    }
}
