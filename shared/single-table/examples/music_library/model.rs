// The music library: albums with their tracks, and playlists. The guide's pages include this file.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use single_table::keys::{CaseFolded, key_component};
use single_table::{Collection, Entity, table};

table! {
    /// The table of the music library.
    pub(crate) struct MusicTable {
        key: (pk, sk),
        global: [
            GsiOne = gsiOne (gsiOnePk, gsiOneSk),
            GsiTwo = gsiTwo (gsiTwoPk, gsiTwoSk),
            GsiThree = gsiThree (gsiThreePk, gsiThreeSk),
        ],
        local: [LsiOne = lsiOne (lsiOneSk)],
        entities: [AlbumInfo, AlbumTrack, PlaylistInfo],
    }
}

/// An album. Its tracks are stored in the same partition.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "AlbumInfo", collection = "Album", partition(album), sort())]
#[index(on = GsiOne, view = AlbumsByArtist, partition(artist), sort(release_date, album))]
#[index(on = GsiTwo, view = AlbumsByGenre, partition(genre), sort(release_date, album))]
#[index(
    on = GsiThree,
    view = AlbumsByTitle,
    partition(folded: CaseFolded = CaseFolded::new(&self.title)),
    sort(album)
)]
pub(crate) struct AlbumInfo {
    pub(crate) album: AlbumToken,
    pub(crate) title: String,
    pub(crate) artist: String,
    pub(crate) release_date: ReleaseDate,
    pub(crate) genre: String,
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "AlbumTrack", collection = "Album", partition(album), sort(track))]
#[index(on = LsiOne, view = TracksOfAlbumByTitle, sort(folded: CaseFolded = CaseFolded::new(&self.title)))]
#[index(
    on = GsiThree,
    view = TracksByTitle,
    partition(folded: CaseFolded = CaseFolded::new(&self.title)),
    sort(album, track)
)]
pub(crate) struct AlbumTrack {
    pub(crate) album: AlbumToken,
    pub(crate) track: u16,
    pub(crate) title: String,
    pub(crate) run_length: RunLength,
}

/// A playlist, with its tracks in playing order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "PlaylistInfo", partition(playlist), sort())]
pub(crate) struct PlaylistInfo {
    pub(crate) playlist: String,
    pub(crate) name: String,
    pub(crate) tracks: Vec<TrackToken>,
}

/// An item of an album's collection, which one query reads: the album itself or one of its tracks.
#[derive(Debug, PartialEq, Collection)]
#[collection(name = "Album", partition(album: AlbumToken))]
pub(crate) enum AlbumItem {
    Info(AlbumInfo),
    Track(AlbumTrack),
}

/// The id of an album.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct AlbumToken(pub(crate) String);

key_component!(AlbumToken as String, |token| token.0.as_str(), |text| Ok::<_, String>(AlbumToken(text)));

impl From<&str> for AlbumToken {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

/// The id of a track: its album and its number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrackToken {
    pub(crate) album: AlbumToken,
    pub(crate) track: u16,
}

impl TrackToken {
    pub(crate) fn new(album: &str, track: u16) -> Self {
        Self { album: album.into(), track }
    }

    /// The key of the track's item.
    pub(crate) fn key(&self) -> AlbumTrackKey {
        AlbumTrackKey { album: self.album.clone(), track: self.track }
    }
}

/// A day, stored and sorted as `1973-03-01`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct ReleaseDate {
    year: u16,
    month: u8,
    day: u8,
}

impl fmt::Display for ReleaseDate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

impl FromStr for ReleaseDate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bad = || format!("{text:?} is not a date such as 1973-03-01");
        let (year, rest) = text.split_once('-').ok_or_else(bad)?;
        let (month, day) = rest.split_once('-').ok_or_else(bad)?;
        let number = |part: &str| part.parse::<u8>().map_err(|_| bad());
        let date = Self { year: year.parse().map_err(|_| bad())?, month: number(month)?, day: number(day)? };
        let fits = (1..=12).contains(&date.month) && (1..=31).contains(&date.day);
        // Equal days must have equal keys, so only one spelling of each day is valid.
        if fits && date.to_string() == text { Ok(date) } else { Err(bad()) }
    }
}

impl TryFrom<String> for ReleaseDate {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        text.parse()
    }
}

impl From<ReleaseDate> for String {
    fn from(date: ReleaseDate) -> Self {
        date.to_string()
    }
}

key_component!(ReleaseDate as String, ToString::to_string, |text| text.parse::<ReleaseDate>());

/// The playing time of a track, stored as `PT2M43S`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct RunLength {
    seconds: u32,
}

impl RunLength {
    pub(crate) fn new(minutes: u32, seconds: u32) -> Self {
        Self { seconds: minutes * 60 + seconds }
    }
}

impl From<RunLength> for String {
    fn from(length: RunLength) -> Self {
        format!("PT{}M{}S", length.seconds / 60, length.seconds % 60)
    }
}

impl TryFrom<String> for RunLength {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        let parts = text.strip_prefix("PT").and_then(|rest| rest.strip_suffix('S')?.split_once('M'));
        let (minutes, seconds) =
            parts.ok_or_else(|| format!("{text:?} is not a run length such as PT2M43S"))?;
        let number = |part: &str| part.parse::<u32>().map_err(|error| format!("{text:?}: {error}"));
        Ok(Self::new(number(minutes)?, number(seconds)?))
    }
}
