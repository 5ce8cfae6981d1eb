//! Tempest's music library, and its table of versioned items, in this library's terms. Attributes have Tempest's names.

use serde::{Deserialize, Serialize};

use crate::tempest::support::{Entity, Timestamp, database, table};

table! {
    /// Albums with their tracks, and playlists.
    pub(crate) struct MusicTable {
        key: (partition_key, sort_key),
        global: [
            GenreAlbumIndex = genre_album_index (genre_album_pk, genre_album_sk),
            ArtistAlbumIndex = artist_album_index (artist_album_pk, artist_album_sk),
            LabelAlbumIndex = label_album_index (label_album_pk, label_album_sk),
        ],
        local: [AlbumTrackTitleIndex = album_track_title_index (album_track_title_sk)],
        entities: [AlbumInfo, AlbumTrack, PlaylistInfo],
    }
}

table! {
    /// Items that count their versions.
    pub(crate) struct VersionedTable { key: (partition_key, sort_key), entities: [VersionedAttribute] }
}

database! {
    /// Both tables.
    pub(crate) struct MusicDb { music: MusicTable, versioned_attributes: VersionedTable }
}

/// An album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "AlbumInfo", collection = "Album", partition(album_token), sort())]
#[index(on = GenreAlbumIndex, view = AlbumInfoByGenre, partition(genre_name), sort(album_token))]
#[index(on = ArtistAlbumIndex, view = AlbumInfoByArtist, partition(artist_name), sort(album_token))]
#[index(on = LabelAlbumIndex, view = AlbumInfoByLabel, partition(label_name?), sort(album_token))]
pub(crate) struct AlbumInfo {
    pub(crate) album_token: String,
    pub(crate) album_title: String,
    pub(crate) artist_name: String,
    /// A date in ISO 8601, such as `2020-02-21`.
    pub(crate) release_date: String,
    pub(crate) genre_name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) label_name: Option<String>,
}

/// A track of an album.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "AlbumTrack", collection = "Album", partition(album_token), sort(track_number))]
#[index(on = AlbumTrackTitleIndex, view = AlbumTracksByTitle, sort(track_title))]
pub(crate) struct AlbumTrack {
    pub(crate) album_token: String,
    pub(crate) track_number: u16,
    pub(crate) track_title: String,
    /// The length in seconds.
    pub(crate) run_length: u32,
    pub(crate) track_description: String,
}

/// A playlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = MusicTable, name = "PlaylistInfo", partition(playlist_token), sort(), version(playlist_version))]
#[expect(clippy::struct_field_names, reason = "Tempest has these names")]
pub(crate) struct PlaylistInfo {
    pub(crate) playlist_token: String,
    pub(crate) playlist_name: String,
    pub(crate) playlist_tracks: Vec<TrackToken>,
    pub(crate) playlist_version: u64,
}

/// A track of a playlist.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrackToken {
    pub(crate) album_token: String,
    pub(crate) track_number: u16,
}

impl TrackToken {
    pub(crate) fn new(album: &str, number: u16) -> Self {
        Self { album_token: album.to_owned(), track_number: number }
    }
}

/// An item that counts its versions and has the times at which it was created and updated.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = VersionedTable, name = "VersionedAttribute", partition(name), sort(), version(version))]
pub(crate) struct VersionedAttribute {
    pub(crate) name: String,
    pub(crate) description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) created_at: Option<Timestamp>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) updated_at: Option<Timestamp>,
    pub(crate) version: u64,
}

impl VersionedAttribute {
    /// The first version of an item, without times.
    pub(crate) fn new(name: &str, description: &str) -> Self {
        Self {
            name: name.to_owned(),
            description: description.to_owned(),
            created_at: None,
            updated_at: None,
            version: 1,
        }
    }

    pub(crate) fn described(self, description: &str) -> Self {
        Self { description: description.to_owned(), ..self }
    }

    pub(crate) fn created(self, now: Timestamp) -> Self {
        Self { created_at: Some(now), ..self }.updated(now)
    }

    pub(crate) fn updated(self, now: Timestamp) -> Self {
        Self { updated_at: Some(now), ..self }
    }
}
