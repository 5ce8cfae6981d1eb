//! Optimistic locking.

use super::Entity;
use crate::error::Error;

/// An entity that counts its versions, in the field that `version(...)` names. A writer changes the item only if it still has the
/// version that the writer has read. If another writer was faster, the condition fails, and the writer reads the item again
/// before the next try (see "Optimistic locking with version number" in the developer guide).
///
/// [`replace`](crate::Store::replace), [`relocate`](crate::Store::relocate), [`remove`](crate::Store::remove)
/// and [`Update::locked`](crate::Update::locked) check the version; all but `remove` also increment it. A
/// plain [`Update`](crate::Update) does neither: use it for fields whose changes don't matter to other
/// writers, and note that a `replace` with a copy from before the update undoes it. An
/// [inserted](crate::Store::insert) entity keeps the version in its field. If you insert an entity under a
/// key that was removed before, give it a higher version than the removed item had. Otherwise a writer with a
/// copy of the removed item could change the new item, unless the two differ in a value of a [unique
/// constraint](crate::entity::Constraint).
///
/// ```no_run
/// # use serde::{Deserialize, Serialize};
/// use single_table::{Entity, Store, Update, table};
/// # table! {
/// #     /// Notes.
/// #     pub struct NoteTable { key: (pk, sk), entities: [Note] }
/// # }
///
/// /// A note.
/// #[derive(Debug, Clone, Serialize, Deserialize, Entity)]
/// #[entity(table = NoteTable, name = "Note", partition(user), sort(id), version(version))]
/// pub struct Note { user: String, id: String, text: String, version: u64 }
///
/// # async fn edit(store: Store<NoteTable>, key: NoteKey) -> Result<(), Box<dyn std::error::Error>> {
/// if let Some(before) = store.get::<Note>(&key).await? {
///     let mut after = Note { text: "new".to_owned(), ..before.clone() };
///     store.replace(&before, &mut after).await?; // fails if another writer was faster
///     assert_eq!(after.version, before.version + 1);
///     // One field of it, without sending the rest:
///     store.execute(Update::locked(&after).set(Note::TEXT, "newer")).await?;
/// }
/// # Ok(())
/// # }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no version to check",
    label = "whether it is still the item that was read can't be told",
    note = "add `version(field)` to its `#[entity(...)]`, with a field of type `u64`, or write with `Put`, \
            `Update` and `Delete`, which check no version"
)]
pub trait Versioned: Entity {
    /// Returns the version.
    fn version(&self) -> u64;

    /// Sets the version. The library calls this method.
    #[doc(hidden)]
    fn set_version(&mut self, version: u64);

    /// Returns the version after this one.
    ///
    /// # Errors
    /// [`Error::LastVersion`] if there is none.
    #[doc(hidden)]
    fn next_version(&self) -> Result<u64, Error> {
        self.version().checked_add(1).ok_or(Error::LastVersion { entity: Self::NAME.as_str() })
    }

    /// Sets the version after the one of `before`. Call this method after a [transaction](crate::Transaction::replace) has put
    /// this entity in place of `before`. [`Store::replace`](crate::Store::replace) calls it itself.
    fn set_next_version(&mut self, before: &Self) {
        self.set_version(before.version().saturating_add(1));
    }
}

/// Returns the attribute that holds the version.
pub(crate) const fn version_attribute<E: Versioned>() -> &'static str {
    const {
        match E::MODEL.version {
            Some(version) => version,
            None => panic!("`Versioned` is for entities with `version(...)`: derive it"),
        }
    }
}
