//! Names in the derives' code. One check refuses a wrong name, and all other code continues with a valid one, so that the
//! compiler reports the mistake once.

use table_keys::EntityName;

/// Returns the name, or a valid one in its place if an entity can't have the name.
#[must_use]
pub const fn name_or_stand_in(name: &'static str) -> EntityName {
    match EntityName::try_new(name) {
        Ok(name) => name,
        Err(_) => EntityName::new("Refused"),
    }
}

/// Checks a name.
///
/// # Panics
/// Panics while the crate compiles if an entity can't have the name.
#[track_caller]
pub const fn checked_name(name: &'static str) {
    let _ = EntityName::new(name);
}
