//! The formats.

use std::fmt;
use std::str::FromStr;

/// A format that the crate reads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The HTML file that browsers and most services export, and that
    /// [`NetscapeWriter`](crate::NetscapeWriter) writes.
    Netscape,
    /// The HTML file that Pocket exported until 2024.
    PocketHtml,
    /// The CSV file of Pocket.
    PocketCsv,
    /// The ZIP with CSV files of Pocket.
    PocketZip,
    /// The CSV file of Raindrop.io.
    RaindropCsv,
    /// The CSV file that [`CsvWriter`](crate::CsvWriter) writes, and any other CSV file with a header.
    Csv,
    /// The HTML file of Instapaper.
    InstapaperHtml,
    /// The CSV file of Instapaper.
    InstapaperCsv,
    /// The CSV file of Readwise Reader.
    ReadwiseCsv,
    /// The CSV file of Matter.
    MatterCsv,
    /// The JSON file of Karakeep (formerly Hoarder).
    Karakeep,
    /// The JSON file of Linkwarden.
    Linkwarden,
    /// The JSON file of Pinboard.
    Pinboard,
    /// The JSON file of Omnivore.
    Omnivore,
    /// The JSON file of wallabag.
    Wallabag,
    /// The JSON backup of Firefox.
    FirefoxJson,
    /// The XBEL file (XML) of Konqueror, Falkon, Floccus and others.
    Xbel,
    /// A text file with an address on each line.
    List,
    /// A ZIP with files of other formats.
    Zip,
}

impl Format {
    /// Returns whether the format is CSV, so that users can choose columns.
    pub(crate) const fn is_csv(self) -> bool {
        matches!(
            self,
            Self::PocketCsv
                | Self::RaindropCsv
                | Self::Csv
                | Self::InstapaperCsv
                | Self::ReadwiseCsv
                | Self::MatterCsv
        )
    }

    /// All formats.
    pub const ALL: [Self; 19] = [
        Self::Netscape,
        Self::PocketHtml,
        Self::PocketCsv,
        Self::PocketZip,
        Self::RaindropCsv,
        Self::Csv,
        Self::InstapaperHtml,
        Self::InstapaperCsv,
        Self::ReadwiseCsv,
        Self::MatterCsv,
        Self::Karakeep,
        Self::Linkwarden,
        Self::Pinboard,
        Self::Omnivore,
        Self::Wallabag,
        Self::FirefoxJson,
        Self::Xbel,
        Self::List,
        Self::Zip,
    ];

    /// Returns the format's id for stored values and command lines, such as `pocket-csv`. [`str::parse`] is
    /// the inverse.
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
            Self::InstapaperHtml => "instapaper-html",
            Self::InstapaperCsv => "instapaper-csv",
            Self::ReadwiseCsv => "readwise-csv",
            Self::MatterCsv => "matter-csv",
            Self::Karakeep => "karakeep",
            Self::Linkwarden => "linkwarden",
            Self::Pinboard => "pinboard",
            Self::Omnivore => "omnivore",
            Self::Wallabag => "wallabag",
            Self::FirefoxJson => "firefox-json",
            Self::Xbel => "xbel",
            Self::List => "list",
            Self::Zip => "zip",
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
            Self::InstapaperHtml => "Instapaper HTML",
            Self::InstapaperCsv => "Instapaper CSV",
            Self::ReadwiseCsv => "Readwise Reader CSV",
            Self::MatterCsv => "Matter CSV",
            Self::Karakeep => "Karakeep JSON",
            Self::Linkwarden => "Linkwarden JSON",
            Self::Pinboard => "Pinboard JSON",
            Self::Omnivore => "Omnivore JSON",
            Self::Wallabag => "wallabag JSON",
            Self::FirefoxJson => "Firefox JSON",
            Self::Xbel => "XBEL",
            Self::List => "list of addresses",
            Self::Zip => "ZIP",
        })
    }
}
