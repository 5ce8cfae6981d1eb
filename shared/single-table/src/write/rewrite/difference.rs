//! The attributes of an item that differ from its declared shape, and the conditional update that writes them.

use std::borrow::Cow;
use std::collections::HashSet;

use aws_sdk_dynamodb::types::{AttributeValue, ReturnValuesOnConditionCheckFailure, Update as SdkUpdate};

use super::error::{RewriteError, key_of};
use super::shards::keep_shards;
use crate::Item;
use crate::entity::{Entity, Marker};
use crate::error::Error;
use crate::expression::{Parameter, Placeholders, check, render_attributes};
use crate::item::{self, SchemaVersion, same, schema_version};
use crate::table::{KeyAttribute, Table};

/// Changes an entity before it is written. `None` leaves the item as it is.
pub(crate) type Change<E> = Box<dyn Fn(E) -> Option<E> + Send + Sync>;

/// The attributes that entity `E` may write, which a rewrite sets or removes.
pub(crate) struct Shape<E: Entity> {
    own: HashSet<&'static str>,
    entity: Marker<E>,
}

/// The attributes to set and to remove.
struct Difference {
    set: Vec<(String, AttributeValue)>,
    remove: Vec<String>,
}

impl<E: Entity> Shape<E> {
    pub(crate) fn new() -> Self {
        let fields = E::MODEL.attribute_names().map(stored_name::<E>);
        let version = E::MODEL.schema.map(|schema| schema.attribute);
        let own = fields.chain(version).chain(item::own_index_keys::<E>()).collect();
        Self { own, entity: std::marker::PhantomData }
    }

    /// Returns the update that brings an item into its declared shape after `change`, or `None` if the item needs no update.
    pub(crate) fn write(
        &self,
        table: &str,
        read: &Item,
        change: Option<&Change<E>>,
    ) -> Result<Option<SdkUpdate>, RewriteError> {
        match self.difference(read, change)? {
            Some(difference) => self.request(table, read, difference).map(Some),
            None => Ok(None),
        }
    }

    fn difference(
        &self,
        read: &Item,
        change: Option<&Change<E>>,
    ) -> Result<Option<Difference>, RewriteError> {
        let entity: E = item::decode(read.clone()).map_err(RewriteError::Item)?;
        let mut own: HashSet<String> = self.own.iter().map(|name| (*name).to_owned()).collect();
        own.extend(past_names::<E>(read).map_err(RewriteError::Item)?);
        let entity = match change {
            None => entity,
            Some(change) => {
                // A flattened field has the names under which serde writes it.
                own.extend(item::encode(&entity).map_err(RewriteError::Item)?.into_keys());
                let Some(entity) = change(entity) else { return Ok(None) };
                entity
            }
        };
        let mut wanted = item::encode(&entity).map_err(RewriteError::Item)?;
        keep_shards::<E>(read, &mut wanted);
        for KeyAttribute { name, .. } in E::Table::KEY {
            if wanted.get(*name) != read.get(*name) {
                return Err(RewriteError::KeyChanged { changed: key_of::<E>(&wanted) });
            }
        }
        let goes = |name: &&String| own.contains(*name) && !wanted.contains_key(*name);
        let remove: Vec<_> = read.keys().filter(goes).cloned().collect();
        let differs =
            |(name, value): &(String, AttributeValue)| read.get(name).is_none_or(|read| !same(read, value));
        let set: Vec<_> = wanted.into_iter().filter(differs).collect();
        Ok((!set.is_empty() || !remove.is_empty()).then_some(Difference { set, remove }))
    }

    fn request(
        &self,
        table: &str,
        read: &Item,
        Difference { set, remove }: Difference,
    ) -> Result<SdkUpdate, RewriteError> {
        let mut placeholders = Placeholders::default();
        let condition = self.as_read(read, set.iter().map(|(name, _)| name), &mut placeholders);
        let update = render_attributes(set, remove, &mut placeholders);
        check(Parameter::Condition, &condition).map_err(RewriteError::of_limit)?;
        check(Parameter::Update, &update).map_err(RewriteError::of_limit)?;
        let is_key = |(name, _): &(&String, _)| E::Table::KEY.iter().any(|key| key.name == *name);
        let key = read.iter().filter(is_key).map(|(name, value)| (name.clone(), value.clone())).collect();
        let update = SdkUpdate::builder()
            .table_name(table)
            .set_key(Some(key))
            .update_expression(update)
            .condition_expression(condition)
            .set_expression_attribute_names(placeholders.names())
            .set_expression_attribute_values(placeholders.values())
            .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
            .build()
            .expect("every required member of the request is set right before");
        Ok(update)
    }

    /// Returns the condition that the item still has every attribute with which it was read, and still lacks the others.
    fn as_read<'a>(
        &self,
        read: &Item,
        set: impl Iterator<Item = &'a String>,
        placeholders: &mut Placeholders,
    ) -> String {
        let mut clauses = Vec::with_capacity(read.len());
        for (name, value) in read {
            if !E::Table::KEY.iter().any(|key| key.name == name) {
                let name = placeholders.name(name.clone());
                clauses.push(format!("{name} = {}", placeholders.value(value.clone())));
            }
        }
        let own = self.own.iter().map(|name| Cow::Borrowed(*name));
        let absent: HashSet<_> = own
            .chain(set.cloned().map(Cow::Owned))
            .filter(|name| !read.contains_key(name.as_ref()))
            .collect();
        for name in absent {
            clauses.push(format!("attribute_not_exists({})", placeholders.name(name)));
        }
        clauses.join(" AND ")
    }
}

/// Returns the name of the attribute that holds a field. The time of expiry is stored as the TTL attribute.
fn stored_name<E: Entity>(name: &'static str) -> &'static str {
    match <E::Table as Table>::TTL {
        Some(ttl) if E::MODEL.expiry == Some(name) => ttl,
        _ => name,
    }
}

/// Returns the names of the attributes that an item has from the past schema version in which it was written.
fn past_names<E: Entity>(read: &Item) -> Result<Vec<String>, Error> {
    let SchemaVersion::Past(_, past) = schema_version::<E>(read)? else { return Ok(Vec::new()) };
    Ok(if past.is_open {
        // The flattened field has read every attribute.
        read.keys().cloned().collect()
    } else {
        past.names.iter().map(|name| stored_name::<E>(name).to_owned()).collect()
    })
}
