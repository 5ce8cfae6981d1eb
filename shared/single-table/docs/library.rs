// The music library with a few albums, on the embedded engine. The guide's pages run on it.

include!("../examples/music_library/model.rs");
include!("plays.rs");

#[path = "../tests/engine/mod.rs"]
mod engine;

async fn library() -> Result<single_table::Store<MusicTable>, Box<dyn std::error::Error>> {
    let (_, store, _) = engine::table::<MusicTable>().await;
    let albums = [
        ("dark-side", "The Dark Side of the Moon", "Pink Floyd", "1973-03-01", "Progressive rock"),
        ("wall", "The Wall", "Pink Floyd", "1979-11-30", "Progressive rock"),
        ("revolver", "Revolver", "The Beatles", "1966-08-05", "Rock"),
    ];
    for (album, title, artist, release_date, genre) in albums {
        let album = AlbumInfo {
            album: album.into(),
            title: title.to_owned(),
            artist: artist.to_owned(),
            release_date: release_date.parse()?,
            genre: genre.to_owned(),
        };
        store.execute(single_table::Put::new(&album)).await?;
    }
    let tracks = [
        ("dark-side", 1, "Speak to Me", 1, 13),
        ("dark-side", 2, "Breathe", 2, 43),
        ("dark-side", 10, "Eclipse", 2, 12),
        ("wall", 6, "Mother", 5, 32),
        ("revolver", 1, "Taxman", 2, 39),
    ];
    for (album, track, title, minutes, seconds) in tracks {
        let run_length = RunLength::new(minutes, seconds);
        let track = AlbumTrack { album: album.into(), track, title: title.to_owned(), run_length };
        store.execute(single_table::Put::new(&track)).await?;
    }
    let playlist = PlaylistInfo {
        playlist: "psychedelic".to_owned(),
        name: "Psychedelic Rock Essentials".to_owned(),
        tracks: vec![TrackToken::new("revolver", 1), TrackToken::new("dark-side", 10)],
    };
    store.execute(single_table::Put::new(&playlist)).await?;
    Ok(store)
}

async fn plays() -> single_table::Store<PlaysTable> {
    engine::table::<PlaysTable>().await.1
}
