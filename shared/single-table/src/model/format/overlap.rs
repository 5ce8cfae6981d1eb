//! Checks, while a table compiles, that two keys can't be the same.

use super::piece::{KeyFormat, Piece};
use super::refusal::refuse_overlap;

/// Refuses two formats that can make the same primary key.
#[track_caller]
pub(crate) const fn check_disjoint(one: &KeyFormat, other: &KeyFormat) {
    let are_disjoint = Opening::of(one.partition).is_disjoint(&Opening::of(other.partition))
        || Opening::of(one.sort).is_disjoint(&Opening::of(other.sort));
    if !are_disjoint {
        refuse_overlap(one.owner, other.owner);
    }
}

/// The beginning of the texts of a format: a literal, and the texts that may follow it.
struct Opening {
    literal: &'static str,
    /// One of these texts follows the literal. An empty text stands for any text.
    starts: &'static [&'static str],
    /// The literal is never followed by one of these texts.
    except: &'static [&'static str],
    /// True if nothing follows the literal.
    is_whole: bool,
}

impl Opening {
    const fn of(format: &[Piece]) -> Self {
        match format {
            [] => Self::whole(""),
            [Piece::Literal(literal)] => Self::whole(literal),
            [Piece::Literal(literal), Piece::Component { starts, except, .. }, ..] => {
                Self { literal, starts, except, is_whole: false }
            }
            [Piece::Component { starts, except, .. }, ..] => {
                Self { literal: "", starts, except, is_whole: false }
            }
            [Piece::Literal(literal), ..] => Self { literal, starts: &[""], except: &[], is_whole: false },
        }
    }

    const fn whole(literal: &'static str) -> Self {
        Self { literal, starts: &[""], except: &[], is_whole: true }
    }

    /// Returns true if no text begins in both ways.
    const fn is_disjoint(&self, other: &Self) -> bool {
        let mut one = 0;
        while one < self.starts.len() {
            let mut two = 0;
            while two < other.starts.len() {
                let (own, others) =
                    (Start(self.literal, self.starts[one]), Start(other.literal, other.starts[two]));
                let are_apart = own.differs(&others)
                    || self.leaves_out(&others)
                    || other.leaves_out(&own)
                    || (self.is_whole && others.len() > own.len())
                    || (other.is_whole && own.len() > others.len());
                if !are_apart {
                    return false;
                }
                two += 1;
            }
            one += 1;
        }
        true
    }

    /// Returns true if no text of this format begins with `start`, because of its exceptions.
    const fn leaves_out(&self, start: &Start) -> bool {
        let mut at = 0;
        while at < self.except.len() {
            if start.begins_with(&Start(self.literal, self.except[at])) {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// A text in two parts, since constants can't be joined.
struct Start(&'static str, &'static str);

impl Start {
    const fn len(&self) -> usize {
        self.0.len() + self.1.len()
    }

    const fn byte(&self, at: usize) -> u8 {
        if at < self.0.len() { self.0.as_bytes()[at] } else { self.1.as_bytes()[at - self.0.len()] }
    }

    /// Returns true if the texts differ within the length of the shorter one.
    const fn differs(&self, other: &Self) -> bool {
        let mut at = 0;
        while at < self.len() && at < other.len() {
            if self.byte(at) != other.byte(at) {
                return true;
            }
            at += 1;
        }
        false
    }

    const fn begins_with(&self, start: &Self) -> bool {
        start.len() <= self.len() && !self.differs(start)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::key_attribute::Scalar;

    const fn any(starts: &'static [&'static str], except: &'static [&'static str]) -> Piece {
        Piece::Component { attribute: "", scalar: Scalar::S, starts, except }
    }

    const ANY: Piece = any(&[""], &[]);
    const DIGITS: &[&str] = &["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];

    fn are_disjoint(one: &[Piece], other: &[Piece]) -> bool {
        let answers = [(one, other), (other, one)]
            .map(|(one, other)| Opening::of(one).is_disjoint(&Opening::of(other)));
        assert_eq!(answers[0], answers[1], "the order must not matter: {one:?} {other:?}");
        answers[0]
    }

    #[test]
    fn literals_that_differ_keep_keys_apart() {
        assert!(are_disjoint(&[Piece::Literal("INFO_")], &[Piece::Literal("TRACK_"), ANY]));
        assert!(are_disjoint(&[Piece::Literal("A#"), ANY], &[Piece::Literal("B#"), ANY]));
        assert!(are_disjoint(&[Piece::Literal("A")], &[Piece::Literal("A#"), ANY]));
        assert!(are_disjoint(&[Piece::Literal("A")], &[Piece::Literal("AB")]));
    }

    #[test]
    fn a_literal_that_another_one_begins_with_keeps_nothing_apart() {
        assert!(!are_disjoint(&[Piece::Literal("A"), ANY], &[Piece::Literal("A#"), ANY]));
        assert!(!are_disjoint(&[Piece::Literal("A#")], &[Piece::Literal("A"), ANY]));
        assert!(!are_disjoint(&[Piece::Literal("A#")], &[Piece::Literal("A#"), ANY]));
        assert!(!are_disjoint(&[Piece::Literal("A")], &[Piece::Literal("A")]));
        assert!(!are_disjoint(&[ANY], &[Piece::Literal("A")]));
        assert!(!are_disjoint(&[ANY], &[ANY]));
        assert!(!are_disjoint(&[], &[ANY]));
    }

    #[test]
    fn the_starts_of_values_keep_keys_apart() {
        let number = [any(DIGITS, &[])];
        assert!(are_disjoint(&number, &[Piece::Literal("HR-")]));
        assert!(!are_disjoint(&number, &[Piece::Literal("20-"), ANY]));
        assert!(are_disjoint(&[Piece::Literal("A"), any(DIGITS, &[])], &[Piece::Literal("AB"), ANY]));
        assert!(!are_disjoint(&[Piece::Literal("A"), any(DIGITS, &[])], &[Piece::Literal("A"), ANY]));
    }

    #[test]
    fn exceptions_keep_keys_apart() {
        let name = [any(&[""], &["HR-", "JH", "2"])];
        assert!(are_disjoint(&name, &[Piece::Literal("HR-CONFIDENTIAL")]));
        assert!(are_disjoint(&name, &[Piece::Literal("JH"), ANY]));
        assert!(!are_disjoint(&name, &[Piece::Literal("J"), ANY]));
        assert!(!are_disjoint(&name, &[any(DIGITS, &[])]));
        assert!(are_disjoint(&[any(&[""], DIGITS)], &[any(DIGITS, &[])]));
        assert!(are_disjoint(&[Piece::Literal("A"), any(&[""], &["B"])], &[Piece::Literal("AB"), ANY]));
        assert!(!are_disjoint(&[Piece::Literal("A"), any(&[""], &["B"])], &[Piece::Literal("AC"), ANY]));
    }
}
