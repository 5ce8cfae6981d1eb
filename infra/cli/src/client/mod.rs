//! The client of the service's API.

mod answers;
mod api_url;
mod document;
mod error;
mod files;
mod http;
mod pages;
mod problem;
mod request;
mod retry;
mod token;

pub(crate) use self::answers::{
    Account, BatchAnswer, BatchResult, Counts, Favorite, ImportReportEntry, Job, MatchCounts, Page, Tag,
};
pub(crate) use self::api_url::{ApiUrl, ApiUrlError};
pub(crate) use self::document::Document;
pub(crate) use self::error::ClientError;
pub(crate) use self::files::Download;
pub(crate) use self::http::Client;
pub(crate) use self::pages::Pages;
pub(crate) use self::request::Request;
pub(crate) use self::token::{Token, TokenError};
