//! The indexes of a `table!`, as types.

/// A global index of a [`table!`](crate::table!).
#[doc(hidden)]
#[macro_export]
macro_rules! __global_index {
    (
        $vis:vis $table:ident $gsi:ident $name:tt $projection:tt
        ($pk:tt $(: $pk_type:ident)? $(, $sk:tt $(: $sk_type:ident)?)? $(,)?)
    ) => {
        $crate::__index!(
            "global" $vis $table $gsi $name $projection Global [$pk $(: $pk_type)?] [$($sk $(: $sk_type)?)?]
        );

        impl $crate::table::RawIndex for $gsi {
            type SortScalar = $crate::__scalar!($($($sk_type)?)?);
        }
    };
    (
        $vis:vis $table:ident $gsi:ident $name:tt $projection:tt native
        ([$($pk:tt: $pk_type:ident),+ $(,)?], [$($sk:tt: $sk_type:ident),* $(,)?])
    ) => {
        $crate::__index!(
            "global" $vis $table $gsi $name $projection Native [$($pk: $pk_type),+] [$($sk: $sk_type),*]
        );
    };
    ($vis:vis $table:ident $gsi:ident $name:tt $projection:tt $($keys:tt)*) => {
        ::core::compile_error!(concat!(
            "the key of the index `", stringify!($gsi), "` is malformed: write `(artistPk, artistSk)`, \
             `(artistPk: N)` or `native ([artist: S], [year: N])`, with quotes around a name that isn't an identifier"
        ));
        $crate::__index!("global" $vis $table $gsi $name [] Global [other_pk] [other_sk]);
    };
}

/// A local index of a [`table!`](crate::table!).
#[doc(hidden)]
#[macro_export]
macro_rules! __local_index {
    ($vis:vis $table:ident $lsi:ident $name:tt $projection:tt ($pk:tt $(: $pk_type:ident)? $(,)?) $sk:tt) => {
        ::core::compile_error!(
            "a table without a sort key can't have local secondary indexes: add the sort key to `key: (...)`, or \
             declare a global index"
        );
    };
    (
        $vis:vis $table:ident $lsi:ident $name:tt $projection:tt
        ($pk:tt $(: $pk_type:ident)?, $table_sk:tt $(: $table_type:ident)? $(,)?) ($sk:tt $(: $sk_type:ident)?)
    ) => {
        $crate::__index!("local" $vis $table $lsi $name $projection Local [$pk $(: $pk_type)?] [$sk $(: $sk_type)?]);

        impl $crate::table::ConsistentIndex for $lsi {}

        impl $crate::table::RawIndex for $lsi {
            type SortScalar = $crate::__scalar!($($sk_type)?);
        }
    };
    ($vis:vis $table:ident $lsi:ident $name:tt $projection:tt $key:tt $sk:tt) => {
        ::core::compile_error!(concat!(
            "the key of the index `", stringify!($lsi), "` is malformed: write `(titleSk)` or `(titleSk: N)`, with \
             quotes around a name that isn't an identifier"
        ));
        $crate::__local_index!($vis $table $lsi $name [] $key (other_sk));
    };
}

/// The type of an index, with the attributes of its keys.
#[doc(hidden)]
#[macro_export]
macro_rules! __index {
    (
        $what:literal $vis:vis $table:ident $index:ident $name:tt $projection:tt $kind:ident
        [$($pk:tt $(: $pk_type:ident)?),+] [$($sk:tt $(: $sk_type:ident)?),*]
    ) => {
        #[doc = concat!("The ", $what, " secondary index `", $crate::__name!($name), "`.")]
        #[derive(Debug, Clone, Copy)]
        $vis struct $index;

        impl $crate::table::Index for $index {
            type Table = $table;
            const SCHEMA: $crate::table::IndexSchema = $crate::table::IndexSchema {
                name: $crate::__name!($name),
                kind: $crate::table::IndexKind::$kind,
                partition_key: &[$($crate::__key_attribute!($pk $(: $pk_type)?)),+],
                sort_key: &[$($crate::__key_attribute!($sk $(: $sk_type)?)),*],
                projection: $crate::__projection!($projection),
            };
        }
    };
}

/// The attributes that an index holds.
#[doc(hidden)]
#[macro_export]
macro_rules! __projection {
    ([]) => {
        $crate::table::IndexProjection::All
    };
    ([keys_only]) => {
        $crate::table::IndexProjection::KeysOnly
    };
    ([include [$($attribute:tt),* $(,)?]]) => {
        $crate::table::IndexProjection::Include(&[$($crate::__name!($attribute)),*])
    };
    ([$($other:tt)*]) => {{
        ::core::compile_error!(
            "an index is followed by `keys_only`, by `include [title, year]`, or by neither if it holds whole items"
        );
        $crate::table::IndexProjection::All
    }};
}
