//! Composite keys for DynamoDB that are injective, keep order and decode to exactly what went in.
//!
//! In one table many entities share the key attributes, so keys are put together from parts:
//! `FavoriteData#user#link`. Joining with `format!` and taking apart with `split` loses data as soon as a
//! part holds the separator, and sorts numbers as text. This crate does both soundly, for typed parts,
//! without I/O and with one allocation for each key.
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
//! # What holds
//!
//! For all tuples `a` and `b` of one type, whatever their values:
//!
//! - *Round trip*: parsing the key of `a` gives `a`.
//! - *Injective*: `a` and `b` have the same key only if they are equal.
//! - *Order*: the key of `a` sorts before that of `b`, byte by byte, exactly if `a < b`. That is how DynamoDB
//!   sorts strings (developer guide, "Supported data types and naming rules in Amazon DynamoDB"). Enums count
//!   in the order of their [declared texts](key_enum).
//! - *Prefix*: a prefix of whole components finds the keys that open with exactly these. `user` does not find
//!   `user2`.
//! - *Total*: parsing any text gives a tuple whose key is that very text, or a [`KeyError`]. It never
//!   guesses.
//!
//! # The encoding
//!
//! A partition key is the [`EntityName`] and then each component after a `#`. A sort key is its components
//! with `#` between them; where a partition holds items of several entities, it is built like a partition key.
//!
//! | component | written as | for example |
//! |---|---|---|
//! | `String`, `str` | itself, but each character from U+0000 to `$` as `$` and the character 0x30 above it | `a#b` is `a$Sb` |
//! | [`CaseFolded`] | its folded text, in the same way | `Straße` is `strasse` |
//! | `u8` to `u64` | decimal digits, padded with zeros to the width of the type's greatest value | `7_u16` is `00007` |
//! | `i8` to `i64` | the distance from the type's least value, like an unsigned integer | `-1_i8` is `127` |
//! | `bool` | `0` or `1` | |
//! | `f64`, not NaN | 16 hexadecimal digits of its bits, turned to sort | `1.0` is `bff0000000000000` |
//! | [`Timestamp`] | RFC 3339 in UTC with milliseconds | `2026-11-21T08:35:15.123Z` |
//! | [`Uuid`](uuid::Uuid) | lower case with hyphens | `0193c5a0-7b1e-7abc-8def-0123456789ab` |
//! | enums, by [`key_enum!`] | the text declared for the variant | `image` |
//! | newtypes, by [`key_component!`] | what they are declared as | |
//! | `Option<T>` | `-`, or `=` and the value | `Some("a")` is `=a` |
//! | [`Desc<T>`] | the mirror image of each character of the value, so digits become letters | `Desc(5_u8)` is `ssn` |
//!
//! Why it holds: each component's encoding is injective and keeps order, and every byte of it is above `#`.
//! So where two keys differ first, either both are in the same component, whose order decides; or one is at
//! the end of a component, with `#` or nothing, where the other goes on with a byte above `#`. Then the
//! shorter component, which is a prefix of the other and so sorts before it, makes the smaller key. A text is
//! escaped character by character, so the start of a text encodes to the start of its encoding.
//!
//! The encoding is part of stored data. It must not change.

mod component;
mod key;
mod timestamp;

pub use component::{
    CaseFolded, ComponentError, Desc, EncodeComponent, FixedWidth, KeyBuilder, KeyComponent, TextComponent,
};
pub use key::{
    BoundOf, Components, EncodeTuple, EntityName, EntityNameError, KeyError, KeyKind, KeyTuple,
    MAX_ENTITY_NAME_BYTES, MAX_PARTITION_KEY_BYTES, MAX_SORT_KEY_BYTES, PrefixOf, components_text,
    named_sort_key, parse_components_text, parse_named_sort_key, parse_partition_key, parse_sort_key,
    partition_key, sort_key, sort_key_prefix, sort_key_prefix_text,
};
pub use timestamp::{Timestamp, TimestampError};

#[doc(hidden)]
pub mod __private {
    //! Functions that the macros call.
    pub use crate::component::{apply, decode_as, is_ascending, is_encoding_of};
}
