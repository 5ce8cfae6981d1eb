//! Parts of SQL statements on the engine's tables.

/// Returns the expression for the value of an attribute of an item, which is `NULL` for an item without the attribute. `kind` is
/// DynamoDB's name of the attribute's type.
///
/// The name must not contain a quotation mark or a backslash.
pub(super) fn attribute(name: &str, kind: &str) -> String {
    let path = format!("$.\"{name}\".{kind}").replace('\'', "''");
    format!("json_extract(item_json, '{path}')")
}

/// Returns a name as an identifier.
pub(super) fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}
