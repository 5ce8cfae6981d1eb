//! Composite keys for DynamoDB that never collide, sort correctly and decode to the values they were built from.
//!
//! In a single-table design, many entities share the key attributes, so keys are joined from parts, such as
//! `FavoriteData#user#link`. Joining the parts with `format!` and splitting them again loses data as soon as a part
//! contains the separator, and it sorts numbers as text. This crate joins and splits typed parts safely. It does no
//! I/O, and it makes one allocation for each key.
//!
//! ```
//! use table_keys::{EntityName, Timestamp, parse_sort_key, partition_key, sort_key, sort_key_prefix};
//!
//! const FAVORITE_DATA: EntityName = EntityName::new("FavoriteData");
//!
//! let clip_time: Timestamp = "2026-11-21T08:35:15.123Z".parse()?;
//! assert_eq!(partition_key(&FAVORITE_DATA, &("user", "link"))?, "FavoriteData#user#link");
//!
//! let key = sort_key(&(clip_time, "data"))?;
//! assert_eq!(key, "2026-11-21T08:35:15.123Z#data");
//! assert_eq!(parse_sort_key(&key), Ok((clip_time, "data".to_owned())));
//! assert!(key.starts_with(&sort_key_prefix(&(clip_time,))?));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Guarantees
//!
//! The following holds for all tuples `a` and `b` of the same type:
//!
//! - *Round trip*: parsing the key of `a` returns `a`.
//! - *Injective*: `a` and `b` have the same key only if they are equal.
//! - *Ordered*: the key of `a` sorts before the key of `b` if and only if `a < b`. Keys are compared byte by byte, as
//!   DynamoDB compares strings (developer guide, "Supported data types and naming rules in Amazon DynamoDB"). Enums
//!   sort by their [declared texts](key_enum).
//! - *Exact prefixes*: a prefix matches the keys that start with the same whole components. The prefix of `user`
//!   does not match the keys of `user2`.
//! - *Total*: parsing a text returns either the tuple whose key is exactly that text, or a [`KeyError`].
//!
//! # The encoding
//!
//! A partition key is the [`EntityName`] followed by each component after a `#`. A sort key is its components with `#`
//! between them. In an item collection of several entities, the sort key also starts with the entity's name; see
//! [`named_sort_key`].
//!
//! | component | encoding | example |
//! |---|---|---|
//! | `String`, `str` | the text; characters from U+0000 to `$` become `$` and the character 0x30 above | `a#b` is `a$Sb` |
//! | [`CaseFolded`] | the folded text, escaped like a `String` | `Straße` is `strasse` |
//! | `u8` to `u64` | decimal digits, padded with zeros to the width of the type's maximum | `7_u16` is `00007` |
//! | `i8` to `i64` | the distance from the type's minimum, encoded like an unsigned integer | `-1_i8` is `127` |
//! | `bool` | `0` or `1` | `true` is `1` |
//! | `f64`, except NaN | 16 hexadecimal digits of the bits, rearranged so that they sort | `1.0` is `bff0000000000000` |
//! | [`Timestamp`] | RFC 3339 in UTC with milliseconds | `2026-11-21T08:35:15.123Z` |
//! | [`Uuid`](uuid::Uuid) | lower case with hyphens | `0193c5a0-7b1e-7abc-8def-0123456789ab` |
//! | an enum declared with [`key_enum!`] | the text declared for the variant | `image` |
//! | a newtype declared with [`key_component!`] | the encoding of the inner value | |
//! | `Option<T>` | `-` for `None`; `=` and the value for `Some` | `Some("a")` is `=a` |
//! | [`Desc<T>`] | the mirror image of each character of the value, which turns digits into letters | `Desc(5_u8)` is `ssn` |
//!
//! The guarantees follow from three facts. The encoding of each component is injective and keeps the order. Every byte
//! of it is greater than `#`. Text is escaped character by character, so the encoding of a prefix is a prefix of the
//! encoding.
//!
//! Consider the first byte in which two keys differ. If it is inside the same component in both keys, that component
//! decides the order. Otherwise one component has ended, with `#` or with the key itself, and the other continues with
//! a byte greater than `#`. The component that has ended is a prefix of the other, so it is the smaller one, and its
//! key is the smaller key.
//!
//! The encoding is part of stored data, so it does not change between versions of this crate.

mod component;
mod key;
mod timestamp;

#[cfg(feature = "case-folding")]
pub use component::CaseFolded;
pub use component::{
    ComponentError, Desc, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, TextComponent,
};
pub use key::{
    BoundOf, Components, EncodeTuple, EntityName, EntityNameError, KeyError, KeyKind, KeyTuple,
    MAX_ENTITY_NAME_BYTES, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, PrefixOf, components_text,
    named_sort_key, parse_components_text, parse_named_sort_key, parse_partition_key, parse_sort_key,
    partition_key, sort_key, sort_key_prefix, sort_key_prefix_text,
};
pub use timestamp::{Timestamp, TimestampError};

/// Runs the example of the README as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[doc(hidden)]
pub mod __private {
    //! Functions that the macros call.
    pub use crate::component::{apply, decode_as, is_ascending, is_encoding_of};
}
