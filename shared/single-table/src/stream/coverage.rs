//! The check that an enum has a variant for every kind of item in its table.

use crate::const_str::{Text, contains, repeats};
use crate::table::Table;

/// Checks that the enum `item` has exactly one variant for each entity of `T`, unless it has a variant for all others.
///
/// # Panics
/// Panics at compile time if a variant is missing or an entity has two.
pub const fn check_coverage<T: Table>(item: &str, variants: &[&str], has_other: bool, has_record: bool) {
    assert!(!repeats(variants), "two variants of this enum hold the same entity: remove one of them");
    let mut at = 0;
    while at < T::NAMES.len() && !has_other {
        let (entity, records) = (T::NAMES[at].entity(), T::NAMES[at].records());
        if !contains(variants, entity) {
            let text = Text::new().and("`").and(item).and("` has no variant for the entity `").and(entity);
            let text = text.and("` of its table: add one, or mark a variant for all others with `#[other]`");
            panic!("{}", text.as_str());
        }
        if !(records.is_empty() || has_record) {
            let text = Text::new()
                .and("`")
                .and(item)
                .and("` has no variant for the records of unique constraints of `");
            let text = text
                .and(entity)
                .and("`: add `#[record] Record(UniqueRecord)`, or mark a variant with `#[other]`");
            panic!("{}", text.as_str());
        }
        at += 1;
    }
}
