//! Parts of messages that depend on their values.

/// Names the key of an entity, if the entity is known.
pub(super) fn key_of(entity: Option<&str>) -> String {
    entity.map_or_else(|| "a key".to_owned(), |entity| format!("a key of {entity}"))
}

/// Names two paths that overlap.
pub(super) fn overlap(first: &str, second: &str) -> String {
    if first == second {
        format!("`{first}` twice")
    } else {
        format!("`{second}` and also `{first}`, of which one contains the other")
    }
}
