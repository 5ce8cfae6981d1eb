//! The entity of an item, by its type attribute or by its primary key.

use super::scalar_text::Attributes;
use crate::entity::Entity;
use crate::model::KeyFormat;
use crate::table::Table;

/// Returns the name in an item's type attribute.
pub(crate) fn type_of<T: Table>(item: &impl Attributes) -> Option<&str> {
    item.text(T::TYPE?)
}

/// Returns true if an item is of entity `E`: by its type attribute, or in a table without one by its primary key.
#[must_use]
pub fn is_a<E: Entity>(item: &impl Attributes) -> bool {
    match E::Table::TYPE {
        Some(_) => type_of::<E::Table>(item) == Some(E::NAME.as_str()),
        None => has_key_of::<E::Table>(&E::MODEL.key_formats[0], item),
    }
}

/// Returns true if an item's primary key may have a format.
fn has_key_of<T: Table>(format: &KeyFormat, item: &impl Attributes) -> bool {
    let Some(partition) = T::KEY.first().and_then(|key| item.key_text(key)) else { return false };
    let sort = T::KEY.get(1).map(|key| item.key_text(key).unwrap_or_default());
    format.may_have_made(&partition, sort.as_deref())
}

/// Returns the name of an unexpected item's entity, for an error.
pub(crate) fn name_for_error<T: Table>(item: &impl Attributes) -> String {
    let name = if T::TYPE.is_some() { type_of::<T>(item) } else { entity_by_key::<T>(item) };
    name.unwrap_or("nothing").to_owned()
}

/// Returns the name of an item's entity or unique record: the text of the type attribute or, in a table without one, the entity
/// whose keys begin like the item's.
///
/// ```
/// use serde::{Deserialize, Serialize};
/// use single_table::item::{StreamItem, entity_name};
/// use single_table::{Entity, table};
///
/// table! {
///     struct Music { key: (pk, sk), entities: [Album] }
/// }
///
/// #[derive(Serialize, Deserialize, Entity)]
/// #[entity(table = Music, name = "Album", partition(album_id), sort())]
/// struct Album {
///     album_id: String,
/// }
///
/// let item = single_table::encode(&Album { album_id: "1".to_owned() })?;
/// assert_eq!(entity_name::<Music>(&StreamItem::from(item)), Some("Album"));
/// # Ok::<(), single_table::Error>(())
/// ```
#[must_use]
pub fn entity_name<T: Table>(item: &serde_dynamo::Item) -> Option<&str> {
    match T::TYPE {
        Some(_) => type_of::<T>(item),
        None => entity_by_key::<T>(item),
    }
}

fn entity_by_key<T: Table>(item: &impl Attributes) -> Option<&'static str> {
    let formats = T::MODELS.iter().flat_map(|model| model.key_formats);
    formats.into_iter().find(|format| has_key_of::<T>(format, item)).map(|format| format.owner)
}
