//! Indexes without copies of the items.
//!
//! The engine keeps each index in a table of its own, `TABLE::gsi::INDEX` or `TABLE::lsi::INDEX`, with a whole copy of each item. With
//! 50,000 favorites, these copies and their keys are two thirds of the file, and each write writes them as well.
//!
//! This replaces such a table by a view of the same name and columns on the table of the items, with an index of `SQLite` on the
//! key attributes, which `SQLite` maintains by itself. The engine's queries find the same rows in the same order. Its insertions
//! into the view and deletions from it have no effect. The view needs nothing but what is in `SQLite`, so the engine's own program
//! can read the file too.
//!
//! The key of the item is not in the index, because it would make up half of the index. When a query reads items with equal index
//! keys, which are few, `SQLite` sorts them by the key of the item.
//!
//! The engine must find its own tables when it changes the schema: when a newer engine opens the file, and when an index or the
//! table is deleted. [`unshare`] restores them.

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior};

use super::sql::{attribute, quoted};
use crate::stored_definitions::{Attribute, Index};

/// The definitions of a table, in the JSON of DynamoDB's API.
struct Definitions {
    table: String,
    attributes: String,
    global_indexes: Option<String>,
    local_indexes: Option<String>,
}

/// The two kinds of secondary indexes.
#[derive(Clone, Copy)]
enum Scope {
    /// A global secondary index, with a partition key of its own.
    Global,
    /// A local secondary index, with the partition key of the table.
    Local,
}

/// An index that can be shared: it has all attributes of the items, and one text as its partition key and one as its sort key.
struct Shareable {
    /// The table of the items.
    table: String,
    index: String,
    scope: Scope,
    partition: String,
    sort: String,
}

/// Replaces the copies in the indexes of all tables by views. Returns true if there were any. Indexes of another kind than
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
    let mut statement = connection
        .prepare("SELECT table_name, attribute_definitions, gsi_definitions, lsi_definitions FROM _tables")?;
    let definitions = statement.query_map([], |row| {
        Ok(Definitions {
            table: row.get(0)?,
            attributes: row.get(1)?,
            global_indexes: row.get(2)?,
            local_indexes: row.get(3)?,
        })
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
        let indexes = [(Scope::Global, &self.global_indexes), (Scope::Local, &self.local_indexes)];
        let indexes = indexes.into_iter().flat_map(|(scope, stored)| {
            let indexes = stored.as_deref().map(serde_json::from_str::<Vec<Index>>);
            indexes.and_then(Result::ok).unwrap_or_default().into_iter().map(move |index| (scope, index))
        });
        let shareable = indexes.filter_map(|(scope, index)| {
            let [partition, sort] = &index.key_schema[..] else { return None };
            let is_supported = partition.key_type == "HASH"
                && sort.key_type == "RANGE"
                && is_text(&partition.attribute_name)
                && is_text(&sort.attribute_name)
                && index.projection.projection_type.as_deref() == Some("ALL");
            is_supported.then(|| Shareable {
                table: self.table.clone(),
                scope,
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
        let scope = match self.scope {
            Scope::Global => "gsi",
            Scope::Local => "lsi",
        };
        format!("{}::{scope}::{}", self.table, self.index)
    }

    fn share(&self) -> String {
        let Names { table, copies, keys, partition, sort, on_insert, on_delete } = self.names();
        let [partition_column, sort_column, base_partition, base_sort] = self.scope.columns();
        let sort_value = key_text(&self.sort);
        // The partition key of a local index is a column of the table already.
        let (add_partition, key) = match self.scope {
            Scope::Global => (
                format!(
                    "ALTER TABLE {table} ADD COLUMN {partition} TEXT GENERATED ALWAYS AS ({}) VIRTUAL;",
                    key_text(&self.partition)
                ),
                format!("{partition}, {sort}"),
            ),
            Scope::Local => (String::new(), format!("pk, {sort}")),
        };
        format!(
            "DROP TABLE {copies};
             {add_partition}
             ALTER TABLE {table} ADD COLUMN {sort} TEXT GENERATED ALWAYS AS ({sort_value}) VIRTUAL;
             CREATE INDEX {keys} ON {table} ({key})
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE VIEW {copies} ({partition_column}, {sort_column}, {base_partition}, {base_sort}, item_json) AS
                 SELECT {partition}, {sort}, pk, sk, item_json FROM {table}
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE TRIGGER {on_insert} INSTEAD OF INSERT ON {copies} BEGIN SELECT 1 WHERE 0; END;
             CREATE TRIGGER {on_delete} INSTEAD OF DELETE ON {copies} BEGIN SELECT 1 WHERE 0; END;"
        )
    }

    /// The table and its index are those of the engine (`create_gsi_table` and `create_lsi_table` in its `sql_builders.rs`).
    fn unshare(&self) -> String {
        let Names { table, copies, keys, partition, sort, .. } = self.names();
        let [partition_column, sort_column, base_partition, base_sort] = self.scope.columns();
        let base_key = quoted(&format!("{}::base_key", self.copies()));
        let drop_partition = match self.scope {
            Scope::Global => format!("ALTER TABLE {table} DROP COLUMN {partition};"),
            Scope::Local => String::new(),
        };
        format!(
            "DROP VIEW {copies};
             CREATE TABLE {copies} (
                 {partition_column} TEXT NOT NULL,
                 {sort_column} TEXT NOT NULL DEFAULT '',
                 {base_partition} TEXT NOT NULL,
                 {base_sort} TEXT NOT NULL DEFAULT '',
                 item_json TEXT NOT NULL,
                 PRIMARY KEY ({partition_column}, {sort_column}, {base_partition}, {base_sort})
             );
             INSERT INTO {copies} SELECT {partition}, {sort}, pk, sk, item_json FROM {table}
                 WHERE {partition} IS NOT NULL AND {sort} IS NOT NULL;
             CREATE INDEX {base_key} ON {copies} ({base_partition}, {base_sort});
             DROP INDEX {keys};
             {drop_partition}
             ALTER TABLE {table} DROP COLUMN {sort};"
        )
    }

    fn names(&self) -> Names {
        let copies = self.copies();
        Names {
            table: quoted(&self.table),
            keys: quoted(&format!("{copies}::keys")),
            partition: match self.scope {
                Scope::Global => quoted(&format!("{}::pk", self.index)),
                Scope::Local => "pk".to_owned(),
            },
            sort: quoted(&format!("{}::sk", self.index)),
            on_insert: quoted(&format!("{copies}::insert")),
            on_delete: quoted(&format!("{copies}::delete")),
            copies: quoted(&copies),
        }
    }
}

impl Scope {
    /// Returns the names of the engine's columns: the partition key and the sort key of the index, and those of the table.
    fn columns(self) -> [&'static str; 4] {
        match self {
            Self::Global => ["gsi_pk", "gsi_sk", "table_pk", "table_sk"],
            Self::Local => ["pk", "sk", "base_pk", "base_sk"],
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
fn key_text(name: &str) -> String {
    format!("'S:' || {}", attribute(name, "S"))
}

#[cfg(test)]
mod tests;
