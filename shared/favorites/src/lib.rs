//! The domain of the favorites service: what people keep, how it is stored in one table, and the use cases.
//!
//! It knows nothing of HTTP or of Lambda. [`Favorites`] has one function for each use case; every other type is a value
//! that holds its own limits ([`Title`], [`WebUrl`], …, all in [`limits`]), so that what reaches a use case is valid.

mod account;
mod catalogue;
mod claim_links;
mod due;
mod entities;
mod error;
mod feed;
mod files;
mod jobs;
pub mod limits;
mod model;
mod reconcile;
pub mod search;
mod search_index;
mod search_text;
mod service;
mod stored_items;
mod stream;
mod table;
mod transfer;
mod use_cases;
mod worker;

pub use account::Account;
pub use bookmark_files::Format as BookmarkFormat;
pub use catalogue::Repairs;
pub use claim_links::{ClaimLinksError, ClaimedLinks};
pub use error::{Busy, Error, Fault};
pub use feed::{Change, ChangePage};
pub use file_store::{DownloadLink, FileKey, FileStore, UploadLink};
pub use files::FilesError;
pub use jobs::{
    ColumnName, CsvField, Erasing, Export, ExportFormat, Import, ImportFormat, ImportOptions, Job, JobCounts,
    JobFailure, JobState, JobWork, Selector, Written,
};
pub use model::action::{Action, ActionName};
pub use model::chosen_id::ChosenId;
pub use model::content::{
    ChatRecord, Content, File, Image, Link, Location, Message, Music, Note, Video, Voice,
};
pub use model::counts::{Counts, TypeCounts};
pub use model::data_type::DataType;
pub use model::details::{Details, DetailsDraft, DetailsPatch};
pub use model::favorite::{FavoriteData, FavoriteSort, TrashedFavorite};
pub use model::ids::{DataId, JobId, TagId, UserId};
pub use model::json;
pub use model::life::Life;
pub use model::new_favorite::{FavoriteDraft, NewFavorite, OnExisting};
pub use model::new_tag::TagDraft;
pub use model::page::{FeedRoom, Page, PageRequest, PageSize, Position};
pub use model::patch::{ContentPatch, FavoritePatch};
pub use model::tag::{CountedTag, FormerName, Tag, TagName, TagSort};
pub use model::tag_times::TagTimes;
pub use model::value::{
    CreatorId, IdempotencyKey, Latitude, LongText, Longitude, MediaType, MessageText, NoteText, ShortText,
    Text, Title, ValueError, WebUrl,
};
pub use reconcile::{DuePage, DuePlace, DueUser, Listed, Reconciled};
pub use search::{
    MatchCounts, Operator as SearchOperator, QueryError, SearchPage, SearchQuery, SearchRequest, ValueFault,
};
pub use service::Favorites;
pub use single_table::Error as TableError;
pub use single_table::capacity::{Meter, Units, Usage};
pub use single_table::item::StreamItem;
pub use single_table::query::Order;
pub use single_table::stream::{Event, Record, SequenceNumber, UnreadableRecord};
pub use single_table::table::IndexSchema;
pub use single_table::{Client, EpochSeconds, Schema, Table, Timestamp};
pub use stream::ChangeRecord;
pub use table::FavoritesTable;
pub use transfer::{ImportReportEntry, ReportedOutcome};
pub use use_cases::actions::Acted;
pub use use_cases::batch::{BatchItem, BatchSaved};
pub use use_cases::favorites::Saved;
pub use worker::{Swept, Turn};
