// A second table, which records the plays of tracks. It uses features that the albums don't need.

table! {
    /// The plays of tracks, and the number of plays of each track.
    pub(crate) struct PlaysTable {
        key: (pk, sk),
        ttl: ttl,
        global: [PlaysOne = playsOne (playsOnePk, playsOneSk)],
        entities: [Play, TrackPlays],
    }
}

/// A play of a track by a listener. It expires after a while.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PlaysTable, name = "Play", partition(listener), sort(at), ttl(forget))]
pub(crate) struct Play {
    pub(crate) listener: String,
    pub(crate) at: single_table::Timestamp,
    pub(crate) track: TrackToken,
    pub(crate) forget: single_table::EpochSeconds,
}

/// The number of a track's plays, and its place in a chart while it is in one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Entity)]
#[entity(table = PlaysTable, name = "TrackPlays", partition(album), sort(track))]
#[index(on = PlaysOne, view = Charts, partition(chart?), sort(place?))]
pub(crate) struct TrackPlays {
    pub(crate) album: AlbumToken,
    pub(crate) track: u16,
    #[serde(default)]
    pub(crate) plays: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) chart: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) place: Option<u16>,
}
