//! Search over a user's favorites: the texts it searches, and its rules for matching them.
//!
//! # Searched texts
//!
//! Search looks at the title of a favorite, at its address (the host without `www.`, and what follows it,
//! without parameters that follow the reader), and then at the texts of its type, in this order:
//!
//! | type | texts |
//! |---|---|
//! | note | the note |
//! | chat record | each sender once, then the messages |
//! | link | the site's name, the description |
//! | file | the file's name |
//! | place | its name, its address |
//! | music | the artist, the album |
//! | voice note | the transcript |
//! | picture, video | none |
//!
//! # Differences that don't matter
//!
//! - Upper and lower case, full and half width, and letters with and without accents: `Cafe` finds `CAFÉ`, `strasse`
//!   finds `Straße`, `カナ` finds `ｶﾅ`. Arabic and Hebrew match with and without vowel points.
//! - Letters that some keyboards lack, and the plain letters that people type instead: `da nang` finds `Đà Nẵng`, `lodz`
//!   finds `Łódź`, `coeur` finds `cœur`, `مدرسه` finds `مدرسة`, and Arabic and Persian `ي` and `ی` are the
//!   same.
//! - Decimal digits of all scripts: `2026` finds `٢٠٢٦` and `२०२६`.
//! - Punctuation and white space: `read me` in quotes finds `READ-ME` and `read, me`. Only `#`, `@` and symbols match
//!   as they are: `c++`, `#rust` and `🎉` can be found.
//! - Hyphens, apostrophes and full stops inside words: `email` finds `e-mail`, `e-mail` finds `email` and `e
//!   mail`, `dont` finds `don't`, `nodejs` finds `Node.js`, `usa` finds `U.S.A.`. A full stop between digits
//!   separates: `314` does not find `3.14`. The same applies to the zero-width non-joiner in Persian words,
//!   and to geresh and gershayim in Hebrew words.
//! - Spaces between a word and a script without spaces: `iphone手机` finds `iPhone 手机`, and the other way around.
//!
//! Different letters don't match: `か` does not find `が`, and `ä` equals `a`, but not `ae`. Simplified and traditional Chinese
//! characters are different letters: no maintained crate has their table alone, without dictionaries of several megabytes.
//!
//! # Words
//!
//! In scripts that are written with spaces, a run of letters and digits is a word, and a query finds only whole words: `car`
//! does not find `carpet` or `scar`. The last word of a query also matches the beginning of a word, so that users see results
//! while they type.
//!
//! Text in Chinese, Japanese, Korean, Thai, Lao, Khmer, Burmese, Tibetan, Yi and Bopomofo matches anywhere, even a single
//! character: `收藏` finds `我的收藏夹`. The same applies to symbols. A word ends where such a character begins:
//! `iphone` finds `iPhone手机`.
//!
//! See [`SearchQuery`] for the syntax of a query.

mod answer;
mod budget;
mod facts;
mod filter;
mod known_counts;
mod looked_up;
mod place;
mod prepared;
mod query;
mod request;
mod tag_names;
mod walk;

pub use query::{Operator, QueryError, SearchQuery, ValueFault};
pub use request::{MatchCounts, SearchPage, SearchRequest};
