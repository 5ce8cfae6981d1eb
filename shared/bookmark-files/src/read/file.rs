//! The rows of one file.

use std::io::{Read, Seek};

use crate::error::FileError;
use crate::format::Format;
use crate::read::csv::rows::CsvRows;
use crate::read::html::rows::HtmlRows;
use crate::read::json::karakeep::KarakeepRows;
use crate::read::json::linkwarden::LinkwardenRows;
use crate::read::json::pinboard::PinboardRows;
use crate::read::opening::Opening;
use crate::row::Row;

/// Reads a file that is not a ZIP row by row.
pub(crate) enum FileRows<R: Read + Seek> {
    Html(Box<HtmlRows<R>>),
    Csv(Box<CsvRows<R>>),
    Karakeep(Box<KarakeepRows<R>>),
    Linkwarden(Box<LinkwardenRows<R>>),
    Pinboard(Box<PinboardRows<R>>),
}

impl<R: Read + Seek> FileRows<R> {
    /// Opens a file that `reader` is at the beginning of.
    pub(crate) fn open(format: Format, reader: R, opening: &Opening) -> Result<Self, FileError> {
        Ok(match format {
            Format::Netscape | Format::PocketHtml => {
                Self::Html(Box::new(HtmlRows::new(format, reader, opening)))
            }
            Format::PocketCsv | Format::PocketZip | Format::RaindropCsv | Format::Csv => {
                Self::Csv(Box::new(CsvRows::open(format, reader, opening)?))
            }
            Format::Karakeep => Self::Karakeep(Box::new(KarakeepRows::open(reader, opening)?)),
            Format::Linkwarden => Self::Linkwarden(Box::new(LinkwardenRows::open(reader, opening)?)),
            Format::Pinboard => Self::Pinboard(Box::new(PinboardRows::open(reader, opening)?)),
        })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        match self {
            Self::Html(rows) => rows.next_row(),
            Self::Csv(rows) => rows.next_row(),
            Self::Karakeep(rows) => rows.next_row(),
            Self::Linkwarden(rows) => rows.next_row(),
            Self::Pinboard(rows) => rows.next_row(),
        }
    }
}
