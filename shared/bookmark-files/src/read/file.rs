//! The rows of one file.

use std::io::{Read, Seek};

use crate::error::FileError;
use crate::format::Format;
use crate::read::csv::rows::CsvRows;
use crate::read::html::rows::HtmlRows;
use crate::read::json::firefox::FirefoxRows;
use crate::read::json::karakeep::KarakeepRows;
use crate::read::json::linkwarden::LinkwardenRows;
use crate::read::json::list::ListRows;
use crate::read::list::AddressRows;
use crate::read::opening::Opening;
use crate::read::xbel::XbelRows;
use crate::row::Row;

/// Reads a file row by row. The file is not a ZIP.
pub(crate) enum FileRows<R: Read + Seek> {
    Html(Box<HtmlRows<R>>),
    Csv(Box<CsvRows<R>>),
    Karakeep(Box<KarakeepRows<R>>),
    Linkwarden(Box<LinkwardenRows<R>>),
    JsonList(Box<ListRows<R>>),
    Firefox(Box<FirefoxRows<R>>),
    Xbel(Box<XbelRows<R>>),
    List(Box<AddressRows<R>>),
}

impl<R: Read + Seek> FileRows<R> {
    /// Opens a file from the start of `reader`. The format is never that of a ZIP, which would be read as
    /// CSV.
    pub(crate) fn open(format: Format, reader: R, opening: &Opening) -> Result<Self, FileError> {
        if !opening.columns.is_empty() && !format.is_csv() {
            let column = opening.columns.values().next().cloned().unwrap_or_default();
            return Err(FileError::NoColumn {
                column,
                columns: format!("none, because it is a {format} file"),
            });
        }
        Ok(match format {
            Format::Netscape | Format::PocketHtml | Format::InstapaperHtml => {
                Self::Html(Box::new(HtmlRows::new(format, reader, opening)))
            }
            Format::PocketCsv
            | Format::RaindropCsv
            | Format::Csv
            | Format::InstapaperCsv
            | Format::ReadwiseCsv
            | Format::MatterCsv
            | Format::PocketZip
            | Format::Zip => Self::Csv(Box::new(CsvRows::open(format, reader, opening)?)),
            Format::Karakeep => Self::Karakeep(Box::new(KarakeepRows::open(reader, opening)?)),
            Format::Linkwarden => Self::Linkwarden(Box::new(LinkwardenRows::open(reader, opening)?)),
            Format::Pinboard | Format::Omnivore | Format::Wallabag => {
                Self::JsonList(Box::new(ListRows::open(format, reader, opening)?))
            }
            Format::FirefoxJson => Self::Firefox(Box::new(FirefoxRows::open(reader, opening))),
            Format::Xbel => Self::Xbel(Box::new(XbelRows::new(reader, opening))),
            Format::List => Self::List(Box::new(AddressRows::new(reader, opening))),
        })
    }

    pub(crate) fn next_row(&mut self) -> Result<Option<Row>, FileError> {
        match self {
            Self::Html(rows) => rows.next_row(),
            Self::Csv(rows) => rows.next_row(),
            Self::Karakeep(rows) => rows.next_row(),
            Self::Linkwarden(rows) => rows.next_row(),
            Self::JsonList(rows) => rows.next_row(),
            Self::Firefox(rows) => rows.next_row(),
            Self::Xbel(rows) => rows.next_row(),
            Self::List(rows) => rows.next_row(),
        }
    }
}
