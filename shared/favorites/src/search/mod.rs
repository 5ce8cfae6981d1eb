//! What search finds, and where it looks.
//!
//! # What is searched
//!
//! The title of a favorite first, then the texts of its type, in this order:
//!
//! | type | texts |
//! |---|---|
//! | note | the note |
//! | chat record | each sender once, then the messages |
//! | link | the site's name, the host without `www.`, the words of the path, the description |
//! | file | the file's name |
//! | place | its name, its address |
//! | music | the artist, the album |
//! | voice note | the transcript |
//! | picture, video | none |
//!
//! Of all that together the first [`SEARCHED_CHARS`](crate::limits::SEARCHED_CHARS) characters are searched, counted
//! as search compares them. What comes later is not found. The cut is made after a whole word, where one ends within
//! 32 characters.
//!
//! # What is the same
//!
//! - Upper and lower case, full and half width, and letters with and without accents: `Cafe` finds `CAFÉ`, `strasse`
//!   finds `Straße`, `カナ` finds `ｶﾅ`. Arabic and Hebrew are found with and without vowel points.
//! - Letters that some keyboards lack and the plain ones that are typed instead: `da nang` finds `Đà Nẵng`, `lodz`
//!   finds `Łódź`, `coeur` finds `cœur`.
//! - All punctuation and white space: `read me` in quotes finds `READ-ME` and `read, me`. Only `#` and `@` are
//!   searched as they are, and so are symbols: `c++`, `#rust` and `🎉` are found.
//!
//! Another letter is not the same: `か` does not find `が`, and `ä` is `a`, but not `ae`.
//!
//! # What is a word
//!
//! In scripts that are written with spaces, a run of letters and digits is a word, and it is found as a whole: `car`
//! does not find `carpet` or `scar`. Only the last word of a query is also the beginning of one, so that there are
//! answers while it is being typed.
//!
//! Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese, Tibetan, Yi and Bopomofo are found anywhere, from one
//! character on: `收藏` finds `我的收藏夹`. So are symbols. Where such a character stands beside a word, the word ends:
//! `iphone` finds `iPhone手机`.
//!
//! [`SearchQuery`] tells how a query is written.

mod answer;
mod filter;
mod query;
mod query_error;
mod query_parts;
mod request;
mod walk;

pub use query::SearchQuery;
pub use query_error::QueryError;
pub use request::{MatchCounts, SearchPage, SearchRequest};
