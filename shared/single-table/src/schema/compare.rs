//! Compares a schema with the description of a table or template.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::types::{Projection, StreamViewType};

use super::found::{Found, FoundAttribute, FoundIndex, Part};
use super::{Difference, IndexList, Schema};
use crate::table::IndexSchema;

impl Schema {
    /// Returns every difference once: values that can't be read, the key, the indexes, the attributes, the TTL attribute and the
    /// stream.
    pub(super) fn differences(&self, mut found: Found) -> Vec<Difference> {
        let mut differences = std::mem::take(&mut found.unreadable);
        differences.extend(self.key_difference(&found));
        differences.extend(self.index_differences(&found.indexes));
        differences.extend(self.attribute_differences(&found));
        differences.extend(self.ttl_difference(found.ttl));
        differences.extend(self.stream_difference(found.stream));
        differences
    }

    fn key_difference(&self, found: &Found) -> Option<Difference> {
        let (declared, found) = (self.key_schema(), found.key.as_ref().ok()?);
        (declared != *found).then(|| Difference::Key { declared, found: found.clone() })
    }

    fn index_differences(&self, found: &[FoundIndex]) -> Vec<Difference> {
        let missing = self.indexes.iter().filter(|declared| is_missing(declared, found));
        let mut differences: Vec<_> =
            missing.map(|declared| Difference::MissingIndex { declared: *declared }).collect();
        for (at, index) in found.iter().enumerate() {
            let Ok(name) = &index.name else { continue };
            let repeated = found[..at].iter().any(|earlier| has_name(&earlier.name, name));
            match self.indexes.iter().find(|declared| declared.name == name) {
                Some(declared) if !repeated => differences.extend(differences_of_index(declared, index)),
                _ => differences.push(Difference::ExtraIndex { index: name.clone() }),
            }
        }
        differences
    }

    fn attribute_differences(&self, found: &Found) -> Vec<Difference> {
        let declared = self.attributes();
        let missing = declared.iter().filter(|(name, _)| is_undefined(name, found));
        let mut differences: Vec<_> = missing
            .map(|(attribute, scalar)| Difference::MissingAttribute { attribute, declared: (*scalar).into() })
            .collect();
        for (at, FoundAttribute { name, scalar }) in found.attributes.iter().enumerate() {
            let Ok(name) = name else { continue };
            let repeated = found.attributes[..at].iter().any(|earlier| has_name(&earlier.name, name));
            match (declared.get_key_value(name.as_str()), scalar) {
                (Some((attribute, declared)), Ok(scalar)) if !repeated => {
                    let (attribute, declared, found) = (*attribute, (*declared).into(), scalar.clone());
                    if declared != found {
                        differences.push(Difference::AttributeType { attribute, declared, found });
                    }
                }
                (Some(_), _) if !repeated => {}
                // An attribute of an undeclared key is reported with that key.
                (None, _) if !repeated && is_in_key(name, found) => {}
                _ => differences.push(Difference::ExtraAttribute { attribute: name.clone() }),
            }
        }
        differences
    }

    fn ttl_difference(&self, found: Part<Option<String>>) -> Option<Difference> {
        let (declared, found) = (self.ttl, found.ok()?);
        (declared != found.as_deref()).then_some(Difference::Ttl { declared, found })
    }

    fn stream_difference(&self, found: Part<Option<StreamViewType>>) -> Option<Difference> {
        let (declared, found) = (self.stream, found.ok()?);
        (declared.map(StreamViewType::from) != found).then_some(Difference::Stream { declared, found })
    }
}

fn has_name(name: &Part<String>, wanted: &str) -> bool {
    name.as_ref().is_ok_and(|name| name == wanted)
}

/// Returns true if the index is certainly missing. An index of the same list whose name can't be read might be this index.
fn is_missing(declared: &IndexSchema, found: &[FoundIndex]) -> bool {
    let list = IndexList::of(declared.kind);
    let may_be = |index: &FoundIndex| {
        index.name.as_ref().map_or(IndexList::of(index.kind) == list, |name| name == declared.name)
    };
    !found.iter().any(may_be)
}

fn differences_of_index(declared: &IndexSchema, found: &FoundIndex) -> Vec<Difference> {
    let index = declared.name;
    let mut differences = Vec::new();
    if IndexList::of(declared.kind) != IndexList::of(found.kind) {
        differences.push(Difference::IndexKind { index, declared: declared.kind, found: found.kind });
    }
    let key = declared.key_schema();
    if let Ok(found) = &found.key
        && *found != key
    {
        differences.push(Difference::IndexKey { index, declared: key, found: found.clone() });
    }
    let declared = Projection::from(declared.projection);
    if let Ok(found) = &found.projection
        && !found.as_ref().is_some_and(|found| is_same(found, &declared))
    {
        differences.push(Difference::Projection { index, declared, found: found.clone() });
    }
    differences
}

/// Returns true if two projections have the same attributes, in any order.
fn is_same(one: &Projection, other: &Projection) -> bool {
    let attributes = |projection: &Projection| -> BTreeSet<String> {
        projection.non_key_attributes().iter().cloned().collect()
    };
    one.projection_type() == other.projection_type() && attributes(one) == attributes(other)
}

/// Returns true if a key needs the definition of a declared attribute and it is missing. If no key has the attribute, the key is
/// already reported as a difference.
fn is_undefined(attribute: &str, found: &Found) -> bool {
    let may_be =
        |definition: &FoundAttribute| definition.name.as_ref().map_or(true, |name| name == attribute);
    !found.attributes.iter().any(may_be) && is_in_key(attribute, found)
}

/// Returns true if a key has the attribute. A key that can't be read might have it.
fn is_in_key(attribute: &str, found: &Found) -> bool {
    found.keys().any(|key| {
        key.as_ref().map_or(true, |key| key.iter().any(|element| element.attribute_name() == attribute))
    })
}
