//! The physical table and its indexes, as types.

/// A physical table. Declared with [`table!`](crate::table!).
pub trait Table: Send + Sync + 'static {
    /// The partition key's attribute.
    const PARTITION_KEY: &'static str;
    /// The sort key's attribute.
    const SORT_KEY: &'static str;
    /// The TTL attribute, in epoch seconds.
    const TTL: Option<&'static str>;
    /// Its secondary indexes.
    const INDEXES: &'static [IndexSchema];
}

/// A secondary index, as DynamoDB knows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IndexSchema {
    /// The index's name.
    pub name: &'static str,
    /// Global or local.
    pub kind: IndexKind,
    /// The attribute of its sort key.
    pub sort_key: &'static str,
}

/// Whether an index has a partition key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexKind {
    /// Partitioned by an attribute of its own.
    Global {
        /// The attribute of its partition key.
        partition_key: &'static str,
    },
    /// Partitioned like the table.
    Local,
}

/// A secondary index of a table, as a type.
pub trait Index: 'static {
    /// The table it belongs to.
    type Table: Table;
    /// Its name and attributes.
    const SCHEMA: IndexSchema;
}

/// A global secondary index: its views name a partition of their own, and are eventually consistent.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a global secondary index",
    label = "a local index has the table's partition key",
    note = "leave out `partition(...)`: a local secondary index always has the entity's own partition"
)]
pub trait GlobalIndex: Index {
    /// The attribute of its partition key.
    const PARTITION_KEY: &'static str;
}

/// A local secondary index: its views have the entity's own partition, and can be read consistently.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a local secondary index",
    label = "a global index needs a partition key of its own",
    note = "add `partition(...)` with the fields of the index's partition key"
)]
pub trait LocalIndex: Index {}

/// The table's TTL attribute, for an entity that expires; a table without one refuses it at compile time.
#[doc(hidden)]
#[must_use]
pub const fn ttl_attribute(ttl: Option<&'static str>) -> &'static str {
    match ttl {
        Some(ttl) => ttl,
        None => panic!(
            "an entity with `ttl(...)` needs a table with a TTL attribute: add `ttl: ...` to its `table!`"
        ),
    }
}

/// Declares the physical table once: the attributes of its key, its TTL attribute and its secondary indexes.
///
/// DynamoDB allows 20 global and 5 local secondary indexes a table (see "Service, account, and table quotas" in its
/// developer guide); a sixth local one does not compile.
///
/// ```
/// use single_table::{Table, table};
///
/// table! {
///     /// One table for everything.
///     pub struct ShopTable {
///         key: (pk, sk),
///         ttl: ttl,
///         global: [GsiOne = gsiOne (gsiOnePk, gsiOneSk)],
///         local: [LsiOne = lsiOne (lsiOneSk), LsiTwo = lsiTwo (lsiTwoSk)],
///     }
/// }
/// assert_eq!(ShopTable::TTL, Some("ttl"));
/// assert_eq!(ShopTable::INDEXES.len(), 3);
/// ```
///
/// ```compile_fail
/// single_table::table! {
///     /// Too many local indexes.
///     pub struct Wide {
///         key: (pk, sk),
///         local: [A = a (as), B = b (bs), C = c (cs), D = d (ds), E = e (es), F = f (fs)],
///     }
/// }
/// ```
#[macro_export]
macro_rules! table {
    (
        $(#[$doc:meta])*
        $vis:vis struct $table:ident {
            key: ($pk:ident, $sk:ident),
            $(ttl: $ttl:ident,)?
            $(global: [$($gsi:ident = $gsi_name:ident ($gsi_pk:ident, $gsi_sk:ident)),* $(,)?],)?
            $(local: [$($lsi:ident = $lsi_name:ident ($lsi_sk:ident)),* $(,)?],)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $table;

        impl $crate::Table for $table {
            const PARTITION_KEY: &'static str = stringify!($pk);
            const SORT_KEY: &'static str = stringify!($sk);
            const TTL: Option<&'static str> = {
                let ttl: &[&'static str] = &[$(stringify!($ttl))?];
                if ttl.is_empty() { None } else { Some(ttl[0]) }
            };
            const INDEXES: &'static [$crate::IndexSchema] = &[
                $($(<$gsi as $crate::Index>::SCHEMA,)*)?
                $($(<$lsi as $crate::Index>::SCHEMA,)*)?
            ];
        }

        const _: () = {
            let mut local = 0;
            let mut global = 0;
            let mut at = 0;
            while at < <$table as $crate::Table>::INDEXES.len() {
                match <$table as $crate::Table>::INDEXES[at].kind {
                    $crate::IndexKind::Local => local += 1,
                    $crate::IndexKind::Global { .. } => global += 1,
                }
                at += 1;
            }
            assert!(local <= 5, "a DynamoDB table has at most 5 local secondary indexes");
            assert!(global <= 20, "a DynamoDB table has at most 20 global secondary indexes");
        };

        $($(
            #[doc = concat!("The global secondary index `", stringify!($gsi_name), "`.")]
            #[derive(Debug, Clone, Copy)]
            $vis struct $gsi;

            impl $crate::Index for $gsi {
                type Table = $table;
                const SCHEMA: $crate::IndexSchema = $crate::IndexSchema {
                    name: stringify!($gsi_name),
                    kind: $crate::IndexKind::Global { partition_key: stringify!($gsi_pk) },
                    sort_key: stringify!($gsi_sk),
                };
            }

            impl $crate::GlobalIndex for $gsi {
                const PARTITION_KEY: &'static str = stringify!($gsi_pk);
            }
        )*)?

        $($(
            #[doc = concat!("The local secondary index `", stringify!($lsi_name), "`.")]
            #[derive(Debug, Clone, Copy)]
            $vis struct $lsi;

            impl $crate::Index for $lsi {
                type Table = $table;
                const SCHEMA: $crate::IndexSchema = $crate::IndexSchema {
                    name: stringify!($lsi_name),
                    kind: $crate::IndexKind::Local,
                    sort_key: stringify!($lsi_sk),
                };
            }

            impl $crate::LocalIndex for $lsi {}
        )*)?
    };
}
