//! `table!`, which declares a physical table.

/// Declares a physical table: its key, its secondary indexes, its TTL attribute, its stream, and the entities that it holds.
///
/// ```
/// use single_table::table::StreamView;
/// use single_table::{Table, table};
///
/// table! {
///     /// The table of a shop.
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
/// The options, in any order:
///
/// - `key: (pk, sk)`: the attributes of the primary key. `key: (id)` declares a table without a sort key.
/// - `type_attribute: entity`: the attribute that holds the name of an item's entity. It is `type` without this option. With
///   `type_attribute: none`, items have no such attribute, and their keys tell the entities apart.
/// - `ttl: expires`: the TTL attribute.
/// - `stream: NewAndOldImages`: the [view](crate::table::StreamView) of the table's stream.
/// - `global: [ByArtist = byArtist (artistPk, artistSk)]`: the global secondary indexes, each with its type, its name and the
///   attributes of its key. `(artistPk)` declares an index without a sort key, and `native` an index with several attributes
///   in its keys.
/// - `local: [ByTitle = byTitle (titleSk)]`: the local secondary indexes.
///
///   An index holds whole items. `keys_only` after its key declares one that holds only the keys, and
///   `include [title, year]` one that also holds these attributes. A [view](crate::guide::indexes) of such an
///   index names the projection that it reads.
/// - `entities: [Album, Track]`: the entities. A table lists them so that their names and keys can be compared. Leave the option
///   out to list them elsewhere, with [`entities!`](crate::entities!).
///
/// # Names and types of existing tables
///
/// The name of an index or attribute is an identifier, or a string with the characters that DynamoDB allows.
/// The name of an index can also be identifiers with hyphens between them, such as `by-state`. A key
/// attribute holds text, unless its type is given: `S` for text, `N` for numbers, `B` for bytes. The keys of
/// such tables are usually [raw](crate::guide::existing_tables).
///
/// ```
/// use single_table::table::Scalar;
/// use single_table::{Table, table};
///
/// table! {
///     /// Readings of sensors, from before this program.
///     pub struct Readings {
///         key: ("sensor id": N, "time.utc": N),
///         type_attribute: none,
///         global: [ByState = "by-state.v2" ("reading state"), ByDigest = "by-digest" (digest: B, "time.utc": N)],
///         entities: [],
///     }
/// }
/// assert_eq!(Readings::KEY[0].name, "sensor id");
/// assert_eq!(Readings::KEY[1].scalar, Scalar::N);
/// assert_eq!(Readings::INDEXES[0].name, "by-state.v2");
/// assert!(Readings::INDEXES[0].sort_key.is_empty());
/// ```
///
/// # Compile-time checks
///
/// A table with more than 20 global or 5 local secondary indexes does not compile (see "Service, account, and table quotas" in
/// the DynamoDB developer guide), nor does one with a name that DynamoDB refuses (see "Supported data types and naming rules in
/// Amazon DynamoDB"), or with two entities whose keys could be the same.
///
/// ```compile_fail
/// single_table::table! {
///     /// Too many local indexes.
///     pub struct Wide {
///         key: (pk, sk),
///         local: [A = aaa (as), B = bbb (bs), C = ccc (cs), D = ddd (ds), E = eee (es), F = fff (fs)],
///         entities: [],
///     }
/// }
/// ```
#[macro_export]
macro_rules! table {
    (
        $(#[$doc:meta])*
        $vis:vis struct $table:ident { $($option:ident: $value:tt),* $(,)? }
    ) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy)]
        $vis struct $table;

        $crate::__table!([$vis $table] [] [] [] [] [] [] [] $($option: $value,)*);
    };
}

