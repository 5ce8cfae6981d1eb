//! The albums that Tempest's tests share.

use crate::tempest::model::{AlbumInfo, AlbumTrack};

/// An album with its tracks.
pub(crate) struct Album {
    pub(crate) token: &'static str,
    pub(crate) title: &'static str,
    artist: &'static str,
    release_date: &'static str,
    genre: &'static str,
    pub(crate) label: Option<&'static str>,
    /// The tracks, with their titles, minutes and seconds.
    tracks: &'static [(&'static str, u32, u32)],
}

impl Album {
    pub(crate) fn info(&self) -> AlbumInfo {
        AlbumInfo {
            album_token: self.token.to_owned(),
            album_title: self.title.to_owned(),
            artist_name: self.artist.to_owned(),
            release_date: self.release_date.to_owned(),
            genre_name: self.genre.to_owned(),
            label_name: self.label.map(str::to_owned),
        }
    }

    pub(crate) fn tracks(&self) -> Vec<AlbumTrack> {
        let track = |(number, &(title, minutes, seconds)): (u16, &(&str, u32, u32))| AlbumTrack {
            album_token: self.token.to_owned(),
            track_number: number,
            track_title: title.to_owned(),
            run_length: minutes * 60 + seconds,
            track_description: String::new(),
        };
        (1..).zip(self.tracks).map(track).collect()
    }

    pub(crate) fn track_titles(&self) -> Vec<&'static str> {
        self.tracks.iter().map(|(title, ..)| *title).collect()
    }
}

/// The album of the scenarios that need a single item.
pub(crate) fn after_hours() -> AlbumInfo {
    let (album_token, artist_name) = ("ALBUM_1".to_owned(), "53 Thieves".to_owned());
    AlbumInfo { album_token, artist_name, ..AFTER_HOURS_EP.info() }
}

pub(crate) const THE_DARK_SIDE_OF_THE_MOON: Album = Album {
    token: "ALBUM_cafcf892",
    title: "The Dark Side of the Moon",
    artist: "Pink Floyd",
    release_date: "1973-03-01",
    genre: "Progressive rock",
    label: None,
    tracks: &[
        ("Speak to Me", 1, 13),
        ("Breathe", 2, 43),
        ("On the Run", 3, 36),
        ("Time", 6, 53),
        ("The Great Gig in the Sky", 4, 36),
        ("Money", 6, 23),
        ("Us and Them", 7, 49),
        ("Any Colour You Like", 3, 26),
        ("Brain Damage", 3, 49),
        ("Eclipse", 2, 3),
    ],
};

pub(crate) const THE_WALL: Album = Album {
    token: "ALBUM_ef17ab2c",
    title: "The Wall",
    artist: "Pink Floyd",
    release_date: "1973-03-01",
    genre: "Progressive rock",
    label: None,
    tracks: &[
        ("In the Flesh?", 3, 16),
        ("The Thin Ice", 2, 27),
        ("Another Brick in the Wall, Part 1", 3, 11),
        ("The Happiest Days of Our Lives", 1, 46),
        ("Another Brick in the Wall, Part 2", 3, 59),
        ("Mother", 5, 32),
        ("Goodbye Blue Sky", 2, 45),
        ("Empty Spaces", 2, 10),
        ("Young Lust", 3, 25),
        ("One of My Turns", 3, 41),
        ("Don't Leave Me Now", 4, 8),
        ("Another Brick in the Wall, Part 3", 1, 18),
        ("Goodbye Cruel World", 1, 16),
        ("Hey You", 4, 40),
        ("Is There Anybody Out There?", 2, 44),
        ("Nobody Home", 3, 26),
        ("Vera", 1, 35),
        ("Bring the Boys Back Home", 1, 21),
        ("Comfortably Numb", 6, 23),
        ("The Show Must Go On", 1, 36),
        ("In the Flesh", 4, 15),
        ("Run Like Hell", 4, 20),
        ("Waiting for the Worms", 4, 4),
        ("Stop", 0, 30),
        ("The Trial", 5, 13),
        ("Outside the Wall", 1, 41),
    ],
};

pub(crate) const WHAT_YOU_DO_TO_ME_SINGLE: Album = Album {
    token: "ALBUM_f464260d",
    title: "what you do to me - Single",
    artist: "53 Theives",
    release_date: "2019-08-28",
    genre: "Contemporary R&B",
    label: None,
    tracks: &[("what you do to me", 3, 23)],
};

pub(crate) const AFTER_HOURS_EP: Album = Album {
    token: "ALBUM_ba0fc195",
    title: "after hours - EP",
    artist: "53 Theives",
    release_date: "2020-02-21",
    genre: "Contemporary R&B",
    label: None,
    tracks: &[
        ("dreamin'", 3, 28),
        ("what you do to me", 3, 23),
        ("too slow", 2, 36),
        ("three a.m.", 2, 40),
        ("heat", 3, 13),
    ],
};

pub(crate) const LOCKDOWN_SINGLE: Album = Album {
    token: "ALBUM_fae2a106",
    title: "Lockdown - Single",
    artist: "53 Theives",
    release_date: "2020-05-15",
    genre: "Hip-Hop/Rap",
    label: None,
    tracks: &[("Lockdown'", 3, 18)],
};

pub(crate) const SPIRIT_WORLD_FIELD_GUIDE: Album = Album {
    token: "ALBUM_a9d2b95a",
    title: "Spirit World Field Guide",
    artist: "Aesop Rock",
    release_date: "2020-11-13",
    genre: "Hip-Hop",
    label: Some("Rhymesayers"),
    tracks: &[("Hello from the Spirit World", 2, 6), ("The Gates", 3, 51), ("Button Masher", 3, 45)],
};

/// The five albums of the scans.
pub(crate) const FIVE_ALBUMS: [&Album; 5] =
    [&THE_DARK_SIDE_OF_THE_MOON, &THE_WALL, &WHAT_YOU_DO_TO_ME_SINGLE, &AFTER_HOURS_EP, &LOCKDOWN_SINGLE];
