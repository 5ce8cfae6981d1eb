//! The check that an enum has a variant for every kind of item in its table.

use crate::const_str::{Message, contains};
use crate::table::Table;

/// Checks that the enum `item` has exactly one variant for each entity of `T`, unless it has a variant for all others.
///
/// # Panics
/// Panics at compile time if a variant is missing or an entity has two.
#[track_caller]
pub const fn check_coverage<T: Table>(item: &str, variants: &[&str], has_other: bool, has_record: bool) {
    check_repeated(variants);
    let mut at = 0;
    while at < T::MODELS.len() && !has_other {
        let model = T::MODELS[at];
        if !contains(variants, model.name.as_str()) {
            let missing = Message::of(&[
                "`",
                item,
                "` has no variant for the entity `",
                model.type_name,
                "` of its table: add one, or mark a variant for all others with `#[other]`",
            ]);
            panic!("{}", missing.text());
        }
        if !(model.records.is_empty() || has_record) {
            let missing = Message::of(&[
                "`",
                item,
                "` has no variant for the records of unique constraints of `",
                model.type_name,
                "`: add `#[record] Record(UniqueRecord)`, or mark a variant with `#[other]`",
            ]);
            panic!("{}", missing.text());
        }
        at += 1;
    }
}

#[track_caller]
const fn check_repeated(variants: &[&str]) {
    let mut at = 0;
    while at < variants.len() {
        let (earlier, _) = variants.split_at(at);
        assert!(
            !contains(earlier, variants[at]),
            "two variants of this enum hold the same entity: remove one of them"
        );
        at += 1;
    }
}
