//! The domain of the favorites service: what people keep, how it is stored in one table, and the use cases.
//!
//! It knows nothing of HTTP or of Lambda. [`Favorites`] has one function for each use case; every other type is a value
//! that holds its own limits ([`Title`], [`WebUrl`], …, all in [`limits`]), so that what reaches a use case is valid.

mod catalogue;
mod change;
mod content;
mod counts;
mod data_type;
mod error;
mod favorite;
mod favorites;
mod idempotency;
mod ids;
pub mod limits;
mod lists;
mod page;
mod reconcile;
pub mod search;
mod search_text;
mod signature;
mod stream;
mod table;
mod tag;
mod tag_cleanup;
mod tagging;
mod tags;
mod times;
mod trash;
mod value;

pub use content::{ChatRecord, Content, File, Image, Link, Location, Message, Music, Note, Video, Voice};
pub use counts::{Counts, TypeCounts};
pub use data_type::DataType;
pub use error::{Busy, Error, Fault};
pub use favorite::{FavoriteData, FavoritePatch, NewFavorite, TrashedFavorite};
pub use favorites::{Favorites, Saved};
pub use ids::{DataId, TagId, UserId};
pub use page::{Order, Page, PageRequest, PageSize, Position};
pub use reconcile::{ReconcileRun, Reconciled};
pub use search::{MatchCounts, QueryError, SearchPage, SearchQuery, SearchRequest};
pub use single_table::Error as TableError;
pub use single_table::capacity::{Meter, Units, Usage};
pub use single_table::item::StreamItem;
pub use single_table::stream::{Event, Record, SequenceNumber, UnreadableRecord};
pub use single_table::table::IndexSchema;
pub use single_table::{Client, EpochSeconds, Schema, Table, Timestamp};
pub use stream::Change;
pub use table::FavoritesTable;
pub use tag::{CountedTag, Tag, TagName, TagSort};
pub use times::{check_clip_time, check_expire_time};
pub use value::{
    CreatorId, IdempotencyKey, Latitude, LongText, Longitude, MediaType, MessageText, NoteText, ShortText,
    Text, Title, ValueError, WebUrl,
};
