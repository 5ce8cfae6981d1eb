//! The formats.

use std::fmt;
use std::str::FromStr;

/// A format that the crate reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The HTML file that browsers and most services export, and that [`NetscapeWriter`](crate::NetscapeWriter) writes.
    Netscape,
    /// The HTML file that Pocket exported until 2024.
    PocketHtml,
    /// The CSV file of Pocket.
    PocketCsv,
    /// The ZIP with CSV files of Pocket.
    PocketZip,
    /// The CSV file of Raindrop.io.
    RaindropCsv,
    /// The CSV file that [`CsvWriter`](crate::CsvWriter) writes.
    Csv,
    /// The JSON file of Karakeep (formerly Hoarder).
    Karakeep,
    /// The JSON file of Linkwarden.
    Linkwarden,
    /// The JSON file of Pinboard.
    Pinboard,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 9] = [
        Self::Netscape,
        Self::PocketHtml,
        Self::PocketCsv,
        Self::PocketZip,
        Self::RaindropCsv,
        Self::Csv,
        Self::Karakeep,
        Self::Linkwarden,
        Self::Pinboard,
    ];

    /// Returns the format's id for stored values and command lines, such as `pocket-csv`. [`str::parse`] is the inverse.
    ///
    /// ```
    /// use bookmark_files::Format;
    ///
    /// assert_eq!(Format::PocketCsv.id(), "pocket-csv");
    /// assert_eq!("pocket-csv".parse(), Ok(Format::PocketCsv));
    /// ```
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Netscape => "netscape",
            Self::PocketHtml => "pocket-html",
            Self::PocketCsv => "pocket-csv",
            Self::PocketZip => "pocket-zip",
            Self::RaindropCsv => "raindrop-csv",
            Self::Csv => "csv",
            Self::Karakeep => "karakeep",
            Self::Linkwarden => "linkwarden",
            Self::Pinboard => "pinboard",
        }
    }
}

/// A text that is not the [id](Format::id) of a format.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{given:?} is not a format; use one of {}", Format::ALL.map(Format::id).join(", "))]
pub struct UnknownFormat {
    /// The text.
    pub given: String,
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(id: &str) -> Result<Self, UnknownFormat> {
        let known = Self::ALL.into_iter().find(|format| format.id() == id);
        known.ok_or_else(|| UnknownFormat { given: id.to_owned() })
    }
}

impl fmt::Display for Format {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Netscape => "Netscape bookmarks HTML",
            Self::PocketHtml => "Pocket HTML",
            Self::PocketCsv => "Pocket CSV",
            Self::PocketZip => "Pocket ZIP",
            Self::RaindropCsv => "Raindrop.io CSV",
            Self::Csv => "bookmarks CSV",
            Self::Karakeep => "Karakeep JSON",
            Self::Linkwarden => "Linkwarden JSON",
            Self::Pinboard => "Pinboard JSON",
        })
    }
}