/// Puts the options of a [`table!`](crate::table!) in order, and declares the table with them.
#[doc(hidden)]
#[macro_export]
macro_rules! __table {
    (
        $table:tt [] $a:tt $t:tt $s:tt $g:tt $l:tt $e:tt
        key: ($pk:tt $(: $pk_type:ident)? $(, $sk:tt $(: $sk_type:ident)?)? $(,)?), $($rest:tt)*
    ) => {
        $crate::__table!($table [($pk $(: $pk_type)? $(, $sk $(: $sk_type)?)?)] $a $t $s $g $l $e $($rest)*);
    };
    ($table:tt [] $a:tt $t:tt $s:tt $g:tt $l:tt $e:tt key: $value:tt, $($rest:tt)*) => {
        $crate::__no_option!(key);
        $crate::__table!($table [(pk, sk)] $a $t $s $g $l $e $($rest)*);
    };
    ($table:tt $k:tt [] $t:tt $s:tt $g:tt $l:tt $e:tt type_attribute: $value:tt, $($rest:tt)*) => {
        $crate::__table!($table $k [$value] $t $s $g $l $e $($rest)*);
    };
    ($table:tt $k:tt $a:tt [] $s:tt $g:tt $l:tt $e:tt ttl: $value:tt, $($rest:tt)*) => {
        $crate::__table!($table $k $a [$value] $s $g $l $e $($rest)*);
    };
    ($table:tt $k:tt $a:tt $t:tt [] $g:tt $l:tt $e:tt stream: $value:ident, $($rest:tt)*) => {
        $crate::__table!($table $k $a $t [$value] $g $l $e $($rest)*);
    };
    (
        $table:tt $k:tt $a:tt $t:tt $s:tt [] $l:tt $e:tt
        global: [$(
            $gsi:ident = $name:tt $(- $rest_of_name:tt)* $($native:ident)? ($($keys:tt)*)
            $($projection:ident $([$($included:tt)*])?)?
        ),* $(,)?], $($rest:tt)*
    ) => {
        $crate::__table!(
            $table $k $a $t $s [$([
                $gsi [$name $(- $rest_of_name)*] [$($projection $([$($included)*])?)?] $($native)? ($($keys)*)
            ])*] $l $e $($rest)*
        );
    };
    (
        $table:tt $k:tt $a:tt $t:tt $s:tt $g:tt [] $e:tt
        local: [$(
            $lsi:ident = $name:tt $(- $rest_of_name:tt)* ($($sk:tt)*) $($projection:ident $([$($included:tt)*])?)?
        ),* $(,)?], $($rest:tt)*
    ) => {
        $crate::__table!(
            $table $k $a $t $s $g [$([
                $lsi [$name $(- $rest_of_name)*] [$($projection $([$($included)*])?)?] ($($sk)*)
            ])*] $e $($rest)*
        );
    };
    ($table:tt $k:tt $a:tt $t:tt $s:tt $g:tt $l:tt [] entities: [$($entity:tt)*], $($rest:tt)*) => {
        $crate::__table!($table $k $a $t $s $g $l [[$($entity)*]] $($rest)*);
    };
    ($table:tt $k:tt $a:tt $t:tt $s:tt $g:tt $l:tt $e:tt $option:ident: $value:tt, $($rest:tt)*) => {
        $crate::__no_option!($option);
        $crate::__table!($table $k $a $t $s $g $l $e $($rest)*);
    };
    ($table:tt [] $($rest:tt)*) => {
        ::core::compile_error!(
            "`key` is missing in this `table!`: add `key: (pk, sk)`, the attributes of the primary key"
        );
        $crate::__table!($table [(pk, sk)] $($rest)*);
    };
    (
        [$vis:vis $table:ident] [$key:tt] [$($type:tt)?] [$($ttl:tt)?] [$($stream:ident)?]
        [$([$gsi:ident $($gsi_index:tt)*])*] [$([$lsi:ident $lsi_name:tt $lsi_projection:tt $lsi_sk:tt])*]
        [$([$($entity:ty),* $(,)?])?]
    ) => {
        impl $crate::Table for $table {
            const KEY: &'static [$crate::table::KeyAttribute] = $crate::__key!($key);
            type SortScalar = $crate::__sort_scalar!($key);
            const TYPE: Option<&'static str> = $crate::__type_attribute!($($type)?);
            const TTL: Option<&'static str> = $crate::private::first(&[$($crate::__name!($ttl))?]);
            const STREAM: Option<$crate::table::StreamView> = $crate::private::first(&[$($crate::table::StreamView::$stream)?]);
            const INDEXES: &'static [$crate::table::IndexSchema] = &[
                $(<$gsi as $crate::table::Index>::SCHEMA,)*
                $(<$lsi as $crate::table::Index>::SCHEMA,)*
            ];
            const MODELS: &'static [&'static $crate::model::Model] = $crate::__models!($table $([$($entity),*])?);
        }

        $crate::__typed!($table $($type)?);

        $($crate::__streamed!($table $stream);)?

        const _: () = $crate::private::check_table::<$table>();

        $($crate::__global_index!($vis $table $gsi $($gsi_index)*);)*

        $($crate::__local_index!($vis $table $lsi $lsi_name $lsi_projection $key $lsi_sk);)*
    };
}

/// The error for an option that a [`table!`](crate::table!) doesn't take.
#[doc(hidden)]
#[macro_export]
macro_rules! __no_option {
    ($option:ident) => {
        ::core::compile_error!(concat!(
            "`table!` can't read `",
            stringify!($option),
            "`: the option doesn't exist, is given twice, or is malformed. The options are `key: (pk, sk)`, \
             `type_attribute: entity`, `ttl: expires`, `stream: NewAndOldImages`, \
             `global: [ByArtist = byArtist (artistPk, artistSk)]`, `local: [ByTitle = byTitle (titleSk)]` and \
             `entities: [Album]`; put a name that isn't an identifier in quotes"
        ));
    };
}

/// The descriptions of a table's entities: those listed in `table!`, or else those of `entities!`.
#[doc(hidden)]
#[macro_export]
macro_rules! __models {
    ($table:ident [$($entity:ty),*]) => {
        &[$(<$entity as $crate::Entity>::MODEL,)*]
    };
    ($table:ident) => {
        <$table as $crate::table::ListsEntities>::LISTED
    };
}

/// The attributes of a table's key.
#[doc(hidden)]
#[macro_export]
macro_rules! __key {
    (($pk:tt $(: $pk_type:ident)? $(, $sk:tt $(: $sk_type:ident)?)? $(,)?)) => {
        &[$crate::__key_attribute!($pk $(: $pk_type)?) $(, $crate::__key_attribute!($sk $(: $sk_type)?))?]
    };
}

/// The type of a table's sort key attribute, as a Rust type.
#[doc(hidden)]
#[macro_export]
macro_rules! __sort_scalar {
    (($pk:tt $(: $pk_type:ident)? $(,)?)) => {
        $crate::table::scalar::S
    };
    (($pk:tt $(: $pk_type:ident)?, $sk:tt $(: $sk_type:ident)? $(,)?)) => {
        $crate::__scalar!($($sk_type)?)
    };
}

/// The attribute with the name of an item's entity.
#[doc(hidden)]
#[macro_export]
macro_rules! __type_attribute {
    () => {
        Some("type")
    };
    (none) => {
        None
    };
    ($name:tt) => {
        Some($crate::__name!($name))
    };
}

/// The trait of a [`table!`](crate::table!) with a type attribute.
#[doc(hidden)]
#[macro_export]
macro_rules! __typed {
    ($table:ident) => {
        $crate::__typed!($table type);
    };
    ($table:ident none) => {};
    ($table:ident $name:tt) => {
        impl $crate::table::TypeAttribute for $table {
            const TYPE_ATTRIBUTE: &'static str = $crate::__name!($name);
        }
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
