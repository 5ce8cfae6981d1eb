//! Indexes without copies of the items.
//!
//! The engine keeps each global index in a table of its own, `TABLE::gsi::INDEX`, with a whole copy of each item. With 50,000
//! favorites, these copies and their keys are two thirds of the file, and each write writes them as well.
//!
//! This replaces such a table by a view of the same name and columns on the table of the items, with an index of `SQLite` on the
//! key attributes, which `SQLite` maintains by itself. The engine's queries find the same rows in the same order. Its insertions
//! into the view and deletions from it have no effect. The view needs nothing but what is in `SQLite`, so the engine's own program
//! can read the file too.
//!
//! The engine must find its own tables when it changes the schema: when a newer engine opens the file, and when an index or the
//! table is deleted. [`unshare`] restores them.

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};

use crate::stored_definitions::{Attribute, Index};

/// The definitions of a table, in the JSON of DynamoDB's API.
struct Definitions {
    table: String,
    attributes: String,
    global_indexes: Option<String>,
}

/// An index that can be shared: it has all attributes of the items, and one text as its partition key and one as its sort key.
struct Shareable {
    /// The table of the items.
    table: String,
    index: String,
    partition: String,
    sort: String,
}

/// Replaces the copies in the global indexes of all tables by views. Returns true if there were any. Indexes of another kind than
/// the views support stay as they are.
pub(super) fn share(connection: &mut Connection) -> rusqlite::Result<bool> {
    change(connection, "table", Shareable::share)
}

/// Replaces the views by the engine's own tables.
pub(super) fn unshare(connection: &mut Connection) -> rusqlite::Result<bool> {
    change(connection, "view", Shareable::unshare)
}

/// Applies `step` to each shareable index that is kept as `kind`, in one transaction.
fn change(connection: &mut Connection, kind: &str, step: fn(&Shareable) -> String) -> rusqlite::Result<bool> {
    let transaction = Transaction::new(connection, TransactionBehavior::Immediate)?;
    let mut changed = false;
    for index in shareable(&transaction)? {
        let found: Option<String> = transaction
            .query_row("SELECT type FROM sqlite_schema WHERE name = ?1", [index.copies()], |row| row.get(0))
            .optional()?;
        if found.as_deref() == Some(kind) {
            transaction.execute_batch(&step(&index))?;
            changed = true;
        }
    }
    transaction.commit()?;
    Ok(changed)
}

fn shareable(connection: &Connection) -> rusqlite::Result<Vec<Shareable>> {
    if !connection.table_exists(None, "_tables")? {
        return Ok(Vec::new());
    }
    let mut statement =
        connection.prepare("SELECT table_name, attribute_definitions, gsi_definitions FROM _tables")?;
    let definitions = statement.query_map([], |row| {
        Ok(Definitions { table: row.get(0)?, attributes: row.get(1)?, global_indexes: row.get(2)? })
    })?;
    let mut found = Vec::new();
    for definitions in definitions {
        found.extend(definitions?.shareable());
    }
    Ok(found)
}

impl Definitions {
    /// Definitions in a form that this does not know give no index, and the engine's tables stay.
    fn shareable(&self) -> Vec<Shareable> {
        let attributes: Vec<Attribute> = serde_json::from_str(&self.attributes).unwrap_or_default();
        let is_text = |name: &str| {
            attributes
                .iter()
                .any(|attribute| attribute.attribute_name == name && attribute.attribute_type == "S")
        };
        let indexes = self.global_indexes.as_deref().map(serde_json::from_str::<Vec<Index>>);
        let indexes = indexes.and_then(Result::ok).unwrap_or_default();
        let shareable = indexes.into_iter().filter_map(|index| {
            let [partition, sort] = &index.key_schema[..] else { return None };
            let is_supported = partition.key_type == "HASH"
                && sort.key_type == "RANGE"
                && is_text(&partition.attribute_name)
                && is_text(&sort.attribute_name)
                && index.projection.projection_type.as_deref() == Some("ALL");
            is_supported.then(|| Shareable {
                table: self.table.clone(),
                partition: partition.attribute_name.clone(),
                sort: sort.attribute_name.clone(),
                index: index.name,
            })
        });
        shareable.collect()
    }
}

impl Shareable {
    /// Returns the name of the engine's table with the copies, and of the view in its place.
    fn copies(&self) -> String {
        format!("{}::gsi::{}", self.table, self.index)
    }

    fn share(&self) -> String {
        let Names { table, copies, keys, partition, sort, on_insert, on_delete } = self.names();
        let (partition_value, sort_value) = (key_text(&self.partition), key_text(&self.sort));
        format!(
            "DROP TABLE {copies};
             ALTER TABLE {table} ADD COLUMN {partition} TEXT GENERATED ALWAYS AS ({partition_value}) VIRTUAL;
             ALTER TABLE {table} ADD COLUMN {sort} TEXT GENERATED ALWAYS AS ({sort_value}) VIRTUAL;
             CREATE INDEX {keys} ON {table} ({partition}, {sort}, pk, sk)
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE VIEW {copies} (gsi_pk, gsi_sk, table_pk, table_sk, item_json) AS
                 SELECT {partition}, {sort}, pk, sk, item_json FROM {table}
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE TRIGGER {on_insert} INSTEAD OF INSERT ON {copies} BEGIN SELECT 1 WHERE 0; END;
             CREATE TRIGGER {on_delete} INSTEAD OF DELETE ON {copies} BEGIN SELECT 1 WHERE 0; END;"
        )
    }

    /// The table and its index are those of the engine (`create_gsi_table` in its `sql_builders.rs`).
    fn unshare(&self) -> String {
        let Names { table, copies, keys, partition, sort, .. } = self.names();
        let base_key = quoted(&format!("{}::base_key", self.copies()));
        format!(
            "DROP VIEW {copies};
             CREATE TABLE {copies} (
                 gsi_pk TEXT NOT NULL,
                 gsi_sk TEXT NOT NULL DEFAULT '',
                 table_pk TEXT NOT NULL,
                 table_sk TEXT NOT NULL DEFAULT '',
                 item_json TEXT NOT NULL,
                 PRIMARY KEY (gsi_pk, gsi_sk, table_pk, table_sk)
             );
             INSERT INTO {copies} SELECT {partition}, {sort}, pk, sk, item_json FROM {table}
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE INDEX {base_key} ON {copies} (table_pk, table_sk);
             DROP INDEX {keys};
             ALTER TABLE {table} DROP COLUMN {partition};
             ALTER TABLE {table} DROP COLUMN {sort};"
        )
    }

    fn names(&self) -> Names {
        let copies = self.copies();
        Names {
            table: quoted(&self.table),
            keys: quoted(&format!("{copies}::keys")),
            partition: quoted(&format!("{}::pk", self.index)),
            sort: quoted(&format!("{}::sk", self.index)),
            on_insert: quoted(&format!("{copies}::insert")),
            on_delete: quoted(&format!("{copies}::delete")),
            copies: quoted(&copies),
        }
    }
}

/// The quoted names of what a shared index consists of.
struct Names {
    table: String,
    copies: String,
    keys: String,
    partition: String,
    sort: String,
    on_insert: String,
    on_delete: String,
}

/// Returns the expression for a key attribute's value in the form of the engine (`AttributeValue::to_key_string`), which is `NULL` for
/// an item without the attribute. DynamoDB's names of key attributes have no quotes.
fn key_text(attribute: &str) -> String {
    let path = format!("$.\"{attribute}\".S").replace('\'', "''");
    format!("'S:' || json_extract(item_json, '{path}')")
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

#[cfg(test)]
mod tests;
