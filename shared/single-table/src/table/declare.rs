//! `table!`: the declaration of the physical table.

/// Declares the physical table once: the attributes of its key, its TTL attribute, its stream, its secondary indexes, and
/// the entities that are kept in it.
///
/// DynamoDB allows 20 global and 5 local secondary indexes a table (see "Service, account, and table quotas" in its
/// developer guide); a sixth local one does not compile. Nor do two entities of one name.
///
/// ```
/// use single_table::{StreamView, Table, table};
///
/// table! {
///     /// One table for everything.
///     pub struct ShopTable {
///         key: (pk, sk),
///         ttl: ttl,
///         stream: NewAndOldImages,
///         global: [
///             GsiOne = gsiOne (gsiOnePk, gsiOneSk),
///             ByState = byState native ([customer: S, state: S], [date: S, total: N]),
///         ],
///         local: [LsiOne = lsiOne (lsiOneSk), LsiTwo = lsiTwo (lsiTwoSk)],
///         entities: [],
///     }
/// }
/// assert_eq!(ShopTable::TTL, Some("ttl"));
/// assert_eq!(ShopTable::STREAM, Some(StreamView::NewAndOldImages));
/// assert_eq!(ShopTable::INDEXES.len(), 4);
/// ```
///
/// ```compile_fail
/// single_table::table! {
///     /// Too many local indexes.
///     pub struct Wide {
///         key: (pk, sk),
///         local: [A = a (as), B = b (bs), C = c (cs), D = d (ds), E = e (es), F = f (fs)],
///         entities: [],
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
            $(stream: $stream:ident,)?
            $(global: [$($gsi:ident = $gsi_name:ident $($native:ident)? ($($gsi_keys:tt)*)),* $(,)?],)?
            $(local: [$($lsi:ident = $lsi_name:ident ($lsi_sk:ident)),* $(,)?],)?
            entities: [$($entity:ty),* $(,)?] $(,)?
        }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $table;

        impl $crate::Table for $table {
            const PARTITION_KEY: &'static str = stringify!($pk);
            const SORT_KEY: &'static str = stringify!($sk);
            const TTL: Option<&'static str> = $crate::private::first(&[$(stringify!($ttl))?]);
            const STREAM: Option<$crate::StreamView> = $crate::private::first(&[$($crate::StreamView::$stream)?]);
            const INDEXES: &'static [$crate::IndexSchema] = &[
                $($(<$gsi as $crate::Index>::SCHEMA,)*)?
                $($(<$lsi as $crate::Index>::SCHEMA,)*)?
            ];
            const NAMES: &'static [$crate::private::Names] = &[$($crate::private::names_of::<$entity>(),)*];
        }

        $(impl $crate::Holds<$entity> for $table {})*

        const _: () = $crate::private::check_table::<$table>();

        $($($crate::__global_index!($vis $table $gsi $gsi_name $($native)? ($($gsi_keys)*));)*)?

        $($(
            $crate::__joined_index!("local" $vis $table $lsi $lsi_name Local ($pk, $lsi_sk));
            impl $crate::LocalIndex for $lsi {}
        )*)?
    };
}

/// One global index of a [`table!`](crate::table!).
#[doc(hidden)]
#[macro_export]
macro_rules! __global_index {
    ($vis:vis $table:ident $gsi:ident $name:ident ($pk:ident, $sk:ident)) => {
        $crate::__joined_index!("global" $vis $table $gsi $name Global ($pk, $sk));

        impl $crate::GlobalIndex for $gsi {
            const PARTITION_KEY: &'static str = stringify!($pk);
        }
    };
    (
        $vis:vis $table:ident $gsi:ident $name:ident native
        ([$($pk:ident: $pk_type:ident),+ $(,)?], [$($sk:ident: $sk_type:ident),* $(,)?])
    ) => {
        #[doc = concat!("The global secondary index `", stringify!($name), "`, with keys of several attributes.")]
        #[derive(Debug, Clone, Copy)]
        $vis struct $gsi;

        impl $crate::Index for $gsi {
            type Table = $table;
            const SCHEMA: $crate::IndexSchema = $crate::IndexSchema {
                name: stringify!($name),
                kind: $crate::IndexKind::Native,
                partition_key: &[
                    $($crate::KeyAttribute { name: stringify!($pk), scalar: $crate::Scalar::$pk_type }),+
                ],
                sort_key: &[
                    $($crate::KeyAttribute { name: stringify!($sk), scalar: $crate::Scalar::$sk_type }),*
                ],
            };
        }

        impl $crate::NativeIndex for $gsi {}
    };
}

/// What a global and a local index with joined keys have in common.
#[doc(hidden)]
#[macro_export]
macro_rules! __joined_index {
    ($what:literal $vis:vis $table:ident $index:ident $name:ident $kind:ident ($pk:ident, $sk:ident)) => {
        #[doc = concat!("The ", $what, " secondary index `", stringify!($name), "`.")]
        #[derive(Debug, Clone, Copy)]
        $vis struct $index;

        impl $crate::Index for $index {
            type Table = $table;
            const SCHEMA: $crate::IndexSchema = $crate::IndexSchema {
                name: stringify!($name),
                kind: $crate::IndexKind::$kind,
                partition_key: &[$crate::KeyAttribute::text(stringify!($pk))],
                sort_key: &[$crate::KeyAttribute::text(stringify!($sk))],
            };
        }

        impl $crate::JoinedIndex for $index {
            const SORT_KEY: &'static str = stringify!($sk);
        }
    };
}
