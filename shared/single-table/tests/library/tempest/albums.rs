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
    /// The minutes, the seconds and the title of each track.
    tracks: &'static str,
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
        let track = |(track_number, (run_length, title)): (u16, (u32, &str))| AlbumTrack {
            album_token: self.token.to_owned(),
            track_number,
            track_title: title.to_owned(),
            run_length,
            track_description: String::new(),
        };
        (1..).zip(self.lengths_and_titles()).map(track).collect()
    }

    pub(crate) fn track_titles(&self) -> Vec<&'static str> {
        self.lengths_and_titles().map(|(_, title)| title).collect()
    }

    fn lengths_and_titles(&self) -> impl Iterator<Item = (u32, &'static str)> {
        self.tracks.split('|').map(|track| {
            let (length, title) = track.split_once(' ').expect("a length and a title");
            let (minutes, seconds) = length.split_once(':').expect("minutes and seconds");
            let number = |text: &str| text.parse::<u32>().expect("a number");
            (number(minutes) * 60 + number(seconds), title)
        })
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
    tracks: "1:13 Speak to Me|2:43 Breathe|3:36 On the Run|6:53 Time|4:36 The Great Gig in the Sky|\
        6:23 Money|7:49 Us and Them|3:26 Any Colour You Like|3:49 Brain Damage|2:03 Eclipse",
};

pub(crate) const THE_WALL: Album = Album {
    token: "ALBUM_ef17ab2c",
    title: "The Wall",
    artist: "Pink Floyd",
    release_date: "1973-03-01",
    genre: "Progressive rock",
    label: None,
    tracks: "3:16 In the Flesh?|2:27 The Thin Ice|3:11 Another Brick in the Wall, Part 1|\
        1:46 The Happiest Days of Our Lives|3:59 Another Brick in the Wall, Part 2|5:32 Mother|\
        2:45 Goodbye Blue Sky|2:10 Empty Spaces|3:25 Young Lust|3:41 One of My Turns|\
        4:08 Don't Leave Me Now|1:18 Another Brick in the Wall, Part 3|1:16 Goodbye Cruel World|\
        4:40 Hey You|2:44 Is There Anybody Out There?|3:26 Nobody Home|1:35 Vera|\
        1:21 Bring the Boys Back Home|6:23 Comfortably Numb|1:36 The Show Must Go On|\
        4:15 In the Flesh|4:20 Run Like Hell|4:04 Waiting for the Worms|0:30 Stop|5:13 The Trial|\
        1:41 Outside the Wall",
};

pub(crate) const WHAT_YOU_DO_TO_ME_SINGLE: Album = Album {
    token: "ALBUM_f464260d",
    title: "what you do to me - Single",
    artist: "53 Theives",
    release_date: "2019-08-28",
    genre: "Contemporary R&B",
    label: None,
    tracks: "3:23 what you do to me",
};

pub(crate) const AFTER_HOURS_EP: Album = Album {
    token: "ALBUM_ba0fc195",
    title: "after hours - EP",
    artist: "53 Theives",
    release_date: "2020-02-21",
    genre: "Contemporary R&B",
    label: None,
    tracks: "3:28 dreamin'|3:23 what you do to me|2:36 too slow|2:40 three a.m.|3:13 heat",
};

pub(crate) const LOCKDOWN_SINGLE: Album = Album {
    token: "ALBUM_fae2a106",
    title: "Lockdown - Single",
    artist: "53 Theives",
    release_date: "2020-05-15",
    genre: "Hip-Hop/Rap",
    label: None,
    tracks: "3:18 Lockdown'",
};

pub(crate) const SPIRIT_WORLD_FIELD_GUIDE: Album = Album {
    token: "ALBUM_a9d2b95a",
    title: "Spirit World Field Guide",
    artist: "Aesop Rock",
    release_date: "2020-11-13",
    genre: "Hip-Hop",
    label: Some("Rhymesayers"),
    tracks: "2:06 Hello from the Spirit World|3:51 The Gates|3:45 Button Masher",
};

/// The five albums of the scans.
pub(crate) const FIVE_ALBUMS: [&Album; 5] =
    [&THE_DARK_SIDE_OF_THE_MOON, &THE_WALL, &WHAT_YOU_DO_TO_ME_SINGLE, &AFTER_HOURS_EP, &LOCKDOWN_SINGLE];
