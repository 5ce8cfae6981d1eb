//! `table!`: the declaration of the physical table.

/// Declares the physical table once: the attributes of its key, its TTL attribute, its stream, its secondary indexes, and
/// the entities that are kept in it.
///
/// DynamoDB allows 20 global and 5 local secondary indexes a table (see "Service, account, and table quotas" in its
/// developer guide); a sixth local one does not compile. Nor do two entities of one name.
///
/// ```
/// use single_table::table::StreamView;
/// use single_table::{Table, table};
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
            const STREAM: Option<$crate::table::StreamView> = $crate::private::first(&[$($crate::table::StreamView::$stream)?]);
            const INDEXES: &'static [$crate::table::IndexSchema] = &[
                $($(<$gsi as $crate::table::Index>::SCHEMA,)*)?
                $($(<$lsi as $crate::table::Index>::SCHEMA,)*)?
            ];
            const MODELS: &'static [&'static $crate::model::Model] = &[$(<$entity as $crate::Entity>::MODEL,)*];
        }

        $(impl $crate::table::Holds<$entity> for $table {})*

        $($crate::__streamed!($table $stream);)?

        const _: () = $crate::private::check_table::<$table>();

        $($($crate::__global_index!($vis $table $gsi $gsi_name $($native)? ($($gsi_keys)*));)*)?

        $($(
            $crate::__joined_index!("local" $vis $table $lsi $lsi_name Local ($pk, $lsi_sk));
            impl $crate::table::LocalIndex for $lsi {}
        )*)?
    };
}

/// The images that the stream of a [`table!`](crate::table!) shows.
#[doc(hidden)]
#[macro_export]
macro_rules! __streamed {
    ($table:ident KeysOnly) => {
        $crate::__streamed!($table NotShown NotShown);
    };
    ($table:ident NewImage) => {
        $crate::__streamed!($table NotShown Shown);
    };
    ($table:ident OldImage) => {
        $crate::__streamed!($table Shown NotShown);
    };
    ($table:ident NewAndOldImages) => {
        $crate::__streamed!($table Shown Shown);
    };
    ($table:ident $old:ident $new:ident) => {
        impl $crate::table::Streamed for $table {
            type OldImage = $crate::table::$old;
            type NewImage = $crate::table::$new;
        }
    };
    // `Table::STREAM` reports the unknown view.
    ($table:ident $unknown:ident) => {};
}

/// One global index of a [`table!`](crate::table!).
#[doc(hidden)]
#[macro_export]
macro_rules! __global_index {
    ($vis:vis $table:ident $gsi:ident $name:ident ($pk:ident, $sk:ident)) => {
        $crate::__joined_index!("global" $vis $table $gsi $name Global ($pk, $sk));

        impl $crate::table::GlobalIndex for $gsi {
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

        impl $crate::table::Index for $gsi {
            type Table = $table;
            const SCHEMA: $crate::table::IndexSchema = $crate::table::IndexSchema {
                name: stringify!($name),
                kind: $crate::table::IndexKind::Native,
                partition_key: &[
                    $($crate::table::KeyAttribute { name: stringify!($pk), scalar: $crate::table::Scalar::$pk_type }),+
                ],
                sort_key: &[
                    $($crate::table::KeyAttribute { name: stringify!($sk), scalar: $crate::table::Scalar::$sk_type }),*
                ],
            };
        }

        impl $crate::table::NativeIndex for $gsi {}
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

        impl $crate::table::Index for $index {
            type Table = $table;
            const SCHEMA: $crate::table::IndexSchema = $crate::table::IndexSchema {
                name: stringify!($name),
                kind: $crate::table::IndexKind::$kind,
                partition_key: &[$crate::table::KeyAttribute::text(stringify!($pk))],
                sort_key: &[$crate::table::KeyAttribute::text(stringify!($sk))],
            };
        }

        impl $crate::table::JoinedIndex for $index {
            const SORT_KEY: &'static str = stringify!($sk);
        }
    };
}
