//! The formats.

use std::fmt;

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
